internal import AgentCore
internal import ArgumentParser

/// `jeton agent allow`.
struct AgentAllowCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Write a rule that allows, asks about or refuses requests.",
        discussion: """
            A request fits a rule by all that the rule names. A rule that refuses comes before one that asks, and that \
            before one that allows. Raw data and certificates need a rule that names key and purpose; a key for documents \
            needs one that names the program too, and is asked for each time all the same.
            """
    )

    @OptionGroup var options: AgentRuleOptions

    @Flag(help: "Ask each time, until the login ends.")
    var ask = false

    @Flag(help: "Refuse.")
    var refuse = false

    @OptionGroup var output: OutputOptions

    func validate() throws { try OptionRule.check(.excludes(["--ask": ask, "--refuse": refuse])) }

    func execute() throws -> ExitCode {
        let rule = try options.rule(ask ? .ask : refuse ? .refuse : .allow)
        let file = try PolicyFile.ofThisUser()
        let isNew: Bool
        do { isNew = try file.add(rule) } catch let error as AgentPolicyError { throw CommandError(error, file) }
        return try answer(
            "jeton.agent.allow/1",
            ["path": file.path, "rule": rule.line, "added": isNew],
            [isNew ? rule.line : "the policy has this rule already"]
        )
    }
}

/// `jeton agent forget`.
struct AgentForgetCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Remove the rules that name exactly this."
    )

    @OptionGroup var options: AgentRuleOptions
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let rule = try options.rule(.allow)
        let file = try PolicyFile.ofThisUser()
        let count: Int
        do { count = try file.remove(rule) } catch let error as AgentPolicyError { throw CommandError(error, file) }
        guard count > 0 else { throw CommandError.notFound("\(file.path) has no such rule") }
        return try answer(
            "jeton.agent.forget/1",
            ["path": file.path, "removed": count],
            ["removed \(count) \(count == 1 ? "rule" : "rules")"]
        )
    }
}
