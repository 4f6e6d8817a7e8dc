internal import TokenKit

/// A token is paired, and Jeton's index does not have it.
enum ChannelPairingUnknown: Check {
    static let page = CheckPage(
        id: "channel-pairing-unknown",
        layer: .token,
        title: "a token is paired, and this user's Jeton does not know of it",
        symptom: "None: the token works. `jeton pairings list` does not show it.",
        cause: "It was paired by another program or by another user of this computer.",
        detection: "A token is reached by a secure channel that was set up, and Jeton's index has no pairing with it.",
        needs: [.token],
        remedies: [Remedy("let Jeton note it; no password is asked for", commands: ["jeton pair READER"])]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        let known = machine.keystore.pairings
        return .foundOrPassed(
            machine.tokens.filter { token in
                token.contents?.hasChannel == true && !known.contains(MediaName.name(of: token.info))
            }.map { token in
                Sighting(
                    "\(token.title) is paired, and this user's Jeton does not know of it",
                    [
                        Evidence("secure channel", "set up"), Evidence("index of pairings", "does not have it"),
                        token.place,
                    ],
                    severity: .info
                )
            }
        )
    }
}
