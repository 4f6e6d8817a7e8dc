import JetonJSON
public import JetonKeystoreBase
import JetonOctets

/// What a team says about one of its programs: which file it is, and which access groups it may use.
///
/// A manifest is JSON text in the canonical form of RFC 8785, so that the same values always have the same octets.
/// It counts only inside a ``SignedManifest``.
///
/// | member | value |
/// |---|---|
/// | `v` | 1 |
/// | `team-identifier` | ten characters |
/// | `application-identifier` | team, dot, name |
/// | `keychain-access-groups` | array of groups and patterns, all of this team; may be missing |
/// | `executables` | array of `{"sha256": hex, "size": octets}`: the builds that this manifest is for |
/// | `libraries` | the same for libraries that are not owned by root; may be missing |
/// | `require` | `L0`, `L1` or `L2`: less evidence makes the manifest void |
/// | `serial` | 1 to 2^53 - 1: a manifest below the team's minimum is revoked |
/// | `not-before`, `not-after` | `YYYY-MM-DDThh:mm:ssZ`, both inclusive |
public struct EntitlementManifest: Hashable, Sendable {
    /// The file's name is the executable's with this behind it.
    public static let fileSuffix = ".entitlements"
    /// Executables, libraries and groups that one manifest lists at most.
    public static let listLimit = 256

    /// The program's name and, in front of it, the team's.
    public let applicationIdentifier: ApplicationIdentifier
    /// The elements of `keychain-access-groups` in order; nil if the manifest has none.
    public let accessGroups: [AccessGroupGrant]?
    /// The builds of the program; at least one.
    public let executables: [FileDigest]
    /// Libraries that the program maps beside those that root owns.
    public let libraries: [FileDigest]
    /// The least evidence under which the manifest counts.
    public let requiredLevel: AssuranceLevel
    /// Counts up with every manifest that a team signs for a program.
    public let serial: Int64
    /// The first second at which the manifest counts.
    public let notBefore: UTCTime
    /// The last second at which the manifest counts.
    public let notAfter: UTCTime

    /// The team in front of the application's name.
    public var team: TeamIdentifier { applicationIdentifier.team }

    /// Makes a manifest from its values.
    ///
    /// - Throws: ``KeystoreError/Code/invalidParameter`` with the reason: a group of another team, a group twice, no
    ///   executable, too many of anything, a serial out of range, an end before the start.
    public init(
        applicationIdentifier: ApplicationIdentifier,
        accessGroups: [AccessGroupGrant]?,
        executables: [FileDigest],
        libraries: [FileDigest] = [],
        requiredLevel: AssuranceLevel = .selfDeclared,
        serial: Int64,
        notBefore: UTCTime,
        notAfter: UTCTime
    ) throws(KeystoreError) {
        self.applicationIdentifier = applicationIdentifier
        self.accessGroups = accessGroups
        self.executables = executables
        self.libraries = libraries
        self.requiredLevel = requiredLevel
        self.serial = serial
        self.notBefore = notBefore
        self.notAfter = notAfter
        if let reason = flaw { throw KeystoreError(.invalidParameter, reason) }
    }

    /// Why the values are not a manifest, or nil.
    private var flaw: String? {
        let groups = accessGroups ?? []
        if let foreign = groups.first(where: { $0.team != team }) {
            return "the group '\(foreign)' does not belong to team \(team)"
        }
        if Set(groups).count != groups.count { return "a group is listed twice" }
        if executables.isEmpty { return "no executable is listed" }
        if [groups.count, executables.count, libraries.count].contains(where: { $0 > EntitlementManifest.listLimit }) {
            return "one list has more than \(EntitlementManifest.listLimit) entries"
        }
        if !(1...CanonicalJSON.largestInteger).contains(serial) { return "the serial \(serial) is out of range" }
        if notAfter < notBefore { return "the manifest expires at \(notAfter), before it becomes valid" }
        return nil
    }
}

// MARK: - Encoding

