/// A way to a card, and what is to be known of it.
public struct CardConnection: Sendable {
    /// The way to the card.
    public let transport: AnyCardTransport
    /// Whether other programs can use the card between two commands, so that selections and verified PINs may be
    /// gone.
    public let isShared: Bool
    /// A number that changes with what is on the card; nil where nothing tells it.
    public let revision: @Sendable () -> UInt64?
    /// What is known of an unpaired card without asking it.
    public let serialNumber: String?

    /// Makes a connection.
    public init(
        _ transport: AnyCardTransport,
        isShared: Bool,
        serialNumber: String? = nil,
        revision: @escaping @Sendable () -> UInt64? = { nil }
    ) {
        self.transport = transport
        self.isShared = isShared
        self.serialNumber = serialNumber
        self.revision = revision
    }
}
