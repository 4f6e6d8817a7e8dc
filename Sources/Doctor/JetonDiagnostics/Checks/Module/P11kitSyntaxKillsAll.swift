internal import TokenKit

/// A line of p11-kit's configuration makes it load nothing at all.
enum P11kitSyntaxKillsAll: Check {
    static let page = CheckPage(
        id: "p11kit-syntax-kills-all",
        layer: .module,
        title: "an error in p11-kit's configuration disables every module",
        symptom:
            "p11tool: \"PKCS #11 initialization error\"; `p11-kit list-modules` prints nothing and gives no reason.",
        cause: "p11-kit gives up on all modules at the first line that it does not understand.",
        detection: """
            Every line of pkcs11.conf and of all `.module` files of the system and the user is read as p11-kit reads \
            it: `name: value`, no sections, no PEM.
            """,
        remedies: [Remedy("correct or remove the line")],
        isWithoutCards: true
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.probe.registry().problems.filter(\.stopsP11Kit).map { problem in
                Sighting(
                    "p11-kit loads no module because of \(problem.file)",
                    [Evidence("fault", "\(problem.description)")],
                    remedies: [
                        Remedy(
                            "correct or remove the line",
                            commands: [
                                problem.line.map { "sed -i '\($0)s/^/# /' \(problem.file)" as ShellCommand }
                                    ?? "ls -l \(problem.file)"
                            ],
                            needs: .root
                        )
                    ]
                )
            }
        )
    }
}
