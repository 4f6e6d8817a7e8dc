public import SecureChannel

/// What a new virtual card is to be like.
public struct VirtualCardOptions: Hashable, Sendable {
    /// The serial number; nil takes a random one of eight decimal digits.
    public var serialNumber: UInt32?
    /// The algorithm of the management key from the factory, also after a reset.
    ///
    /// Default: triple DES, since many programs know no other for a factory key. A program that sets a
    /// key of their own chooses its algorithm with it.
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
