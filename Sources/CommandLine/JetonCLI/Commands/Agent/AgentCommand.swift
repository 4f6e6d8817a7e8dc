internal import ArgumentParser

/// `jeton agent`.
struct AgentCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Log in to tokens once, for ssh, git and other programs.",
        discussion: """
            The agent keeps logins, asks before a key is used, and says why it refused. It listens on \
            $XDG_RUNTIME_DIR/jeton/ssh: `export SSH_AUTH_SOCK=$XDG_RUNTIME_DIR/jeton/ssh`. Programs of the same user that \
            are not in a sandbox can get around its questions.
            """,
        subcommands: [
            AgentRunCommand.self, AgentStatusCommand.self, AgentKeysCommand.self, AgentUnlockCommand.self,
            AgentLockCommand.self, AgentLogCommand.self, AgentWhyCommand.self, AgentAllowCommand.self,
            AgentForgetCommand.self, AgentStopCommand.self,
        ]
    )
}
