import Octets
import SecureChannel

/// A card whose secure channel this program can't use: described and paired, but without sessions.
struct UnpairedCard: Sendable {
    /// The way to the card.
    let connection: CardConnection
    /// What the card tells of its channel.
    let information: ChannelInformation
    /// Why there are no sessions: `CKR_FUNCTION_NOT_SUPPORTED` for a card that wants to be paired.
    let fault: TokenFault
    /// The same at length.
    let state: ChannelState
    /// The pairing that the card did not know; trying it again would tell nothing new.
    let rejected: CardPairing?

    /// The card's serial number, hexadecimal.
    var serialNumber: String { Hex.encode(information.serialNumber.bigEndianOctets) }
}

extension UnpairedCard {
    /// A card that wants to be paired with the programs of a group.
    init(
        _ connection: CardConnection,
        _ information: ChannelInformation,
        _ group: ChannelGroup,
        rejected: CardPairing?
    ) {
        self.init(
            connection: connection,
            information: information,
            fault: TokenFault(.functionNotSupported, "the token's channel has not been set up"),
            state: ChannelState(group, information),
            rejected: rejected
        )
    }
}
