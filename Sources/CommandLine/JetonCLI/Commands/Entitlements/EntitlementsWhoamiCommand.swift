internal import ArgumentParser
internal import JetonEntitlements
internal import JetonFiles
internal import JetonKeystoreBase

/// `jeton entitlements whoami`.
struct EntitlementsWhoamiCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "whoami",
        abstract: "Show a program's identity for the keystore, and its groups.",
        discussion: """
            Without --pid and --program, jeton itself is shown. The outcome for a token's channel is one of the rows a \
            to j of docs/keystore.md; exit code 1 if the program would be refused. For a program that is not running, \
            the level is the highest it can reach: not traced, and only root's libraries loaded.
            """
    )

    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("The process to examine.", valueName: "number"))
    var pid: Int32?

    @Option(
        help: ArgumentHelp("The program to examine, as if started now.", valueName: "path"),
        completion: .file()
    )
    var program: String?

    @Option(
        help: ArgumentHelp("The resource (default: Entitlements.plist next to the program).", valueName: "path"),
        completion: .file(extensions: ["plist"])
    )
    var resource: String?

    @Flag(help: "Show every step and its result.")
    var explain = false

    func execute() throws -> ExitCode {
        if let pid, pid < 1 { throw CommandError.usage("there is no process \(pid)") }
        let explanation = try explanation()
        let caller = explanation.caller
        let outcome = explanation.outcome
        try answer(
            "jeton.entitlements.whoami/1",
            [
                "executable": caller.evidence.executablePath, "running": program == nil, "team": caller.team?.rawValue,
                "level": caller.level.description,
                "accessGroups": caller.accessGroups.map { $0.rawValue },
                "defaultGroup": caller.defaultGroup.rawValue,
                "manifestRejection": caller.manifest.rejection?.reason.rawValue,
                "checks": JSON.array(caller.checks) {
                    .object(["subject": $0.subject, "result": $0.result.rawValue, "detail": $0.detail])
                }, "isolation": explanation.isolation,
                "tokenChannel": JSON.object([
                    "row": outcome.kind.rawValue, "effectiveRow": outcome.effectiveKind.rawValue,
                    "status": Int(outcome.status), "group": outcome.group?.rawValue, "text": outcome.text,
                    "hint": outcome.hint, "warnings": outcome.warnings,
                ]),
            ],
            explain ? explanation.lines : brief(explanation)
        )
        return outcome.status == 0 ? .success : .finding
    }

    private func explanation() throws -> CallerExplanation {
        let trust = try TrustAccess.trust()
        let now = try TrustAccess.now()
        guard let program else {
            let probe = ProcessProbe(pid.map { "/proc/\($0)" } ?? "/proc/self")
            return try CallerExplanation(
                probe,
                resourcePath: resource,
                tokenMark: TrustAccess.tokenMark,
                trust: trust,
                at: now
            )
        }
        guard pid == nil else { throw CommandError.usage("--pid and --program name two programs") }
        guard FileSource.exists(program) else {
            throw CommandError.notFound("\(program) does not exist", hints: CommandError.missingHints(program))
        }
        return try CallerExplanation(
            program: program,
            resourcePath: resource,
            tokenMark: TrustAccess.tokenMark,
            trust: trust,
            at: now
        )
    }

    private func brief(_ explanation: CallerExplanation) -> [String] {
        let caller = explanation.caller
        return [
            "program: \(caller.evidence.executablePath)" + (program == nil ? "" : " (not running)"),
            "team: \(caller.team?.rawValue ?? "none")",
            "level: \(caller.level)", "access groups: \(caller.accessGroups.map(\.rawValue).joined(separator: ", "))",
            explanation.isolation, "token channel: \(explanation.outcome)",
        ]
    }
}
