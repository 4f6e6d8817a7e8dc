internal import TokenKit

/// A module does not return from a call.
enum ModHangs: Check {
    static let page = CheckPage(
        id: "mod-hangs",
        layer: .module,
        title: "a module does not return from a call",
        symptom: "Programs that use the module hang forever, or until the token is unplugged.",
        cause: "The module waits for a service or a device that does not answer, or is deadlocked.",
        detection:
            """
            Each module is loaded and called in its own child process with a deadline, and the finding names the \
            function.
            """,
        causes: [
            "mod-openssl-recursion", "excl-transaction-held", "card-hangs", "pcscd-hung", "ock-slotd-down", "card-mute",
        ],
        remedies: [
            Remedy("unplug the token and plug it in again", needs: .replug),
            Remedy("get the vendor's current version of the module"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.failedModules.compactMap { path, failure in
                switch failure {
                case .ended(.hungInModule), .ended(.hung): break
                default: return nil
                }
                return Sighting(
                    "the module \(path) does not return",
                    [Evidence("end of the child", "\(failure.description)")],
                    severity: machine.severityOfBrokenModule,
                    about: [.module(path)]
                )
            }
        )
    }
}
