internal import ArgumentParser
internal import Keystore

/// `jeton entitlements whoami`.
struct EntitlementsWhoamiCommand: LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: "Tell who a running program is for the keystore, and which groups follow from it.",
        discussion: """
            Without --pid it is jeton itself. The outcome for a token's channel is one of the rows a to j of \
            docs/keystore.md; exit code 1 if the program would be refused.
            """
    )

    @OptionGroup var output: OutputOptions

    @Option(name: .long, help: ArgumentHelp("The process to look at.", valueName: "number"))
    var pid: Int32?

    @Option(
        name: .long,
        help: ArgumentHelp("The resource; Entitlements.plist beside the program otherwise.", valueName: "path"),
        completion: .file(extensions: ["plist"])
    )
    var resource: String?

    @Flag(name: .long, help: "Show every step and what came of it.")
    var explain = false

    func execute() throws -> ExitCode {
        if let pid, pid < 1 { throw CommandError.usage("--pid is \(pid), which is no process") }
        let probe = ProcessProbe(pid.map { "/proc/\($0)" } ?? "/proc/self")
        let explanation = try CallerExplanation(
            probe,
            resourcePath: resource,
            trust: TrustAccess.trust(),
            at: TrustAccess.now()
        )
        let caller = explanation.caller
        let outcome = explanation.outcome
        try answer(
            "jeton.entitlements.whoami/1",
            [
                ("executable", .string(caller.evidence.executablePath)), ("team", .text(caller.team?.rawValue)),
                ("level", .string(caller.level.description)),
                ("accessGroups", .array(caller.accessGroups.map { .string($0.rawValue) })),
                ("defaultGroup", .string(caller.defaultGroup.rawValue)),
                ("manifestRejection", .text(caller.manifest.rejection?.reason.rawValue)),
                (
                    "checks",
                    .array(
                        caller.checks.map {
                            .object([
                                ("subject", .string($0.subject)), ("result", .string($0.result.rawValue)),
                                ("detail", .string($0.detail)),
                            ])
                        }
                    )
                ),
                ("isolation", .string(explanation.isolation)),
                (
                    "tokenChannel",
                    .object([
                        ("row", .string(outcome.row.rawValue)),
                        ("effectiveRow", .string(outcome.effectiveRow.rawValue)),
                        ("status", .number(Int(outcome.status))), ("group", .text(outcome.group?.rawValue)),
                        ("text", .string(outcome.text)), ("hint", .text(outcome.hint)),
                        ("warnings", .array(outcome.warnings.map { .string($0) })),
                    ])
                ),
            ],
            explain ? explanation.lines : brief(explanation)
        )
        return outcome.status == 0 ? .success : .finding
    }

    private func brief(_ explanation: CallerExplanation) -> [String] {
        let caller = explanation.caller
        return [
            "program: \(caller.evidence.executablePath)", "team: \(caller.team?.rawValue ?? "none")",
            "level: \(caller.level)", "access groups: \(caller.accessGroups.map(\.rawValue).joined(separator: ", "))",
            explanation.isolation, "token channel: \(explanation.outcome)",
        ]
    }
}
