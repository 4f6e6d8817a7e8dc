internal import TokenKit

/// This computer knows a pairing that the token does not know any more.
enum ChannelPairingForgotten: Check {
    static let page = CheckPage(
        id: "channel-pairing-forgotten",
        layer: .token,
        title: "a token has forgotten its pairing with this computer",
        symptom: "It worked before; now `jeton list` shows `NO_MEDIA` and `unpaired`.",
        cause: """
            The token was set up anew, its pairings were removed by its administrator, another token of that serial \
            number is there, or the keystore with the keys of its channel was removed.
            """,
        detection: "Jeton's index has a pairing with the token, and `C_OpenSession` answers 0x54.",
        needs: [.token],
        causes: ["channel-library-too-new", "channel-gostprov-missing"],
        remedies: [
            Remedy("pair it anew, with an activation password of the token", commands: ["jeton pair READER"]),
            Remedy("if the token is not to be used here any more", commands: ["jeton unpair READER"]),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let known = machine.keystore.pairings
        return .foundOrPassed(
            machine.tokens.filter { $0.slot.isUnpaired && known.contains(MediaName.name(of: $0.info)) }.map { token in
                Sighting(
                    "\(token.title) was paired with this computer and does not know of it any more",
                    [
                        Evidence("index of pairings", "has it"),
                        Evidence("C_OpenSession", "CKR_FUNCTION_NOT_SUPPORTED (0x54)"), token.place,
                    ],
                    about: [token.subject]
                )
            }
        )
    }
}
