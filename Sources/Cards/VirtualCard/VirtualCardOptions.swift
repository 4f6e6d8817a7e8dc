public import SecureChannel

/// What a new virtual card is to be like.
public struct VirtualCardOptions: Hashable, Sendable {
    /// The serial number; nil takes a random one of eight decimal digits.
    public var serialNumber: UInt32?
    /// The algorithm of the management key from the factory, also after a reset.
    ///
    /// Default: triple DES, the only algorithm that many programs know for a factory key. A program that sets its own
    /// key chooses the algorithm with it.
    public var managementAlgorithm: ManagementAlgorithm
    /// The suite of the activation passwords of a card that is used through a secure channel only; nil for a card
    /// without a channel.
    public var channel: ChannelSuite?

    /// Makes options.
    public init(
        serialNumber: UInt32? = nil,
        managementAlgorithm: ManagementAlgorithm = .tripleDES,
        channel: ChannelSuite? = nil
    ) {
        self.serialNumber = serialNumber
        self.managementAlgorithm = managementAlgorithm
        self.channel = channel
    }
}
