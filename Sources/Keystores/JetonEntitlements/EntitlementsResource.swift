import JetonFiles
import JetonKeystoreBase
import JetonPropertyLists

/// An `Entitlements.plist`: the access groups that a program asks for by name.
///
/// The file is a program's resource and proves nothing. It makes the program name its group explicitly, so that a
/// missing entitlement is an error instead of a silent fall back to the program's own group. What is granted stands
/// in the signed manifest, ``SignedManifest``.
///
/// - SeeAlso: docs/keystore.md, "Entitlements".
public struct EntitlementsResource: Sendable {
    /// One element of `keychain-access-groups` as it stands in the file.
    public struct Claim: Hashable, Sendable {
        /// The text of the element; not necessarily a well-formed group.
        public let name: String
        /// The line of the element, from 1.
        public let line: Int
    }

    /// The name of the file beside the executable.
    public static let fileName = "Entitlements.plist"
    /// The key whose array holds the access groups.
    public static let groupsKey = "keychain-access-groups"
    /// The key of the application's identifier.
    public static let applicationKey = "application-identifier"
    /// Keys of the team's identifier: the plain one and Apple's.
    public static let teamKeys = ["team-identifier", "com.apple.developer.team-identifier"]

    /// The path as given to ``load(_:team:tokenMark:)``, for messages.
    public let path: String
    /// What is wrong with the file, in order of lines.
    public let findings: [EntitlementFinding]
    /// The elements of `keychain-access-groups` in file order; nil if the key is missing or cannot be used.
    public let accessGroups: [Claim]?
    /// The value of `application-identifier` and its line.
    public let applicationIdentifier: Claim?
    /// The value of `team-identifier` and its line.
    public let teamIdentifier: Claim?
    /// Keys that a signed manifest has no place for, such as `get-task-allow`, with their lines.
    public let unusedKeys: [Claim]
    /// What marks the group of a token's channel.
    let tokenMark: TokenGroupMark
    /// The line of the dictionary's start tag; nil if the file is malformed.
    let firstLine: Int?

    /// The team that the file names, or the one of its first group that has one.
    var team: TeamIdentifier? {
        teamIdentifier.flatMap { TeamIdentifier(rawValue: $0.name) }
            ?? (accessGroups ?? []).lazy.compactMap { TeamIdentifier(prefixOf: $0.name) }.first
    }

    /// The first finding that makes the whole file unusable, or nil.
    public var malformation: EntitlementFinding? { findings.first { $0.severity == .malformed } }

    /// Reads and lints the octets of a file.
    ///
    /// - Parameters:
    ///   - octets: The file; at most 1 MiB are read.
    ///   - path: Where it was, for messages.
    ///   - team: The team that the groups must belong to; nil to judge the file alone.
    ///   - tokenMark: What marks the group of a token's channel.
    public init(
        _ octets: [UInt8],
        path: String = EntitlementsResource.fileName,
        team: TeamIdentifier? = nil,
        tokenMark: TokenGroupMark
    ) {
        var lint = EntitlementsLint(path: path, team: team, tokenMark: tokenMark)
        lint.run(octets)
        self.init(path: path, lint: lint)
    }

    /// Reads and lints a file.
    ///
    /// - Returns: Nil if there is no such file; a file that is there but cannot be read is a finding.
    public static func load(
        _ path: String,
        team: TeamIdentifier? = nil,
        tokenMark: TokenGroupMark
    ) -> EntitlementsResource? {
        do throws(KeystoreError) {
            let octets = try KeystoreError.ofFiles { () throws(FileError) in
                try RegularFile.read(path, limit: PropertyListReader.octetLimit)
            }
            guard let octets else { return nil }
            return EntitlementsResource(octets, path: path, team: team, tokenMark: tokenMark)
        } catch {
            var lint = EntitlementsLint(path: path, team: team, tokenMark: tokenMark)
            lint.report(
                .unreadable,
                .malformed,
                line: 1,
                "the file cannot be read: \(error.context)",
                hint:
                    "put a regular file there that this user can read and that has at most "
                    + "\(PropertyListReader.octetLimit) bytes"
            )
            return EntitlementsResource(path: path, lint: lint)
        }
    }

    private init(path: String, lint: EntitlementsLint) {
        self.path = path
        findings = lint.findings.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
        accessGroups = lint.accessGroups
        applicationIdentifier = lint.applicationIdentifier
        teamIdentifier = lint.teamIdentifier
        unusedKeys = lint.unusedKeys
        tokenMark = lint.tokenMark
        firstLine = lint.firstLine
    }
}
