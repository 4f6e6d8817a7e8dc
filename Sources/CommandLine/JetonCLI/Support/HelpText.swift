internal import JetonOctets

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
        let lines = text.lines(keepsEmpty: true)
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

    /// A sentence in lines that fit a terminal; a command in backticks stays in one piece, so that it can be copied.
    ///
    /// - Parameters:
    ///   - text: The sentence; one that begins with blanks is laid out already.
    ///   - columns: How wide the terminal is; nil if it does not say.
    /// - Returns: The lines; all but the first are indented, so that none of them looks like another message.
    static func sentence(_ text: String, _ columns: Int?) -> String {
        guard let columns, text.count > columns, !text.hasPrefix(" ") else { return text }
        var words: [String] = []
        var isInCommand = false
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if isInCommand { words[words.count - 1] += " \(word)" } else { words.append(String(word)) }
            if !word.count(where: { $0 == "`" }).isMultiple(of: 2) { isInCommand.toggle() }
        }
        return broken(words, columns, "      ")
    }

    static func broken(_ words: [String], _ columns: Int, _ indent: String, end: String = "") -> String {
        var lines: [String] = []
        var line = ""
        for word in words {
            // A word that fits into no line gains nothing by a new one.
            if !line.isEmpty, line.count + 1 + word.count > columns, indent.count + word.count <= columns {
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
