/// The word that marks an access group for the channel keys of a kind of token.
///
/// The caller chooses it: the entitlements know no vendor.
public struct TokenGroupMark: Hashable, Sendable, CustomStringConvertible {
    /// The word, such as a family of tokens; ASCII, compared byte by byte.
    public let rawValue: String

    /// Takes a word of at least one character.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Whether a group carries the mark behind its team (docs/keystore.md, statement 85).
    func marks(_ name: String) -> Bool {
        let rest =
            TeamIdentifier(prefixOf: name) == nil
            ? Substring(name) : name.drop { $0 != "." }.dropFirst()
        let mark = Array(rawValue.utf8)
        let octets = Array(rest.utf8)
        guard octets.count >= mark.count else { return false }
        return (0...octets.count - mark.count).contains { octets[$0...].starts(with: mark) }
    }

    /// Whether a group would carry the mark if the case of letters did not count.
    func nearlyMarks(_ name: String) -> Bool { TokenGroupMark(rawValue.lowercased()).marks(name.lowercased()) }

    /// The word.
    public var description: String { rawValue }
}
