internal import Cryptoki
internal import JetonOctets

/// The PIN is requested on a reader without a PIN pad.
enum TokenPinpadMisdetected: Check {
    static let page = CheckPage(
        id: "token-pinpad-misdetected",
        layer: .token,
        title: "the PIN must be entered on a reader that appears to have no PIN pad",
        symptom: "\"Deferring PIN entry to reader keypad\", then `CKR_PIN_INCORRECT`, although no PIN was entered.",
        cause: "The reader or its driver claims to have a PIN pad; each attempt uses up a try.",
        detection: """
            `CKF_PROTECTED_AUTHENTICATION_PATH` is set, and neither the slot nor the token is named after a reader \
            with a PIN pad.
            """,
        needs: [.token],
        remedies: [
            Remedy("in opensc.conf, in `reader_driver pcsc`: `enable_pinpad = false;`", needs: .root)
        ]
    )

    // Words in names of readers that have keys.
    private static let keypads = [
        "pinpad", "pin pad", "keypad", "keyboard", "cyberjack", "st-2", "st-3", "kt", "gemalto ezio", "ct710",
        "ct700", "spr332", "spr532", "cherry", "class 2", "trustica", "vasco dp", "digipass",
    ]

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard token.info.flags.contains(.protectedAuthenticationPath) else { return nil }
                let names = "\(token.reader) \(token.info.model) \(token.info.label)".lowercased()
                guard !keypads.contains(where: { names.contains($0) }) else { return nil }
                return Sighting(
                    "\(token.title) expects its PIN on the reader, which appears to have no PIN pad",
                    [token.flagEvidence, Evidence("reader", "\(token.reader)"), token.place],
                    severity: .warning,
                    confidence: .likely,
                    about: [token.subject]
                )
            }
        )
    }
}
