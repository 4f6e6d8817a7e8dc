internal import AgentCore
internal import ArgumentParser

/// `jeton agent lock`.
struct AgentLockCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "End all logins and forget the approvals given so far."
    )

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        _ = try AgentClient.ofThisUser().request("lock")
        return try answer("jeton.agent.lock/1", [:], ["all logins are ended"])
    }
}

/// `jeton agent stop`.
struct AgentStopCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "stop",
        abstract: "End the agent and all its logins."
    )

    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        _ = try AgentClient.ofThisUser().request("stop")
        return try answer("jeton.agent.stop/1", [:], ["the agent ends"])
    }
}
