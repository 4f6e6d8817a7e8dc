internal import TokenKit

/// Other users can change a module, or a file of configuration that names one.
enum ModOthersCanChange: Check {
    static let page = CheckPage(
        id: "mod-others-can-change",
        layer: .module,
        title: "other users can change a PKCS #11 module",
        symptom: "A module works for a user and is left out for root; or every command warns of it.",
        cause: """
            The module, its `.module` file or a directory on the way belongs to another user, or a group or every user \
            can write to it. A user who changes it runs code as the user who loads it.
            """,
        detection: """
            Owner and mode of every directory and link on the way to each module, `.module` file and pkcs11.conf are \
            read.
            """,
        remedies: [
            Remedy("give the file and its directories to root", commands: ["chown root PATH"], needs: .root),
            Remedy("let only the owner write", commands: ["chmod go-w PATH"], needs: .root),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let isRoot = machine.probe.identity.userID == 0
        return .foundOrPassed(
            machine.probe.registry().problems.filter { $0.code == .openToOthers }.map { problem in
                Sighting(
                    "other users can change \(problem.file)",
                    [Evidence("\(problem.file)", "\(problem.detail ?? "")")],
                    severity: isRoot ? .failure : .warning,
                    about: [.module(problem.file)],
                    remedies: [
                        Remedy(
                            "give what others own on the way to root, and let only the owner write",
                            commands: ["namei -l \(problem.file)"]
                        )
                    ]
                )
            }
        )
    }
}
