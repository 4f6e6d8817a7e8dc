public import JetonKeystoreBase

/// The name of one program of a team: `TEAMID.reverse.domain.name`.
///
/// It has at least two parts between dots, of which the first two differ and the second is not empty, and is at
/// the same time the name of the access group that belongs to this program alone.
///
/// - SeeAlso: docs/keystore.md, statement 82.
public struct ApplicationIdentifier: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The access group of this program alone.
    public let accessGroup: AccessGroup
    /// The team in front of the first dot.
    public let team: TeamIdentifier

    /// Takes a name of the form described; nil for any other text.
    public init?(rawValue: String) {
        let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
        guard let group = AccessGroup(rawValue: rawValue), let team = TeamIdentifier(prefixOf: rawValue),
            group.isTeamGroup, parts.count >= 2, parts[0] != parts[1], !parts[1].isEmpty
        else { return nil }
        accessGroup = group
        self.team = team
    }

    /// The name.
    public var rawValue: String { accessGroup.rawValue }

    /// The name.
    public var description: String { rawValue }
}
