internal import ArgumentParser

/// `jeton token`.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Show a token, set it up, rename it.",
        subcommands: [TokenShowCommand.self, TokenInitCommand.self, TokenRenameCommand.self]
    )
}
