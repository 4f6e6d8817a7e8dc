internal import Cryptoki
internal import TokenKit

/// A token's channel keys are in a locked keystore.
enum KeystoreLocked: Check {
    // Not in the laboratory: the keystore is in the home directory of the user who runs the doctor; the provider's
    // answer is in `TokenEngineTests`

    static let page = CheckPage(
        id: "keystore-locked",
        layer: .token,
        title: "a token's channel keys are in a locked keystore",
        symptom: "`CKR_USER_NOT_LOGGED_IN` (0x101) from `C_OpenSession`, before any PIN is asked for.",
        cause: """
            Jeton's module stores channel keys in the user's keystore. Programs that load the module can't ask \
            for a passphrase. The key file `keystore.key` in Jeton's data directory opens the store for them, or \
            `jeton keystore unlock` opens it temporarily.
            """,
        detection:
            "Jeton's module answers `C_OpenSession` with 0x101, which in this call means that the keystore is locked.",
        needs: [.token],
        remedies: [
            Remedy("unlock the keystore temporarily", commands: ["jeton keystore unlock"]),
            Remedy(
                "let programs open the keystore without a passphrase; anyone who has the file can use the keys",
                commands: ["jeton keystore slot add --new-key-file ~/.local/share/jeton/keystore.key"]
            ),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.tokens.filter { $0.slot.tokenError == .userNotLoggedIn }.map { token in
                Sighting(
                    "the channel keys of \(token.title) are in a locked keystore",
                    [Evidence("C_OpenSession", "CKR_USER_NOT_LOGGED_IN (0x101)"), token.place],
                    about: [token.subject]
                )
            }
        )
    }
}
