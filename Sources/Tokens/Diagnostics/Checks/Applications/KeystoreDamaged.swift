/// Jeton's keystore can't be used, or parts of it are damaged.
enum KeystoreDamaged: Check {
    static let page = CheckPage(
        id: "keystore-damaged",
        layer: .application,
        title: "Jeton's keystore can't be used, or parts of it are damaged",
        symptom: "Pairings are gone; `jeton keystore` fails with status -25291.",
        cause: "A disk failed, a file was changed or moved, or directories are writable by others.",
        detection: "The store is opened, not unlocked, and every file and record is verified as far as possible.",
        remedies: [
            Remedy("look at each finding", commands: ["jeton keystore verify"]),
            Remedy("repair it from the previous generation", commands: ["jeton keystore repair"], needs: .loss),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        switch machine.keystore.state {
        case .absent: .irrelevant
        case .whole, .rolledBack: .passed
        case .unusable(let reason):
            .found(
                "Jeton's keystore can't be used",
                [Evidence("reason", "\(reason)")],
                // The owner and mode of a file are not its content: nothing is to be repaired then.
                remedies: machine.keystore.hint.map { [Remedy("\(ReportText(value: $0))")] }
            )
        case .damaged(let findings):
            .found("parts of Jeton's keystore are damaged", findings.prefix(16).map { Evidence("found", "\($0)") })
        }
    }
}

extension Machine {
    /// The state of Jeton's own keystore.
    var keystore: KeystoreSurvey { remember { probe.keystore() } }
}
