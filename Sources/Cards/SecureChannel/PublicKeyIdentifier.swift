/// A short name of a peer's public key: the first 8 bytes of the suite's hash of `HTSC1 kid`, the suite, and the key.
public typealias PublicKeyIdentifier = FixedIdentifier<PeerKeyKind>

/// The public keys of peers.
public enum PeerKeyKind: IdentifierKind {
    /// Length of a name, in bytes.
    public static let length = 8
}

extension PublicKeyIdentifier {
    /// Names a public key.
    ///
    /// - Throws: ``ChannelError/Code/cryptography``.
    public init(_ publicKey: [UInt8], _ suite: ChannelSuite) throws(ChannelError) {
        let input = Array("HTSC1 kid".utf8) + [suite.rawValue] + publicKey
        octets = Array(try suite.parameters.hash.hash(input).prefix(Self.length))
    }
}
