internal import Cryptoki

/// The user's PIN is locked.
enum TokenUserPinLocked: Check {
    static let page = CheckPage(
        id: "token-user-pin-locked",
        layer: .token,
        title: "the user PIN of a token is locked",
        symptom: "`CKR_PIN_LOCKED` (0xA4), \"PIN is blocked\", status word 6983.",
        cause: "Too many wrong PINs.",
        detection: "`CKF_USER_PIN_LOCKED` is set; nothing is tried.",
        needs: [.token],
        remedies: [
            Remedy(
                "have the security officer set a new PIN",
                commands: ["jeton pin unblock --reader READER"]
            ),
            Remedy("for a YubiKey, with its PUK", commands: ["ykman piv access unblock-pin"]),
            Remedy("only if nothing else helps: initialize it again; its keys are lost", needs: .loss),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard token.info.flags.contains(.userPINLocked) else { return nil }
                return Sighting(
                    "the user PIN of \(token.title) is locked",
                    [token.flagEvidence, token.place],
                    about: [token.subject]
                )
            }
        )
    }
}
