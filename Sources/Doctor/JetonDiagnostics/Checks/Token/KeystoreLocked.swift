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
            Jeton's module keeps the keys of channels in the user's keystore. Programs that load it can't be asked for \
            a passphrase: the key file `keystore.key` in Jeton's data folder opens the store for them, or what \
            `jeton keystore unlock` has left for a while.
            """,
        detection: "Jeton's module answers `C_OpenSession` with 0x101, which there means the keystore.",
        needs: [.token],
        remedies: [
            Remedy("unlock it temporarily", commands: ["jeton keystore unlock"]),
            Remedy(
                "let programs open it without asking; anyone with the file has the keys",
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
