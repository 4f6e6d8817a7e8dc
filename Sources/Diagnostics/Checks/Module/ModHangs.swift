internal import TokenKit

/// A module does not come back.
enum ModHangs: Check {
    static let page = CheckPage(
        id: "mod-hangs",
        layer: .module,
        title: "a module does not come back from a call",
        symptom: "Programs that use the module hang for ever, or until the token is taken out.",
        cause: "The module waits for a service or a device that does not answer, or for itself.",
        detection: "Each module is loaded and asked in a child of its own with a deadline; the function is told.",
        causes: [
            "mod-openssl-recursion", "excl-transaction-held", "pcscd-hung", "ock-slotd-down", "card-mute",
        ],
        remedies: [
            Remedy("take out the token and put it back", needs: .replug),
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
                    "the module \(path) does not come back",
                    [Evidence("end of the child", "\(failure.description)")],
                    severity: machine.severityOfBrokenModule,
                    about: [.module(path)]
                )
            }
        )
    }
}
