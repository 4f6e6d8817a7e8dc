public import JetonKeystoreBase

/// One element of `keychain-access-groups` in a signed manifest: an access group, or a pattern of access groups.
///
/// A pattern is a prefix and a final `.*`: `ABCDE12345.*`, `ABCDE12345.shared.*`. It grants the use of a group that
/// a program names, and never becomes the default group. `*` alone is not a grant.
///
/// - SeeAlso: docs/keystore.md, "Entitlements".
public enum AccessGroupGrant: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// Exactly this group.
    case group(AccessGroup)
    /// Every group whose name starts with this text, which ends in a dot.
    case prefix(String)

    /// Reads an element; nil if it is neither a team's group nor a pattern within one team.
    public init?(rawValue: String) {
        if let group = AccessGroup(rawValue: rawValue), group.isTeamGroup, group.name != "apple" {
            self = .group(group)
            return
        }
        // A name that continues the pattern must be a group: this bounds and checks what stands before the star.
        guard rawValue.hasSuffix(".*"), AccessGroup(rawValue: rawValue.dropLast() + "x")?.isTeamGroup == true else {
            return nil
        }
        self = .prefix(String(rawValue.dropLast()))
    }

    /// The element's text.
    public var rawValue: String {
        switch self {
        case .group(let group): group.rawValue
        case .prefix(let prefix): prefix + "*"
        }
    }

    /// The team in front of the first dot.
    public var team: TeamIdentifier? { TeamIdentifier(prefixOf: rawValue) }

    /// Whether the element grants a group that is named.
    public func grants(_ group: AccessGroup) -> Bool {
        switch self {
        case .group(let granted): granted == group
        case .prefix(let prefix): group.isTeamGroup && group.rawValue.utf8.starts(with: prefix.utf8)
        }
    }

    /// The element's text.
    public var description: String { rawValue }
}
