import Octets

/// A short name of a peer's public key: the first 8 octets of the suite's hash of `HTSC1 kid`, the suite, and the key.
public struct PublicKeyIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// Length of a name, in octets.
    public static let length = 8

    /// The 8 octets.
    public let octets: [UInt8]

    /// Makes a name of 8 octets; nil for any other count.
    public init?(_ octets: some Collection<UInt8>) {
        guard octets.count == Self.length else { return nil }
        self.octets = Array(octets)
    }

    /// Takes a name from a message.
    init(from cursor: inout ByteCursor) throws(EncodingError) {
        octets = Array(try cursor.read(Self.length))
    }

    /// Names a public key.
    ///
    /// - Throws: ``ChannelError/Code/cryptography``.
    public init(_ publicKey: [UInt8], _ suite: ChannelSuite) throws(ChannelError) {
        let input = Array("HTSC1 kid".utf8) + [suite.rawValue] + publicKey
        octets = Array(try suite.parameters.hash.hash(input).prefix(Self.length))
    }

    /// 16 hexadecimal digits.
    public var description: String { Hex.encode(octets) }
}
