/// What ArgumentParser says, as the terminal shows it.
enum HelpText {
    /// Breaks the line of the usage between arguments, which ArgumentParser leaves as long as it is, and adds the
    /// command's examples.
    ///
    /// - Parameters:
    ///   - text: The help.
    ///   - columns: How wide the terminal is.
    /// - Returns: The help with the usage on several lines.
    static func wrapped(_ text: String, columns: Int = Console.columns) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let usage = lines.first(where: { $0.hasPrefix("USAGE: ") }) else { return text }
        var help = withOptions(lines, columns).map { line in
            if line.hasPrefix("USAGE: ") { return broken(arguments(line[...]), columns, "        ") }
            // ArgumentParser's reference to the help of subcommands.
            guard line.hasPrefix("  See '") else { return line }
            return "  " + broken(line.split(separator: " ").map(String.init), columns - 2, "  ")
        }.joined(separator: "\n")
        while help.last == "\n" { help.removeLast() }
        return help + examples(of: command(in: usage), columns)
    }

    /// The words of the command that a usage is about, without `jeton`.
    private static func command(in usage: Substring) -> String {
        usage.split(separator: " ").dropFirst(2).prefix { $0.first?.isLowercase == true }.joined(separator: " ")
    }

    /// The section EXAMPLES; empty for a group of commands.
    private static func examples(of command: String, _ columns: Int) -> String {
        guard let examples = HelpExamples.all[command] else { return "" }
        let lines = examples.map { example in
            // A command that does not fit goes on in further lines, as a shell takes them.
            let words = arguments(example.command[...])
            let purpose = broken(example.purpose.split(separator: " ").map(String.init), columns - 2, "  ")
            return "  \(purpose)\n    \(broken(words, columns - 6, "      ", end: " \\"))"
        }
        return "\n\nEXAMPLES:\n" + lines.joined(separator: "\n")
    }

    static func broken(_ words: [String], _ columns: Int, _ indent: String, end: String = "") -> String {
        var lines: [String] = []
        var line = ""
        for word in words {
            if !line.isEmpty, line.count + 1 + word.count > columns {
                lines.append(line)
                line = indent + word
            } else {
                line += line.isEmpty ? word : " " + word
            }
        }
        return (lines + [line]).joined(separator: end + "\n")
    }

    /// The words of a usage, with what is in brackets, and an option with its value, as one word.
    private static func arguments(_ usage: Substring) -> [String] {
        var arguments: [String] = []
        var depth = 0
        for word in usage.split(separator: " ") {
            let isValue = word.hasPrefix("<") && arguments.last?.hasPrefix("--") == true
            if depth > 0 || isValue, let last = arguments.popLast() {
                arguments.append(last + " " + word)
            } else {
                arguments.append(String(word))
            }
            depth += word.count { $0 == "[" } - word.count { $0 == "]" }
        }
        return arguments
    }
}
