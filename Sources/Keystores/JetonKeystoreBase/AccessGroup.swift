/// The name of an access group: which programs share an item.
///
/// A name has one of three forms, all ASCII, and is compared octet by octet:
///
/// | form | example | who |
/// |---|---|---|
/// | team identifier of ten `A`–`Z`, `0`–`9`, a dot, 1–200 of `A`–`Z a`–`z 0`–`9 . _ -` | `ABCDE12345.shared` | programs of one developer |
/// | `local.` and 1–64 of `a`–`z 0`–`9 -` | `local.5f0c` | one program without a developer's signature |
/// | `jeton.token` | | objects that live on a token; read only |
///
/// A name of these forms is also a safe name of a directory. `*` is never part of a name.
///
/// - SeeAlso: docs/keystore.md, "Access groups".
public struct AccessGroup: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Takes a name if it has one of the three forms.
    ///
    /// - Returns: Nil for any other text.
    public init?(rawValue: String) {
        guard AccessGroup.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private init(reserved: String) { rawValue = reserved }

    /// The reserved group of objects that live on a token: it sorts last and is never written.
    public static let token = AccessGroup(reserved: "jeton.token")

    /// The developer's ten characters before the first dot; nil for a local group and for ``token``.
    public var teamIdentifier: String? {
        isTeamGroup ? String(rawValue.prefix(AccessGroup.teamLength)) : nil
    }

    /// What stands behind the first dot.
    public var name: String {
        String(rawValue.drop { $0 != "." }.dropFirst())
    }

    /// Whether the group belongs to a developer's team.
    public var isTeamGroup: Bool { self != .token && !rawValue.hasPrefix("local.") }

    /// The name.
    public var description: String { rawValue }

    /// Orders by octets; ``token`` comes last.
    public static func < (left: AccessGroup, right: AccessGroup) -> Bool {
        if (left == .token) != (right == .token) { return right == .token }
        return left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
    }

    private static let teamLength = 10

    private static func isValid(_ text: String) -> Bool {
        if text == token.rawValue { return true }
        let octets = Array(text.utf8)
        guard let dot = octets.firstIndex(of: UInt8(ascii: ".")) else { return false }
        let prefix = octets[..<dot]
        let rest = octets[(dot + 1)...]
        if text.hasPrefix("local.") {
            return (1...64).contains(rest.count)
                && rest.allSatisfy { isDigit($0) || isLowercase($0) || $0 == UInt8(ascii: "-") }
        }
        return prefix.count == teamLength && prefix.allSatisfy { isDigit($0) || isUppercase($0) }
            && (1...200).contains(rest.count)
            && rest.allSatisfy { isDigit($0) || isUppercase($0) || isLowercase($0) || "._-".utf8.contains($0) }
    }

    private static func isDigit(_ octet: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) }
    private static func isUppercase(_ octet: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) }
    private static func isLowercase(_ octet: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet) }
}
