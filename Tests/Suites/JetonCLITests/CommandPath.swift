import ArgumentParser
import Testing

@testable import JetonCLI

/// A command by the words that name it.
struct CommandPath: CustomTestStringConvertible, Sendable {
    let words: [String]
    let command: any ParsableCommand.Type

    var testDescription: String { words.joined(separator: " ") }

    /// All commands and groups of commands of the program.
    static let all = below(CommandPath(words: ["jeton"], command: JetonCommand.self))

    /// The commands that do something.
    static let leaves = all.filter {
        $0.command.configuration.subcommands.isEmpty && $0.command.configuration.groupedSubcommands.isEmpty
    }

    private static func below(_ path: CommandPath) -> [CommandPath] {
        let configuration = path.command.configuration
        let commands = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
        return [path]
            + commands.flatMap { below(CommandPath(words: path.words + [$0._commandName], command: $0)) }
    }
}
