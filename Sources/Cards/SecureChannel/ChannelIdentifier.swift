import Octets

/// Who one end of a channel is: 16 random octets, made for a card at its initialization and for a program with its
/// keys.
public struct ChannelIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// Length of an identifier, in octets.
    public static let length = 16

    /// The 16 octets.
    public let octets: [UInt8]

    /// Makes an identifier of 16 octets; nil for any other count.
    public init?(_ octets: some Collection<UInt8>) {
        guard octets.count == Self.length else { return nil }
        self.octets = Array(octets)
    }

    /// Takes an identifier from a message.
    init(from cursor: inout ByteCursor) throws(EncodingError) {
        octets = Array(try cursor.read(Self.length))
    }

    /// Makes a random identifier.
    init(random: some RandomSource) throws(ChannelError) {
        octets = try random.octets(Self.length)
    }

    /// 32 hexadecimal digits.
    public var description: String { Hex.encode(octets) }
}
