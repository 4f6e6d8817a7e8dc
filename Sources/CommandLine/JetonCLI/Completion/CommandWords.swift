internal import ArgumentParser

/// A command, the words of a command line that name it, and those behind them.
struct CommandWords {
    /// The command, or a group if no word names one of its subcommands.
    private(set) var command: any ParsableCommand.Type = JetonCommand.self
    /// The words that name it, without `jeton`.
    private(set) var names: [String] = []
    /// The words behind them.
    private(set) var rest: ArraySlice<String>

    /// Finds the command that the words of a command line name, without the program's; `help` in front is left out.
    init(_ words: [String]) {
        rest = JetonCommand.joined(words)[...]
        if rest.first == "help" { rest.removeFirst() }
        while let word = rest.first, let next = commands.first(where: { $0.configuration.commandName == word }) {
            command = next
            names.append(word)
            rest.removeFirst()
        }
    }

    /// The words that name the command as one text.
    var path: String { names.joined(separator: " ") }

    /// The commands of the command.
    var commands: [any ParsableCommand.Type] { command.configuration.subcommands }
}
