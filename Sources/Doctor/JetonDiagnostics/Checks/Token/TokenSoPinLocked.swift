internal import Cryptoki

/// A token's SO PIN or PUK is locked.
enum TokenSoPinLocked: Check {
    static let page = CheckPage(
        id: "token-so-pin-locked",
        layer: .token,
        title: "a token's SO PIN or PUK is locked",
        symptom: "\"puk code is blocked\"; a locked user PIN can't be reset.",
        cause: "Too many wrong SO PINs or PUKs.",
        detection:
            """
            `CKF_SO_PIN_LOCKED` is set, or GET METADATA of a PIV card reports no remaining PUK tries; no PIN is \
            tried.
            """,
        needs: [.token],
        remedies: [
            Remedy("avoid wrong user PINs: once the user PIN is locked, the token must be initialized again"),
            Remedy(
                "for a YubiKey, reset the tries with the user PIN and the management key",
                commands: ["ykman piv access set-retries 3 3"]
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard machine.isUnblockingLocked(token) else { return nil }
                let isFlagged = token.info.flags.contains(.securityOfficerPINLocked)
                return Sighting(
                    "the \(isFlagged ? "SO PIN" : "PUK") of \(token.title) is locked",
                    [isFlagged ? token.flagEvidence : Evidence("GET METADATA", "PUK: no tries left"), token.place],
                    severity: token.info.flags.contains(.userPINLocked) ? .failure : .warning,
                    about: [token.subject]
                )
            }
        )
    }
}
