import SecureChannel

/// A card that is used through its secure channel only, and that this program can't open: described and paired, but
/// without sessions.
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
}
