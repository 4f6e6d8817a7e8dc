import JetonKeystoreBase
import JetonOctets
import SecureChannel

/// A card that this program can't use, since its secure channel is not set up or may not be used: described and paired,
/// but without sessions.
struct UnpairedCard: Sendable {
    /// The way to the card.
    let connection: CardConnection
    /// What the card tells of its channel; nil for a card without one that stands for a paired token.
    let information: ChannelInformation?
    /// The card's serial number, in hexadecimal.
    let serialNumber: String
    /// The card's label; empty for one that tells none.
    let label: String
    /// Why there are no sessions: `CKR_FUNCTION_NOT_SUPPORTED` for a card that wants to be paired.
    let fault: TokenFault
    /// The same at length.
    let state: TokenChannelState
    /// The pairing that the card did not know; trying it again would tell nothing new.
    let rejected: CardPairing?

    /// The serial number that a card tells of its channel, in hexadecimal.
    static func serialNumber(_ information: ChannelInformation) -> String {
        Hex.encode(information.serialNumber.bigEndianOctets)
    }
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
            serialNumber: Self.serialNumber(information),
            label: "",
            fault: TokenFault(.functionNotSupported, "the token's secure channel has not been set up"),
            state: TokenChannelState(group, information),
            rejected: rejected
        )
    }

    /// A card with a channel whose keys the keystore does not give.
    init(_ connection: CardConnection, _ information: ChannelInformation, _ error: KeystoreError) {
        self.init(connection, information, TokenFault(error), TokenChannelState(error, information))
    }

    /// A card with a channel that is refused.
    init(
        _ connection: CardConnection,
        _ information: ChannelInformation,
        _ fault: TokenFault,
        _ state: TokenChannelState
    ) {
        self.init(
            connection: connection,
            information: information,
            serialNumber: Self.serialNumber(information),
            label: "",
            fault: fault,
            state: state,
            rejected: nil
        )
    }

    /// A card without a channel that stands for a paired token.
    init(plain connection: CardConnection, serialNumber: String, label: String, _ claim: PairedTokens.Claim) {
        let state = TokenChannelState(claim)
        self.init(
            connection: connection,
            information: nil,
            serialNumber: serialNumber,
            label: label,
            fault: TokenFault(.actionProhibited, state.text),
            state: state,
            rejected: nil
        )
    }

    /// The same while the keystore that would tell more can't be used.
    init(plain connection: CardConnection, serialNumber: String, label: String, _ problem: KeystoreError) {
        self.init(
            connection: connection,
            information: nil,
            serialNumber: serialNumber,
            label: label,
            fault: TokenFault(problem),
            state: TokenChannelState(problem, nil),
            rejected: nil
        )
    }
}
