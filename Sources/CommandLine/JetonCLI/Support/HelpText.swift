/// What ArgumentParser says, as the terminal shows it.
enum HelpText {
    /// Breaks the line of the usage between arguments, which ArgumentParser leaves as long as it is.
    ///
    /// - Parameter columns: How wide the terminal is.
    static func wrapped(_ text: String, columns: Int = Console.columns) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in line.hasPrefix("USAGE: ") && line.count > columns ? broken(line, columns) : String(line) }
            .joined(separator: "\n")
    }

    private static func broken(_ usage: Substring, _ columns: Int) -> String {
        var lines: [String] = []
        var line = ""
        for argument in arguments(usage) {
            if !line.isEmpty, line.count + 1 + argument.count > columns {
                lines.append(line)
                line = "        " + argument
            } else {
                line += line.isEmpty ? argument : " " + argument
            }
        }
        return (lines + [line]).joined(separator: "\n")
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
