internal import AgentCore
internal import ArgumentParser
internal import JetonJSON

/// `jeton agent status`.
struct AgentStatusCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the agent's logins, policy and prompts."
    )

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let answer = try AgentClient.ofThisUser().request("status")
        return try self.answer("jeton.agent.status/1", JSON.Members(answer), lines(.object(answer)))
    }

    private func lines(_ status: CanonicalJSON) -> [String] {
        let policy = status.text("policy")
        var lines = [
            "locked:     \(status.flag("locked") ? "yes, by ssh-add -x" : "no")",
            "policy:     \(status.text("policyFile"))\(policy == "ok" ? "" : " (not used: \(policy))")",
            "prompts:    \(status.flag("prompt") ? "pinentry" : "none; requests are refused that need one")",
            "remembered: \(status.number("remembered")) answers",
        ]
        if status.text("journal") != "ok" { lines.append("journal:    can't be written") }
        for token in status.list("tokens") {
            let login =
                token.flag("loggedIn") ? "logged in, \(token.number("endsIn") / 60) minutes left" : "not logged in"
            lines.append("token:      \(token.text("label")) (\(login))")
        }
        for failure in status.list("failures") { lines.append("failed:     \(failure.text("explanation"))") }
        return lines
    }
}
