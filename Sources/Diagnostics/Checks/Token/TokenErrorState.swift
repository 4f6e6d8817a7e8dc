internal import Cryptoki

/// A token says of itself that it failed its self-test.
enum TokenErrorState: Check {
    static let page = CheckPage(
        id: "token-error-state",
        layer: .token,
        title: "a token says that it failed its own test",
        symptom: "`CKR_FUNCTION_FAILED` (0x6) from every operation.",
        cause: "The device is broken, or was taken out while it wrote.",
        detection: "`CKF_ERROR_STATE` is set.",
        needs: [.token],
        remedies: [
            Remedy("take it out and put it back", needs: .replug),
            Remedy("ask its maker: it may be broken"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                guard token.info.flags.contains(.errorState) else { return nil }
                return Sighting(
                    "\(token.title) says that it failed its own test",
                    [token.flagEvidence, token.place],
                    about: [token.subject]
                )
            }
        )
    }
}
