/// A token answers, but its extended description can't be read.
enum TokenFilesystemDamaged: Check {
    static let page = CheckPage(
        id: "token-filesystem-damaged",
        layer: .token,
        title: "a token's extended description can't be read",
        symptom: "The vendor's control panel shows an error such as 0x6A82 or 0x6400; other programs may still work.",
        cause: "The token's file system is damaged, for example by an interrupted format, or the token is faulty.",
        detection: """
            `C_GetTokenInfo` works, but the vendor's own `C_EX_GetTokenInfoExtended` fails with an answer other \
            than "not supported". The finding is likely and a warning.
            """,
        needs: [.token],
        remedies: [
            Remedy("try another port and another computer", needs: .replug),
            Remedy("back up what can still be read, and ask the vendor to examine the token"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                token.contents?.vendorFailure.map { failure in
                    Sighting(
                        "the vendor's extended description of \(token.title) can't be read",
                        [Evidence("C_EX_GetTokenInfoExtended", "\(failure)"), token.place],
                        severity: .warning,
                        confidence: .likely,
                        about: [token.subject]
                    )
                }
            }
        )
    }
}
