internal import Cryptoki

/// Two tokens have the same label.
enum ObjAmbiguous: Check {
    static let page = CheckPage(
        id: "obj-ambiguous",
        layer: .objects,
        title: "two tokens have the same label",
        symptom: "The wrong certificate is chosen, or a PIN attempt is wasted on the wrong token.",
        cause: "Programs that select a token by label use the first match.",
        detection: "Two tokens with different serial numbers have the same label.",
        needs: [.token],
        remedies: [
            Remedy("name tokens by a full URI: `pkcs11:token=…;serial=…`"),
            Remedy(
                "give one of them a different label",
                commands: ["jeton token rename --reader READER --label LABEL"]
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let groups = Dictionary(grouping: machine.initializedTokens) { $0.info.label.description }
        let sightings = groups.filter { !$0.key.isEmpty && $0.value.count > 1 }.sorted { $0.key < $1.key }
            .map { label, tokens in
                Sighting(
                    "\(tokens.count) tokens have the label '\(private: label, .label)'",
                    tokens.map { token in
                        Evidence("serial number", "\(private: token.info.serialNumber.description, .serial)")
                    },
                    severity: .warning
                )
            }
        return .foundOrPassed(sightings)
    }
}
