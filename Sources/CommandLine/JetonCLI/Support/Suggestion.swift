internal import ArgumentParser
internal import Octets

/// What a person may have meant by a word that is not known.
enum Suggestion {
    /// The names that are one or two typing mistakes away from a word, or that it begins; the nearest first.
    static func names(like word: String, among names: [String]) -> [String] {
        let word = word.lowercased()
        let letters = word.drop { $0 == "-" }.count
        let limit = letters < 5 ? 1 : 2
        let near = names.map { (name: $0, distance: distance(word, $0.lowercased())) }
            .filter { $0.distance <= limit }
        if let least = near.map(\.distance).min() { return near.filter { $0.distance == least }.map(\.name) }
        return letters >= 3 ? names.filter { $0.lowercased().hasPrefix(word) } : []
    }

    /// The hint that names them; none if nothing is near.
    static func hints(like word: String, among names: [String], prefix: String = "") -> [String] {
        let names = self.names(like: word, among: names)
        guard !names.isEmpty else { return [] }
        return ["did you mean \(names.prefix(3).map { "`\(prefix)\($0)`" }.joined(separator: " or "))?"]
    }

    /// How many letters must be inserted, removed, replaced or exchanged with their neighbor.
    static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        // Names are short; longer words are no misspelled names.
        guard left.count <= 64, right.count <= 64 else { return Int.max }
        var rows = [Array(0...right.count)]
        for (i, letter) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                var least = min(rows[i][j] + (letter == other ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}

/// The options of a command, as its help shows them.
struct KnownOptions {
    /// The long and short names, and whether a value follows.
    let takesValue: [String: Bool]

    /// Reads the help; for errors only, since making the help takes a while.
    init(of command: any ParsableCommand.Type) {
        var found = ["--help": false, "-h": false, "--version": false]
        for line in command.helpMessage(columns: 10_000).split(separator: "\n") {
            let words = line.drop { $0 == " " }
            guard words.hasPrefix("-") else { continue }
            // "-r, --recursive  Text" and "--module <path>  Text".
            let end = words.firstRange(of: "  ")?.lowerBound ?? words.endIndex
            let names = words[..<end].split(separator: " ")
            let hasValue = names.last?.hasPrefix("<") == true
            for name in names where name.hasPrefix("-") {
                for name in name.split(separator: "/") { found[String(name.filter { $0 != "," })] = hasValue }
            }
        }
        takesValue = found
    }

    /// The first word of a command line that looks like an option and is none.
    func unknown(in arguments: ArraySlice<String>) -> String? {
        var rest = arguments
        while let word = rest.popFirst() {
            if word == "--" { return nil }
            guard word.hasPrefix("-"), word.count > 1 else { continue }
            let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
            guard let takesValue = takesValue[name] else { return name }
            if takesValue, name == word { _ = rest.popFirst() }
        }
        return nil
    }
}
