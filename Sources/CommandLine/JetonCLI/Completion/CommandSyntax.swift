internal import ArgumentParser
internal import Octets

/// The options and arguments of a command, as its help describes them.
struct CommandSyntax {
    /// An option, flag or argument.
    struct Part {
        /// The names of an option; those of an argument are its value's.
        let names: [String]
        /// What the value is called; nil for a flag.
        let value: String?
        /// What it is for, the first sentence.
        let words: String
        /// The values that there are, if they are few.
        let values: [String]
        /// Whether it can be given more than once.
        let isRepeatable: Bool

        fileprivate init(names: [String], value: String?, text: String) {
            self.names = names
            self.value = value
            words = CommandSyntax.sentence(text)
            values = CommandSyntax.values(text)
            isRepeatable = text.contains("may be repeated")
        }
    }

    private(set) var options: [Part] = []
    private(set) var arguments: [Part] = []
    /// Whether the last argument may be repeated.
    let repeatsLast: Bool

    /// Reads the help.
    init(of command: any ParsableCommand.Type) {
        let lines = command.helpMessage(columns: 10_000).split(separator: "\n")
        let usage = lines.first { $0.hasPrefix("USAGE: ") } ?? ""
        var section: Substring = ""
        for (index, line) in lines.enumerated() {
            if let first = line.first, first != " " { section = line }
            guard line.hasPrefix("  "), !line.hasPrefix("   ") else { continue }
            let columns = line.dropFirst(2)
            let gap = columns.firstRange(of: "  ")
            let head = columns[..<(gap?.lowerBound ?? columns.endIndex)]
            // What does not fit beside a long name stands in the next line.
            let beside = gap.map { columns[$0.upperBound...] } ?? lines.dropFirst(index + 1).first ?? ""
            let text = String(beside.drop { $0 == " " })
            let parts = head.split(separator: " ").map { $0.filter { $0 != "," } }
            if section.hasPrefix("ARGUMENTS") {
                let name = head.filter { $0 != "<" && $0 != ">" }
                arguments.append(Part(names: [name], value: name, text: text))
            } else if parts.first?.hasPrefix("-") == true {
                let value = parts.last.flatMap { $0.hasPrefix("<") ? String($0.dropFirst().dropLast()) : nil }
                let names = parts.filter { $0.hasPrefix("-") }
                options.append(Part(names: names, value: value, text: text))
            }
        }
        repeatsLast = arguments.last.map { usage.contains("<\($0.names[0])> ...") } ?? false
    }

    /// The option of a name.
    func option(_ name: String) -> Part? { options.first { $0.names.contains(name) } }

    private static func sentence(_ text: String) -> String {
        let end = [". ", " (", ": "].compactMap { text.firstRange(of: $0)?.lowerBound }.min() ?? text.endIndex
        let sentence = text[..<end]
        return String(sentence.last == "." ? sentence.dropLast() : sentence)
    }

    /// The values of "(values: raw, cms; default: cms)".
    private static func values(_ text: String) -> [String] {
        guard let start = text.firstRange(of: "(values: ") else { return [] }
        return text[start.upperBound...].prefix { $0 != ";" && $0 != ")" }.split(separator: ",")
            .map { String($0.drop { $0 == " " }) }
    }
}
