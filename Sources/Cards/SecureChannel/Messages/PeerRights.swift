/// What a paired program may do with a card, as one octet.
///
/// | bit | right |
/// |---|---|
/// | 1 (`01`) | ``use`` |
/// | 2 (`02`) | ``manage`` |
public struct PeerRights: OptionSet, Hashable, Sendable {
    /// The octet.
    public let rawValue: UInt8

    /// Makes rights from their octet.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Open sessions.
    public static let use = PeerRights(rawValue: 0x01)
    /// List other programs and revoke them; the first program that a card is paired with has it.
    public static let manage = PeerRights(rawValue: 0x02)
}
