/// What the PC/SC service says of a reader and the card in it.
///
/// | bit | name | C constant |
/// |---|---|---|
/// | 0002 | changed | `SCARD_STATE_CHANGED` |
/// | 0004 | unknown reader | `SCARD_STATE_UNKNOWN` |
/// | 0008 | unavailable | `SCARD_STATE_UNAVAILABLE` |
/// | 0010 | empty | `SCARD_STATE_EMPTY` |
/// | 0020 | card present | `SCARD_STATE_PRESENT` |
/// | 0040 | ATR matches | `SCARD_STATE_ATRMATCH` |
/// | 0080 | held exclusively | `SCARD_STATE_EXCLUSIVE` |
/// | 0100 | in use | `SCARD_STATE_INUSE` |
/// | 0200 | mute | `SCARD_STATE_MUTE` |
/// | 0400 | unpowered | `SCARD_STATE_UNPOWERED` |
public struct ReaderFlags: OptionSet, Hashable, Sendable {
    /// The lower 16 bits of a reader's state.
    public let rawValue: UInt16

    /// Makes flags from their bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Leave this reader out of waiting; the corresponding C constant is `SCARD_STATE_IGNORE`.
    public static let ignore = ReaderFlags(rawValue: 0x0001)
    /// The state differs from the one given; the corresponding C constant is `SCARD_STATE_CHANGED`.
    public static let changed = ReaderFlags(rawValue: 0x0002)
    /// No reader of this name; the corresponding C constant is `SCARD_STATE_UNKNOWN`.
    public static let unknown = ReaderFlags(rawValue: 0x0004)
    /// The reader's state cannot be had; the corresponding C constant is `SCARD_STATE_UNAVAILABLE`.
    public static let unavailable = ReaderFlags(rawValue: 0x0008)
    /// No card; the corresponding C constant is `SCARD_STATE_EMPTY`.
    public static let empty = ReaderFlags(rawValue: 0x0010)
    /// A card is there; the corresponding C constant is `SCARD_STATE_PRESENT`.
    public static let present = ReaderFlags(rawValue: 0x0020)
    /// The answer to reset is one asked for; the corresponding C constant is `SCARD_STATE_ATRMATCH`.
    public static let atrMatch = ReaderFlags(rawValue: 0x0040)
    /// One program holds the card alone; the corresponding C constant is `SCARD_STATE_EXCLUSIVE`.
    public static let exclusive = ReaderFlags(rawValue: 0x0080)
    /// Programs are connected; the corresponding C constant is `SCARD_STATE_INUSE`.
    public static let inUse = ReaderFlags(rawValue: 0x0100)
    /// The card does not answer; the corresponding C constant is `SCARD_STATE_MUTE`.
    public static let mute = ReaderFlags(rawValue: 0x0200)
    /// The card has no power; the corresponding C constant is `SCARD_STATE_UNPOWERED`.
    public static let unpowered = ReaderFlags(rawValue: 0x0400)

    private static let names: [(ReaderFlags, String)] = [
        (.ignore, "ignored"), (.changed, "changed"), (.unknown, "unknown"), (.unavailable, "unavailable"),
        (.empty, "empty"), (.present, "present"), (.atrMatch, "ATR matches"), (.exclusive, "exclusive"),
        (.inUse, "in use"), (.mute, "mute"), (.unpowered, "unpowered"),
    ]
}

extension ReaderFlags: CustomStringConvertible {
    /// The names of the flags that are set, with commas between; "none" without.
    public var description: String {
        let set = Self.names.filter { contains($0.0) }.map(\.1)
        return set.isEmpty ? "none" : set.joined(separator: ", ")
    }
}
