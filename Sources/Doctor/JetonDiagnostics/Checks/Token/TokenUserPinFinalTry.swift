internal import Cryptoki

/// One more wrong PIN locks the token.
enum TokenUserPinFinalTry: Check {
    static let page = CheckPage(
        id: "token-user-pin-final-try",
        layer: .token,
        title: "one more wrong PIN locks a token",
        symptom: "None, until it is too late.",
        cause: "Earlier wrong PINs.",
        detection: "`CKF_USER_PIN_FINAL_TRY` is set and `CKF_USER_PIN_LOCKED` is not; no PIN is tried.",
        needs: [.token],
        remedies: [
            Remedy("do not guess: enter the right PIN once, which resets the try counter, or have the PIN reset"),
            Remedy("have the security officer set a new PIN", commands: ["jeton pin set --reader READER"]),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard token.info.flags.contains(.userPINFinalTry), !token.info.flags.contains(.userPINLocked) else {
                    return nil
                }
                return Sighting(
                    "one more wrong PIN locks \(token.title)",
                    [token.flagEvidence, token.place],
                    severity: .warning,
                    about: [token.subject]
                )
            }
        )
    }
}
