internal import Cryptoki

/// A token reports that it failed its self-test.
enum TokenErrorState: Check {
    static let page = CheckPage(
        id: "token-error-state",
        layer: .token,
        title: "a token reports that it failed its self-test",
        symptom: "`CKR_FUNCTION_FAILED` (0x6) from every operation.",
        cause: "The device is broken, or was unplugged while it was writing.",
        detection: "`CKF_ERROR_STATE` is set.",
        needs: [.token],
        remedies: [
            Remedy("unplug the token and plug it in again", needs: .replug),
            Remedy("ask the token's vendor: the token may be broken"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard token.info.flags.contains(.errorState) else { return nil }
                return Sighting(
                    "\(token.title) reports that it failed its self-test",
                    [token.flagEvidence, token.place],
                    about: [token.subject]
                )
            }
        )
    }
}
