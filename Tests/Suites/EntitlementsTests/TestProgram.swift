import Foundation
import JetonEntitlements
import JetonKeystoreBase
import JetonOctets
import TestRig

/// A small real program: a copy of `sleep` in a folder of its own, with a manifest and a resource as a test wants.
final class TestProgram {
    static let team = "ABCDE12345"
    static let tokenMark = TokenGroupMark("rutoken")
    static let otherTeam = "ZZZZZ99999"
    static let now = moment("2026-06-01T00:00:00Z")

    struct NotStarted: Error { let path: String }

    let folder: TemporaryDirectory
    let name: String
    private var running: TestProcess?

    init(named name: String = "signer", in folder: TemporaryDirectory? = nil, extra: String = "") throws {
        self.folder = try folder ?? TemporaryDirectory()
        // Other users start the program too.
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: self.folder.path)
        self.name = name
        // Octets behind an ELF file change its digest and nothing else.
        let sleep = try Data(contentsOf: URL(fileURLWithPath: "/bin/sleep"))
        try self.folder.write(sleep + Data(extra.utf8), to: name, mode: 0o755)
    }

    var path: String { folder.path(name) }

    func digest() throws -> FileDigest { try FileDigest.of(path) }

    /// Writes `Entitlements.plist` with these groups.
    func claim(_ groups: String...) throws {
        let strings = groups.map { "<string>\($0)</string>" }.joined(separator: "\n")
        try folder.write(
            EntitlementsLintTests.document("<key>keychain-access-groups</key>\n<array>\n\(strings)\n</array>"),
            to: EntitlementsResource.fileName
        )
    }

    /// Writes a signed manifest.
    func sign(
        _ groups: [String]?,
        team: String = TestProgram.team,
        with key: borrowing Ed25519SigningKey,
        executables: [FileDigest]? = nil,
        libraries: [FileDigest] = [],
        level: AssuranceLevel = .selfDeclared,
        serial: Int64 = 1,
        from: String = "2026-01-01T00:00:00Z",
        to: String = "2026-12-31T23:59:59Z"
    ) throws {
        let manifest = try Self.manifest(
            groups,
            team: team,
            executables: executables ?? [try digest()],
            libraries: libraries,
            level: level,
            serial: serial,
            from: from,
            to: to
        )
        try folder.write(
            try SignedManifest(signing: manifest, with: key).encoded,
            to: name + EntitlementManifest.fileSuffix
        )
    }

    static func manifest(
        _ groups: [String]?,
        team: String = TestProgram.team,
        executables: [FileDigest],
        libraries: [FileDigest] = [],
        level: AssuranceLevel = .selfDeclared,
        serial: Int64 = 1,
        from: String = "2026-01-01T00:00:00Z",
        to: String = "2026-12-31T23:59:59Z"
    ) throws -> EntitlementManifest {
        struct Malformed: Error {}
        guard let identifier = ApplicationIdentifier(rawValue: "\(team).org.example.signer") else { throw Malformed() }
        return try EntitlementManifest(
            applicationIdentifier: identifier,
            accessGroups: try groups?.map {
                guard let grant = AccessGroupGrant(rawValue: $0) else { throw Malformed() }
                return grant
            },
            executables: executables,
            libraries: libraries,
            requiredLevel: level,
            serial: serial,
            notBefore: moment(from),
            notAfter: moment(to)
        )
    }

    static func moment(_ text: String) -> UTCTime {
        guard let time = UTCTime(text) else { preconditionFailure("\(text) is no time") }
        return time
    }

    /// Starts the program and looks at it; a launcher is a command that ends by executing the rest of its arguments.
    func explain(trust: TeamTrust, launcher: [String] = [], environment: [String: String] = [:]) throws
        -> CallerExplanation
    {
        let process = try start(launcher: launcher, environment: environment)
        return try CallerExplanation(process, tokenMark: Self.tokenMark, trust: trust, at: Self.now)
    }

    /// Starts the program; it runs until the object goes.
    func start(launcher: [String] = [], environment: [String: String] = [:]) throws -> ProcessProbe {
        let process = try TestProcess(launcher + [path, "600"], environment: environment)
        running = process
        let probe = ProcessProbe("/proc/\(process.identifier)")
        // A launcher needs time until it executes the program, and the loader to map the libraries: on a busy machine,
        // where a user namespace is made, more than half a minute.
        for _ in 0..<18_000 {
            // A file of /proc has no size: it is read to its end.
            let octets = try FileHandle(forReadingAtPath: "/proc/\(process.identifier)/maps")?.readToEnd()
            let maps = String(decoding: octets ?? Data(), as: UTF8.self)
            if maps.contains(path), maps.contains("libc.so") { return probe }
            usleep(10_000)
        }
        throw NotStarted(path: path)
    }
}
