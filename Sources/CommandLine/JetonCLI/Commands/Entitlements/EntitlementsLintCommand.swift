internal import ArgumentParser
internal import JetonEntitlements

/// `jeton entitlements lint`.
struct EntitlementsLintCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Find what is wrong with an Entitlements.plist.",
        discussion: """
            Each finding names its line and says what to delete or change there. The exit code is 1 if a file can't be \
            used or signed; a file with warnings only can.
            """
    )

    @Argument(help: ArgumentHelp("The files.", valueName: "file"), completion: .file(extensions: ["plist"]))
    var files: [String]
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The team that the groups must belong to.", valueName: "team"))
    var team: String?

    func execute() throws -> ExitCode {
        let team = try team.map { try TrustAccess.team($0) }
        var resources: [EntitlementsResource] = []
        for file in files {
            guard let resource = EntitlementsResource.load(file, team: team, tokenMark: TrustAccess.tokenMark) else {
                throw CommandError.notFound("\(file) does not exist", hints: CommandError.missingHints(file))
            }
            resources.append(resource)
        }
        let findings = resources.flatMap(\.findings)
        try answer(
            "jeton.entitlements.lint/1",
            ["files": resources.map { json($0) }],
            resources.flatMap { resource in
                resource.findings.isEmpty
                    ? ["\(resource.path): nothing is wrong"]
                    : resource.findings.map { "\(resource.path):\($0.line): \(text($0))" }
            }
        )
        return findings.contains { $0.severity != .warning } ? .finding : .success
    }

    private func text(_ finding: EntitlementFinding) -> String {
        "\(finding.severity.rawValue): \(finding.summary) [\(finding.rule.rawValue)]; \(finding.hint)"
    }

    private func json(_ resource: EntitlementsResource) -> JSON {
        .object([
            "file": resource.path, "accessGroups": (resource.accessGroups ?? []).map { $0.name },
            "findings": JSON.array(resource.findings) { finding in
                .object([
                    "line": finding.line, "severity": finding.severity.rawValue, "rule": finding.rule.rawValue,
                    "summary": finding.summary, "hint": finding.hint,
                ])
            },
        ])
    }
}
