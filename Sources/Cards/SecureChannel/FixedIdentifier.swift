import JetonOctets

/// A name of a fixed length in the messages of a channel; `Kind` keeps names of different kinds apart.
public struct FixedIdentifier<Kind: IdentifierKind>: Hashable, Sendable, CustomStringConvertible {
    /// Length of a name, in bytes.
    public static var length: Int { Kind.length }

    /// The bytes, ``length`` of them.
    public let octets: [UInt8]

    /// Makes a name of ``length`` bytes; nil for any other count.
    public init?(_ octets: some Collection<UInt8>) {
        guard octets.count == Self.length else { return nil }
        self.octets = Array(octets)
    }

    /// Takes a name from a message.
    init(from cursor: inout ByteCursor) throws(EncodingError) {
        octets = Array(try cursor.read(Self.length))
    }

    /// Two hexadecimal digits a byte.
    public var description: String { Hex.encode(octets) }
}
