internal import TokenKit

/// A token is paired, but not in Jeton's index.
enum ChannelPairingUnknown: Check {
    static let page = CheckPage(
        id: "channel-pairing-unknown",
        layer: .token,
        title: "a token is paired, but this user's Jeton does not know about it",
        symptom: "None: the token works. `jeton pairings list` does not show it.",
        cause: "Another program or another user of this computer paired it.",
        detection: "A token is reached through a secure channel, and Jeton's index has no pairing with it.",
        needs: [.token],
        remedies: [Remedy("record the pairing; this needs no password", commands: ["jeton pair READER"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let known = machine.keystore.pairings
        return .foundOrPassed(
            machine.tokens.filter { token in
                token.contents?.hasChannel == true && !known.contains(MediaName.name(of: token.info))
            }.map { token in
                Sighting(
                    "\(token.title) is paired, but this user's Jeton does not know about it",
                    [
                        Evidence("secure channel", "set up"), Evidence("pairing index", "does not list it"),
                        token.place,
                    ],
                    severity: .info
                )
            }
        )
    }
}
