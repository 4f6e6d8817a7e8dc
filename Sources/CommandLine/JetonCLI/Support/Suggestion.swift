internal import ArgumentParser
internal import JetonOctets

/// What a person may have meant by a word that is not known.
enum Suggestion {
    /// The names that a word begins, or else those that are one or two typing mistakes away; the nearest first.
    static func names(like word: String, among names: [String]) -> [String] {
        let word = word.lowercased()
        let letters = word.drop { $0 == "-" }.count
        let longer = letters >= 2 ? names.filter { $0.lowercased().hasPrefix(word) } : []
        guard longer.isEmpty else { return longer }
        let limit = letters < 5 ? 1 : 2
        let near = names.map { (name: $0, distance: distance(word, $0.lowercased())) }
            .filter { $0.distance <= limit }
        let least = near.map(\.distance).min()
        return near.filter { $0.distance == least }.map(\.name)
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
