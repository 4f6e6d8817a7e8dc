extension HelpExamples {
    static let tokens: [String: [Example]] = [
        "setup": [
            Example("Set up a new card, from its PINs to a verified signature:", "jeton setup")
        ],
        "list": [
            Example("Show every reader and token:", "jeton list"),
            Example("Print a line for every change, for a program to read:", "jeton list --watch --json"),
        ],
        "modules list": [
            Example("Show which modules are used, and why one is left out:", "jeton modules list")
        ],
        "modules show": [
            Example(
                "Load one module and show what it is:",
                "jeton modules show --module /usr/lib/softhsm/libsofthsm2.so"
            )
        ],
        "token show": [
            Example("Show the token of that label:", "jeton token show anna"),
            Example(
                "Show the mechanisms of the token in a reader:",
                "jeton token show --reader 'Yubico YubiKey 00 00' --mechanisms"
            ),
        ],
        "token init": [
            Example(
                "Set up the only new token; the PINs are asked for:",
                "jeton token init --label anna --pin-source prompt"
            ),
            Example(
                "Set up the card in a reader, without questions:",
                "jeton token init --reader 'Yubico YubiKey 00 00' --label anna --yes "
                    + "--so-pin-source file:puk --pin-source file:pin"
            ),
        ],
        "token rename": [
            Example("Give the token another label:", "jeton token rename anna --label anna-2027")
        ],
        "pair": [
            Example("Pair the only token that is not paired yet:", "jeton pair"),
            Example(
                "Pair the token of that serial number, with a password from a file:",
                "jeton pair 1217688090 --password-source file:password"
            ),
        ],
        "unpair": [
            Example("End the pairing with a token:", "jeton unpair rutoken_ecp_4894721a")
        ],
        "pairings list": [
            Example("Show which programs are paired with which tokens:", "jeton pairings list")
        ],
        "pairings show": [
            Example("Show one pairing, and who uses it:", "jeton pairings show rutoken_ecp_4894721a")
        ],
        "pairings allow": [
            Example("Let ssh use the pairing of jeton:", "jeton pairings allow rutoken_ecp_4894721a /usr/bin/ssh")
        ],
        "pairings disallow": [
            Example("Take that back:", "jeton pairings disallow rutoken_ecp_4894721a /usr/bin/ssh")
        ],
        "pairings policy": [
            Example("Show what is allowed with a token:", "jeton pairings policy rutoken_ecp_4894721a"),
            Example(
                "Use no card in its reader in clear:",
                "jeton pairings policy rutoken_ecp_4894721a --require-channel"
            ),
        ],
        "pairings new-password": [
            Example(
                "Make another activation password, in a file that only you can read:",
                "jeton pairings new-password --token anna --out password"
            )
        ],
        "pairings new-keys": [
            Example("End all pairings with a token after a theft of its keys:", "jeton pairings new-keys anna")
        ],
        "pin status": [
            Example("Show how many tries are left:", "jeton pin status anna")
        ],
        "pin change": [
            Example("Change the user's PIN; both are asked for:", "jeton pin change anna"),
            Example("Change the security officer's PIN, which PIV calls PUK:", "jeton pin change anna --so"),
        ],
        "pin set": [
            Example("Set a user's PIN that is not known:", "jeton pin set anna")
        ],
        "pin unblock": [
            Example("Unblock a PIN after too many wrong ones:", "jeton pin unblock anna")
        ],
    ]
}
