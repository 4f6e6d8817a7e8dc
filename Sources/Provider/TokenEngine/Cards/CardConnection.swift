import SecureChannel

/// A way to a card, and what is to be known of it.
public struct CardConnection: Sendable {
    /// The way to the card.
    public let transport: SharedTransport
    /// Whether other programs can use the card between two commands, so that selections and verified PINs may be
    /// gone.
    public let isShared: Bool
    /// A number that changes with what is on the card; nil where nothing tells it.
    public let revision: @Sendable () -> UInt64?
    /// What the card tells of its secure channel; nil if it has none, or was not asked.
    let channel: ChannelInformation?
    /// What is remembered of the card whose channel this goes through; nil for a card that is used in clear.
    let pairing: VaultPairing?

    /// Makes a connection to a card that was not asked for a channel.
    public init(
        _ transport: SharedTransport,
        isShared: Bool,
        revision: @escaping @Sendable () -> UInt64? = { nil }
    ) {
        self.init(transport, isShared: isShared, channel: nil, revision: revision)
    }

    init(
        _ transport: SharedTransport,
        isShared: Bool,
        channel: ChannelInformation?,
        pairing: VaultPairing? = nil,
        revision: @escaping @Sendable () -> UInt64?
    ) {
        self.transport = transport
        self.isShared = isShared
        self.channel = channel
        self.pairing = pairing
        self.revision = revision
    }
}
