public import JetonOctets

/// Where identifiers, challenges, passwords and ephemeral keys come from.
public protocol RandomSource: Sendable {
    /// Makes random octets that need not stay secret.
    func octets(_ count: Int) throws(ChannelError) -> [UInt8]
    /// Makes a random secret.
    func secret(_ count: Int) throws(ChannelError) -> Secret
    /// Makes a key pair.
    func keyPair(for suite: ChannelSuite) throws(ChannelError) -> KeyPair
}