extension EntitlementManifest {
    /// The manifest's canonical JSON text, which the team signs.
    public var payload: [UInt8] {
        var members: [String: CanonicalJSON] = [
            "v": .integer(1),
            "team-identifier": .string(team.rawValue),
            "application-identifier": .string(applicationIdentifier.rawValue),
            "executables": EntitlementManifest.json(executables),
            "require": .string(requiredLevel.description),
            "serial": .integer(serial),
            "not-before": .string(notBefore.description),
            "not-after": .string(notAfter.description),
        ]
        if let accessGroups {
            members["keychain-access-groups"] = .array(accessGroups.map { .string($0.rawValue) })
        }
        if !libraries.isEmpty { members["libraries"] = EntitlementManifest.json(libraries) }
        return CanonicalJSON.object(members).encoded
    }

    /// Reads the text that ``payload`` writes, and nothing else.
    ///
    /// - Throws: ``KeystoreError/Code/decoding``; unknown members, other spellings of the same value and values that
    ///   the initializer refuses are errors.
    public init(payload: [UInt8]) throws(KeystoreError) {
        do {
            try self.init(json: try JSONReader.read(payload))
        } catch let error as EncodingError {
            throw KeystoreError(.decoding, "the manifest's content is not in its canonical form: \(error)")
        } catch let error as KeystoreError {
            throw KeystoreError(.decoding, error.context)
        } catch {
            throw KeystoreError(.decoding, "the manifest's content cannot be read")
        }
    }

    private init(json: CanonicalJSON) throws {
        var members = try CanonicalJSONObject(json)
        _ = try members.integer("v", in: 1...1)
        guard let team = TeamIdentifier(rawValue: try members.string("team-identifier")),
            let identifier = ApplicationIdentifier(rawValue: try members.string("application-identifier")),
            identifier.team == team
        else { throw KeystoreError(.decoding, "the application identifier does not start with the team's") }
        var groups: [AccessGroupGrant]?
        if members.has("keychain-access-groups") {
            groups = []
            for name in try members.strings("keychain-access-groups", limit: EntitlementManifest.listLimit) {
                guard let group = AccessGroupGrant(rawValue: name) else {
                    throw KeystoreError(.decoding, "an element of 'keychain-access-groups' is not a valid access group")
                }
                groups?.append(group)
            }
        }
        guard let level = AssuranceLevel(try members.string("require")),
            let notBefore = UTCTime(try members.string("not-before")),
            let notAfter = UTCTime(try members.string("not-after"))
        else { throw KeystoreError(.decoding, "a level or a time is malformed") }
        let executables = try EntitlementManifest.digests("executables", of: &members)
        let libraries = members.has("libraries") ? try EntitlementManifest.digests("libraries", of: &members) : []
        let serial = try members.integer("serial", in: 1...CanonicalJSON.largestInteger)
        try members.finish()
        try self.init(
            applicationIdentifier: identifier,
            accessGroups: groups,
            executables: executables,
            libraries: libraries,
            requiredLevel: level,
            serial: serial,
            notBefore: notBefore,
            notAfter: notAfter
        )
    }

    private static func json(_ digests: [FileDigest]) -> CanonicalJSON {
        .array(
            digests.map { .object(["sha256": .string(Hex.encode($0.sha256)), "size": .integer($0.size)]) }
        )
    }

    /// A list of at least one digest.
    private static func digests(_ name: String, of members: inout CanonicalJSONObject) throws -> [FileDigest] {
        var digests: [FileDigest] = []
        for element in try members.array(name, limit: listLimit) {
            var object = try CanonicalJSONObject(element)
            let sha256 = try object.hex("sha256", count: 32)
            let size = try object.integer("size", in: 0...CanonicalJSON.largestInteger)
            try object.finish()
            guard let digest = FileDigest(sha256: sha256, size: size) else {
                throw EncodingError(.unexpectedValue, at: 0)
            }
            digests.append(digest)
        }
        guard !digests.isEmpty else { throw EncodingError(.unexpectedValue, at: 0) }
        return digests
    }
}
