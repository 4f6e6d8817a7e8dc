import Foundation
import TestRig
import Testing

/// A developer's program in a folder of its own: a copy of `keystore-demo`, signed by `jeton entitlements sign`.
struct DemoProgram {
    static let team = "ABCDE12345"
    static let otherTeam = "ZZZZZ99999"

    private let place: Workplace
    let name: String
    /// The program's path.
    var path: String { place.directory.path("\(name)/\(name)") }

    /// Copies a built program there; octets behind an ELF file make it another one and change nothing else.
    init(named name: String, in place: Workplace, copying executable: String = "keystore-demo") async throws {
        self.place = place
        self.name = name
        _ = try place.directory.makeDirectory(name)
        let copied = try await place.run(
            "sh",
            "-c",
            "cp \"$1\" \"$2\" && printf %s \"$3\" >>\"$2\"",
            "sh",
            and: [try BuildProducts.path(executable), place.directory.path("\(name)/\(name)"), name]
        )
        try #require(copied.exitStatus == 0, "\(copied.errorText)")
    }

    /// A place with a keystore, two teams' keys, and trust in both.
    static func place() async throws -> Workplace {
        let place = try await Workplace.withKeystore()
        try await trustTeams(in: place)
        return place
    }

    /// Makes two teams' keys, and trusts both.
    static func trustTeams(in place: Workplace) async throws {
        for team in [team, otherTeam] {
            _ = try await place.run("openssl", "genpkey", "-algorithm", "ED25519", "-out", "\(team).key")
            _ = try await place.run("openssl", "pkey", "-in", "\(team).key", "-pubout", "-out", "\(team).pub")
            try await place.jeton("entitlements", "trust", team, "--team-key", "\(team).pub", "--yes").exits(0)
        }
    }

    /// The octets of a resource with these groups.
    static func resource(_ groups: [String], team: String) -> String {
        let strings = groups.map { "<string>\($0)</string>" }.joined(separator: "\n")
        return document(
            """
            <key>application-identifier</key><string>\(team).org.example.demo</string>
            <key>keychain-access-groups</key>
            <array>
            \(strings)
            </array>
            """
        )
    }

    static func document(_ body: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        \(body)
        </dict>
        </plist>

        """
    }

    /// Writes the program's resource.
    func claim(_ text: String) throws { try place.directory.write(text, to: "\(name)/Entitlements.plist") }

    /// Signs the program for these groups.
    func sign(_ groups: [String], team: String = DemoProgram.team, _ more: String...) async throws {
        try place.directory.write(Self.resource(groups, team: team), to: "\(name)-signing.plist")
        let words = ["entitlements", "sign", path, "--resource", "\(name)-signing.plist", "--team-key", "\(team).key"]
        let answer = try await place.jeton(words + more)
        try #require(answer.code == 0, "\(answer.testDescription)")
    }

    /// What a run printed.
    struct Result {
        /// The status.
        let status: Int?
        /// Everything behind the status.
        let text: String
        /// Lines in front of it.
        let warnings: [String]
        let exitCode: Int32?
    }

    /// Runs the program.
    func run(_ words: String...) async throws -> Result {
        let output = try await place.run(
            path,
            and: [place.directory.path("data"), place.directory.path("key")] + words
        )
        let lines = output.text.split(separator: "\n").map(String.init)
        let rest = lines.drop { $0.hasPrefix("warning: ") }
        return Result(
            status: rest.first.flatMap { Int($0) },
            text: rest.dropFirst().joined(separator: "\n"),
            warnings: lines.filter { $0.hasPrefix("warning: ") },
            exitCode: output.exitStatus
        )
    }
}
