/// Rows in which a person reads what a job is, before the decision.
///
/// What another wrote never begins a row, nor does anything of ours follow it in one: however long it is, whatever spaces
/// it has and however narrow the terminal, it stays in its own columns and can't look like a row of ours.
package struct QuestionRows {
    /// The columns of labels; what another wrote begins behind them.
    private static let indent = 12
    /// Columns that texts get on the narrowest terminal.
    private static let narrowest = 8

    private let width: Int
    /// The rows.
    package private(set) var lines: [String] = []

    /// Makes no rows yet.
    ///
    /// - Parameter columns: The width of the terminal.
    package init(columns: Int) { width = max(QuestionRows.narrowest, columns - QuestionRows.indent) }

    /// Adds a text, in as many rows as it needs.
    ///
    /// - Parameters:
    ///   - label: Ours, of at most 11 characters.
    ///   - text: Runs of white space become one space.
    package mutating func add(_ label: String, _ text: String) {
        var start = label.isEmpty ? "" : label + ":"
        for piece in pieces(of: text) {
            lines.append(start + String(repeating: " ", count: max(1, QuestionRows.indent - start.utf8.count)) + piece)
            start = ""
        }
    }

    /// Adds a text that belongs to the row before.
    package mutating func add(_ text: String) { add("", text) }

    /// Adds a row of our own words alone.
    package mutating func add(own text: String) { lines.append(text) }

    private func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        var used = 0
        for word in text.split(whereSeparator: \.isWhitespace) {
            let size = QuestionRows.size(word)
            if !piece.isEmpty, used + 1 + size > width {
                pieces.append(piece)
                (piece, used) = ("", 0)
            }
            if !piece.isEmpty {
                piece += " "
                used += 1
            }
            // A word that is wider than all columns is broken.
            for character in word {
                let size = QuestionRows.size(character)
                if used > 0, used + size > width {
                    pieces.append(piece)
                    (piece, used) = ("", 0)
                }
                piece.append(character)
                used += size
            }
        }
        return pieces + (piece.isEmpty && !pieces.isEmpty ? [] : [piece])
    }

    private static func size(_ word: Substring) -> Int { word.reduce(0) { $0 + size($1) } }

    /// The most columns that a terminal may give a character: two for each of its scalars beyond ASCII.
    private static func size(_ character: Character) -> Int {
        character.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
    }
}
