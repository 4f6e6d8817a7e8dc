internal import TokenKit

/// This computer knows a pairing that the token no longer knows.
enum ChannelPairingForgotten: Check {
    static let page = CheckPage(
        id: "channel-pairing-forgotten",
        layer: .token,
        title: "a token has forgotten its pairing with this computer",
        symptom: "It worked before; now `jeton list` shows `NO_MEDIA` and `unpaired`.",
        cause: """
            The token was initialized again, its administrator removed its pairings, another token with that serial \
            number is connected, or the keystore with its channel keys was removed.
            """,
        detection: "Jeton's index has a pairing with the token, and `C_OpenSession` answers 0x54.",
        needs: [.token],
        causes: ["channel-library-too-new", "channel-gostprov-missing"],
        remedies: [
            Remedy("pair it again with one of the token's activation passwords", commands: ["jeton pair READER"]),
            Remedy("if the token is no longer used here, remove the pairing", commands: ["jeton unpair READER"]),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let known = machine.keystore.pairings
        return .foundOrPassed(
            machine.tokens.filter { $0.slot.isUnpaired && known.contains(MediaName.name(of: $0.info)) }.map { token in
                Sighting(
                    "\(token.title) has forgotten its pairing with this computer",
                    [
                        Evidence("pairing index", "lists it"),
                        Evidence("C_OpenSession", "CKR_FUNCTION_NOT_SUPPORTED (0x54)"), token.place,
                    ],
                    about: [token.subject]
                )
            }
        )
    }
}
