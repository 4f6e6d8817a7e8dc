internal import JetonOctets

extension HelpText {
    /// How far ArgumentParser indents the text of an option.
    private static let indentation = String(repeating: " ", count: 26)
    /// How far it is indented on a terminal that leaves too little room beside the name.
    private static let narrowIndentation = String(repeating: " ", count: 6)
    /// How many columns a terminal has that shows text beside the names.
    private static let narrow = 60

    /// Lays out the options.
    ///
    /// Lists of values that ArgumentParser adds are left out where the words of the option name all of them. On a narrow
    /// terminal the text stands below the option's name instead of beside it.
    ///
    /// - Parameters:
    ///   - lines: The help.
    ///   - columns: How wide the terminal is.
    /// - Returns: The help, with the options that changed wrapped again.
    static func withOptions(_ lines: [Substring], _ columns: Int) -> [String] {
        var result: [String] = []
        var rest = lines[...]
        while let line = rest.popFirst() {
            guard line.hasPrefix("  "), !line.hasPrefix("   ") else {
                result.append(String(line))
                continue
            }
            var entry = [line]
            while let next = rest.first, next.hasPrefix(indentation) { entry.append(rest.removeFirst()) }
            result += option(entry, columns) ?? entry.map(String.init)
        }
        return result
    }

    /// The lines of an option; nil if they stay as they are.
    private static func option(_ entry: [Substring], _ columns: Int) -> [String]? {
        let label = entry[0].prefix(indentation.count)
        let isBeside = label.hasSuffix("  ")
        guard isBeside || entry.count > 1 else { return nil }
        let text = entry.dropFirst(isBeside ? 0 : 1)
            .map { $0.dropFirst(indentation.count) }.joined(separator: " ")
        let shorter = withoutRepeatedValues(text)
        guard shorter != nil || columns < narrow else { return nil }
        let indent = columns < narrow ? narrowIndentation : indentation
        let words = (shorter ?? text).split(separator: " ").map(String.init)
        let wrapped = broken(words, columns - indent.count, "").lines()
        let lines = wrapped.map { indent + $0 }
        if !isBeside { return [String(entry[0])] + lines }
        guard columns >= narrow, let first = wrapped.first else {
            return ["  " + label.split(separator: " ").joined(separator: " ")] + lines
        }
        return ["\(label)\(first)"] + lines.dropFirst()
    }

    /// A text without its list of values; nil if it has none, or its words do not name all of them.
    private static func withoutRepeatedValues(_ text: String) -> String? {
        guard let start = text.firstRange(of: "(values: "),
            let end = text[start.upperBound...].firstIndex(where: { $0 == ")" || $0 == ";" })
        else { return nil }
        let described = text[..<start.lowerBound]
        let words = Set(described.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
        let values = text[start.upperBound..<end].split(separator: ",").map { $0.drop { $0 == " " } }
        guard values.allSatisfy(words.contains) else { return nil }
        guard text[end...].hasPrefix("; "), !described.contains("(default:") else { return String(described) }
        let sentence = described.split(separator: " ").joined(separator: " ")
        return (sentence.hasSuffix(".") ? sentence.dropLast() : sentence[...]) + " (\(text[end...].dropFirst(2))."
    }
}
