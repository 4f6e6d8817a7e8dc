internal import Cryptoki
internal import TokenKit

/// A card without a secure channel stands for a paired token.
enum ChannelMissing: Check {
    // Not in the laboratory: needs Jeton's own module and a pairing; `JetonTests` tests the attack

    static let page = CheckPage(
        id: "channel-missing",
        layer: .token,
        title: "a card without a secure channel claims to be a paired token",
        symptom: "`C_OpenSession` answers `CKR_ACTION_PROHIBITED` (0x1B), and `jeton` refuses to send a PIN.",
        cause: """
            The card has the serial number or the label of a paired token, or is in a reader that a pairing \
            reserves for cards with a channel. Another card, or a program between the reader and the card, may \
            be trying to obtain the PIN. Or the token was set up again without its channel.
            """,
        detection: "Jeton's module refuses the card's sessions, and the card offers no channel suite.",
        needs: [.token],
        remedies: [
            Remedy("check that the card and the reader are yours, and that nothing is connected between them"),
            Remedy("if the token no longer has a channel, remove the pairing", commands: ["jeton unpair SERIAL"]),
        ]
    )

    static func run(on machine: Machine) -> CheckOutcome {
        .foundOrPassed(
            machine.tokens.compactMap { token in
                guard let channel = token.slot.channel, channel.isMissing, let refusal = channel.refusal else {
                    return nil
                }
                return Sighting(
                    "\(token.title) claims to be a paired token, but offers no secure channel",
                    [
                        Evidence("Jeton's module", "\(private: refusal, .label)"),
                        Evidence("C_OpenSession", "\(token.slot.tokenError?.description ?? "-")"), token.place,
                    ],
                    about: [token.subject]
                )
            }
        )
    }
}
