internal import Cryptoki

/// The PIN of a token's administrator, or its PUK, is locked.
enum TokenSoPinLocked: Check {
    static let page = CheckPage(
        id: "token-so-pin-locked",
        layer: .token,
        title: "the administrator's PIN or the PUK of a token is locked",
        symptom: "\"puk code is blocked\"; a locked user PIN can not be set anew.",
        cause: "Too many wrong PINs of the administrator, or PUKs.",
        detection: "`CKF_SO_PIN_LOCKED` is set; nothing is tried.",
        needs: [.token],
        remedies: [
            Remedy("take care of the user PIN: nothing but setting the token up anew helps once that is locked"),
            Remedy(
                "of a YubiKey, with the user PIN and the management key",
                commands: ["ykman piv access set-retries 3 3"]
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard token.info.flags.contains(.securityOfficerPINLocked) else { return nil }
                return Sighting(
                    "the PIN of the administrator of \(token.title) is locked",
                    [token.flagEvidence, token.place],
                    severity: token.info.flags.contains(.userPINLocked) ? .failure : .warning,
                    about: [token.subject]
                )
            }
        )
    }
}
