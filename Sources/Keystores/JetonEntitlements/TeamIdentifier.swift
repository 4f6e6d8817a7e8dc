/// The ten characters that name a developer's team: `A`–`Z` and `0`–`9`.
///
/// An identifier says who claims to have signed, not who did: ten characters are short enough to be made up, so
/// trust rests on the team's pinned keys in ``TeamTrust`` alone.
public struct TeamIdentifier: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The ten characters.
    public let rawValue: String

    /// Takes ten of `A`–`Z` and `0`–`9`; nil for any other text.
    public init?(rawValue: String) {
        let octets = Array(rawValue.utf8)
        guard octets.count == 10,
            octets.allSatisfy({
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
            })
        else { return nil }
        self.rawValue = rawValue
    }

    /// The team in front of the first dot of an access group's or application's name, or nil.
    public init?(prefixOf name: String) {
        guard let dot = name.firstIndex(of: ".") else { return nil }
        self.init(rawValue: String(name[..<dot]))
    }

    /// The ten characters.
    public var description: String { rawValue }

    /// Orders by octets.
    public static func < (left: TeamIdentifier, right: TeamIdentifier) -> Bool { left.rawValue < right.rawValue }
}
