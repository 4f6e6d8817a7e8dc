public import JetonOctets

/// Who a program is towards cards: an identifier and a key pair, one for each suite and installation.
public struct HostIdentity: Sendable {
    private static let version: UInt8 = 1
    private static let encodedLength = 2 + ChannelIdentifier.length + 32

    /// The identifier (ID_H).
    public let identifier: ChannelIdentifier
    /// The static key pair.
    public let keys: KeyPair

    /// The suite.
    public var suite: ChannelSuite { keys.suite }

    /// Makes a new identity.
    ///
    /// - Throws: ``ChannelError/Code/cryptography``.
    public init(generatingFor suite: ChannelSuite, random: some RandomSource = SystemRandom()) throws(ChannelError) {
        identifier = try ChannelIdentifier(random: random)
        keys = try random.keyPair(for: suite)
    }

    /// Puts an identity together.
    public init(_ identifier: ChannelIdentifier, _ keys: KeyPair) {
        self.identifier = identifier
        self.keys = keys
    }

    /// Reads what ``encoded()`` gave.
    ///
    /// - Throws: ``ChannelError/Code/malformed``.
    public init(decoding octets: borrowing Secret) throws(ChannelError) {
        guard octets.count == Self.encodedLength, octets.octets(0..<1) == [Self.version],
            let suite = ChannelSuite(rawValue: octets.octets(1..<2)[0]),
            let identifier = ChannelIdentifier(octets.octets(2..<18))
        else { throw ChannelError(.malformed) }
        self.identifier = identifier
        keys = try KeyPair(octets: octets.part(18..<Self.encodedLength), suite)
    }

    /// The identity for storage: version `01`, suite, identifier (16), private key (32).
    public func encoded() -> Secret {
        let head = Secret(copying: ([Self.version, suite.rawValue] + identifier.octets).span)
        return head.followed(by: keys.privateOctets())
    }
}
