/// Who one end of a channel is: 16 random bytes, made for a card at its initialization and for a program with its keys.
public typealias ChannelIdentifier = FixedIdentifier<ChannelEndKind>

/// The ends of channels.
public enum ChannelEndKind: IdentifierKind {
    /// Length of an identifier, in bytes.
    public static let length = 16
}

extension ChannelIdentifier {
    /// Makes a random identifier.
    init(random: some RandomSource) throws(ChannelError) {
        octets = try random.octets(Self.length)
    }
}
