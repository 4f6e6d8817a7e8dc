internal import ArgumentParser

/// `jeton completion`.
struct CompletionCommand: ReportingSubcommand, LocalSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script of a shell.",
        discussion: """
            The names of tokens, readers, keys, modules, cards, groups and profiles are completed too, without a \
            login. They are looked up in the background and cached in ~/.cache/jeton (XDG_CACHE_HOME), so that \
            completion does not wait for a module. The Debian package installs the scripts.
            """
    )

    /// A shell.
    enum Shell: String, ExpressibleByArgument, CaseIterable {
        case bash
        case zsh
        case fish
    }

    @Argument(help: "The shell.") var shell: Shell
    @OptionGroup var output: OutputOptions

    func execute() throws -> ExitCode {
        let script = CompletionScript.text(shell)
        return try answer("jeton.completion/1", ["shell": shell.rawValue, "script": script]) {
            try Console.print(verbatim: script)
        }
    }

    /// Answers one of the scripts; not a command for people.
    ///
    /// - Parameter arguments: For bash the line up to the cursor and `COMP_WORDBREAKS`, for the others the words.
    /// - Returns: A usage error for a shell that is not known.
    static func serve(_ arguments: [String]) -> ExitCode {
        guard let shell = arguments.first.flatMap(Shell.init(rawValue:)) else { return .usage }
        var words = Array(arguments.dropFirst())
        var line: CompletedLine
        if shell == .bash {
            guard words.count == 2 else { return .usage }
            line = CompletedLine(bash: words[0], breaks: words[1])
            // The program's own name.
            line.dropProgram()
        } else {
            let current = words.popLast() ?? ""
            line = CompletedLine(words: words, current: current)
        }
        let text = Completer(line: line).answer().lines(for: shell, line).joined(separator: "\n")
        try? Console.print(verbatim: text)
        return .success
    }
}
