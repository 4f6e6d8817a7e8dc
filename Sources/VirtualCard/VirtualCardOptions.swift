/// What a new virtual card is to be like.
public struct VirtualCardOptions: Hashable, Sendable {
    /// The serial number; nil takes a random one of eight decimal digits.
    public var serialNumber: UInt32?
    /// The algorithm of the management key from the factory, also after a reset.
    public var managementAlgorithm: ManagementAlgorithm

    /// Makes options.
    public init(serialNumber: UInt32? = nil, managementAlgorithm: ManagementAlgorithm = .aes192) {
        self.serialNumber = serialNumber
        self.managementAlgorithm = managementAlgorithm
    }
}
