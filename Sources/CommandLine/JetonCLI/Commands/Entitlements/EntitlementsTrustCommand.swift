internal import ArgumentParser
internal import Glibc
internal import JetonEntitlements
internal import JetonFiles
internal import JetonKeystoreBase

/// `jeton entitlements trust`.
struct EntitlementsTrustCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Trust a team's key, or show the trusted keys of a team.",
        discussion: """
            First compare the fingerprint with the team over another channel. The file TEAM.pub may also \
            hold 'revoked-key: FINGERPRINT' and 'minimum-serial: APPLICATION NUMBER'.
            """
    )

    @Argument(help: ArgumentHelp("The team's ten characters.", valueName: "team")) var team: String
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The team's public Ed25519 key in PEM.", valueName: "path"), completion: .file())
    var teamKey: String?

    @Flag(help: "For all users of this machine: in /etc/jeton/teams.d.")
    var system = false

    @Flag(help: "Trust without asking.")
    var yes = false

    func execute() throws -> ExitCode {
        let team = try TrustAccess.team(team)
        guard let teamKey else { return try show(team) }
        let text = String(decoding: try FileSource.contents(of: teamKey, limit: 65_536), as: UTF8.self)
        let key = try Ed25519PublicKey(pem: text)
        let directory = try system ? TeamTrust.systemDirectory : TrustAccess.userDirectory()
        try Confirmation.ask(
            "Programs signed with the key \(key.fingerprint) will reach the groups of team \(team).",
            yes: yes
        )
        try TrustAccess.trust().pin(key, for: team, in: directory)
        return try answer(
            "jeton.entitlements.trust/1",
            ["team": team.rawValue, "file": "\(directory.path)/\(team).pub", "keys": [key.fingerprint]],
            ["team \(team) is trusted with key \(key.fingerprint)"]
        )
    }

    private func show(_ team: TeamIdentifier) throws -> ExitCode {
        guard let trusted = try TrustAccess.trust().team(team) else {
            throw CommandError.notFound(
                "no key is trusted for team \(team)",
                hints: ["compare the key's fingerprint with the team, then trust it with --team-key"]
            )
        }
        return try answer(
            "jeton.entitlements.trust/1",
            [
                "team": team.rawValue, "keys": trusted.keys.map { $0.fingerprint },
                "revokedKeys": trusted.revokedKeys.sorted(),
                "minimumSerials": JSON.object(
                    JSON.Members(
                        trusted.minimumSerials.sorted { $0.key < $1.key }
                            .map { ($0.key, JSON.count(UInt(clamping: $0.value))) }
                    )
                ),
            ],
            trusted.keys.map { "key: \($0.fingerprint)" } + trusted.revokedKeys.sorted().map { "revoked key: \($0)" }
                + trusted.minimumSerials.sorted { $0.key < $1.key }.map { "least serial of \($0.key): \($0.value)" }
        )
    }
}
