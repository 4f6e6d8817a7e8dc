internal import Cryptoki

/// The user's PIN is locked.
enum TokenUserPinLocked: Check {
    static let page = CheckPage(
        id: "token-user-pin-locked",
        layer: .token,
        title: "the user PIN of a token is locked",
        symptom: "`CKR_PIN_LOCKED` (0xA4), \"PIN is blocked\", status word 6983.",
        cause: "Too many wrong PINs.",
        detection: """
            `CKF_USER_PIN_LOCKED` is set; no PIN is tried. `CKF_SO_PIN_LOCKED`, or GET METADATA of a PIV card, \
            shows whether it can be unblocked.
            """,
        needs: [.token],
        remedies: [
            Remedy(
                "have the security officer set a new PIN",
                commands: ["jeton pin unblock --reader READER"]
            ),
            Remedy("for a YubiKey, unblock the PIN with its PUK", commands: ["ykman piv access unblock-pin"]),
            Remedy("ask the token's issuer, who may have another way"),
        ]
    )

    /// What is left where nothing can unblock the PIN: both PINs say that the keys are out of reach.
    private static func lastResort(_ witnesses: Witnesses) -> [Remedy] {
        [
            Remedy("ask the token's issuer, who may have another way"),
            Remedy(
                "for a YubiKey: reset the PIV application; its keys are lost",
                commands: ["ykman piv reset"],
                needs: .loss,
                witnesses: witnesses
            ),
            Remedy(
                "for another token: initialize it again; its keys are lost",
                commands: ["jeton token init --reader READER --label LABEL"],
                needs: .loss,
                witnesses: witnesses
            ),
        ]
    }

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.tokens.compactMap { token in
                guard token.info.flags.contains(.userPINLocked) else { return nil }
                let lock = machine.unblockingLock(of: token)
                return Sighting(
                    lock != nil
                        ? "the user PIN of \(token.title) is locked, and so is the PIN or PUK that could unblock it"
                        : "the user PIN of \(token.title) is locked",
                    [token.flagEvidence, token.place],
                    about: [token.subject],
                    remedies: lock.map { lastResort(Witnesses(token.flagEvidence, $0)) }
                )
            }
        )
    }
}
