/// A token answers, and its own description of itself can't be read.
enum TokenFilesystemDamaged: Check {
    static let page = CheckPage(
        id: "token-filesystem-damaged",
        layer: .token,
        title: "a token's own description of itself can't be read",
        symptom: "The maker's control panel shows an error such as 0x6A82 or 0x6400; other programs may still work.",
        cause: "The token's file system is damaged, as after a format that was cut off, or the token is faulty.",
        detection: """
            `C_GetTokenInfo` works, and the maker's own `C_EX_GetTokenInfoExtended` fails with another answer than that \
            the token has no such thing. Likely, and a warning.
            """,
        needs: [.token],
        remedies: [
            Remedy("try another port and another computer", needs: .replug),
            Remedy(
                "save what can be saved, and set the token up anew",
                commands: ["jeton token init --reader READER --label LABEL"],
                needs: .loss
            ),
            Remedy("have it replaced by its maker"),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.initializedTokens.compactMap { token in
                token.contents?.vendorFailure.map { failure in
                    Sighting(
                        "\(token.title) can't be asked for its maker's description of it",
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
