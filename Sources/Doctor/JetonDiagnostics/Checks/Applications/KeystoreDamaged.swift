/// Jeton's keystore can't be used, or parts of it are damaged.
enum KeystoreDamaged: Check {
    static let page = CheckPage(
        id: "keystore-damaged",
        layer: .application,
        title: "Jeton's keystore can't be used, or parts of it are damaged",
        symptom: "Pairings are gone; `jeton keystore` fails with status -25291.",
        cause: "A disk failed; a file was changed, moved or deleted; or other users can write to a directory.",
        detection:
            "The store is opened without unlocking it, and every file and record is verified as far as that allows.",
        remedies: [
            Remedy("show each finding", commands: ["jeton keystore verify"]),
            Remedy(
                "repair the keystore from the previous generation",
                commands: ["jeton keystore repair"],
                needs: .loss
            ),
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
                remedies: machine.keystore.hint == nil ? nil : [ownership(machine)]
            )
        case .missingFile(let reason):
            .found(
                "a file of Jeton's keystore is missing",
                [Evidence("reason", "\(reason)")],
                remedies: [
                    Remedy("restore the file from a backup"),
                    Remedy(
                        "without a backup: accept that its items are lost",
                        commands: ["jeton keystore repair --accept-rollback"],
                        needs: .loss
                    ),
                ]
            )
        case .damaged(let findings):
            .found("parts of Jeton's keystore are damaged", findings.prefix(16).map { Evidence("found", "\($0)") })
        }
    }

    private static func ownership(_ machine: Machine) -> Remedy {
        Remedy(
            "find out who changed the keystore's owner or mode, then restore its user as the owner and mode 0700",
            commands: machine.dataDirectory.map { ["ls -la \("\($0)/keystore")"] } ?? []
        )
    }
}

extension Machine {
    private static let keystore = Fact<KeystoreSurvey>()

    /// The state of Jeton's own keystore.
    var keystore: KeystoreSurvey { remember(Self.keystore) { probe.keystore() } }
}
