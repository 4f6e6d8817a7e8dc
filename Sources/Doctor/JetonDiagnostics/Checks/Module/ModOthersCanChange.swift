internal import TokenKit

/// Other users can change a module, or a file of configuration that names one.
enum ModOthersCanChange: Check {
    // Not in the laboratory: the laboratory uses the machine's own modules, whose modes it must not change

    static let page = CheckPage(
        id: "mod-others-can-change",
        layer: .module,
        title: "other users can change a PKCS #11 module",
        symptom: "A module works for a user but is skipped for root, or every command warns about it.",
        cause: """
            The module, its `.module` file or a directory in its path belongs to another user, or a group or \
            every user can write to it. A user who changes it runs code as the user who loads it.
            """,
        detection: """
            The owner and mode of every directory and link in the path of each module, `.module` file and \
            pkcs11.conf are read.
            """,
        remedies: [
            Remedy("name a copy that only root can change, or install the module's package again", needs: .root),
            Remedy("show the owner and mode of each part of the path", commands: ["namei -l PATH"]),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let isRoot = machine.probe.identity.userID == 0
        return .foundOrPassed(
            machine.probe.registry().problems.filter { problem in
                // An owner without a name in this user namespace is no stranger: who it is can't be told.
                problem.code == .openToOthers && !machine.isUnmappedOwner(onTheWayTo: problem.file)
            }.map { problem in
                Sighting(
                    "other users can change \(problem.file)",
                    [Evidence("\(problem.file)", "\(problem.detail ?? "")")],
                    severity: isRoot ? .failure : .warning,
                    about: [.module(problem.file)],
                    remedies: [
                        Remedy(
                            "name a copy that only root can change, or install the module's package again",
                            commands: ["namei -l \(problem.file)"]
                        )
                    ]
                )
            }
        )
    }
}
