/// Rows of text in aligned columns, for people.
struct Table {
    private let header: [String]
    private var rows: [[String]] = []

    init(_ header: [String]) { self.header = header }

    /// Adds a row with a text for each column.
    mutating func add(_ row: [String]) { rows.append(row) }

    var isEmpty: Bool { rows.isEmpty }

    /// The lines: the header in capitals, then the rows; columns that are empty in all rows are left out.
    ///
    /// On a terminal that is too narrow the last column is broken between words; where words are too long for that,
    /// each row becomes a block with a line for each cell that is not empty.
    func lines(style: Style = .plain) -> [String] {
        let used = header.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        let widths = used.map { column in
            rows.reduce(Table.width(header[column])) { max($0, Table.width($1[column])) }
        }
        var lastWidth = Int.max
        if let columns = style.columns, let last = used.last {
            let offset = widths.dropLast().reduce(0) { $0 + $1 + 2 }
            lastWidth = columns - offset
            let longest = rows.map { Table.longestWord($0[last]) }.max() ?? 0
            if offset + (widths.last ?? 0) > columns, lastWidth < Table.narrowest || longest > lastWidth {
                return blocks(used, style)
            }
        }
        func lines(_ cells: [String], _ decorate: (Int, String) -> String) -> [String] {
            var text = ""
            for (place, column) in used.dropLast().enumerated() {
                let padding = widths[place] - Table.width(cells[column]) + 2
                text += decorate(column, cells[column]) + String(repeating: " ", count: padding)
            }
            guard let column = used.last else { return [text] }
            guard lastWidth < widths[used.count - 1] else { return [text + decorate(column, cells[column])] }
            let indent = String(repeating: " ", count: widths.dropLast().reduce(0) { $0 + $1 + 2 })
            let pieces = Table.broken(cells[column], width: lastWidth)
            return pieces.enumerated().map { ($0 == 0 ? text : indent) + decorate(column, $1) }
        }
        return lines(header.map { $0.uppercased() }) { style.dim($1) }
            + rows.flatMap { row in lines(row) { style.mark($1, column: header[$0]) } }
    }

    /// A column narrower than this does not help.
    private static let narrowest = 20

    private func blocks(_ used: [Int], _ style: Style) -> [String] {
        let names = used.map { Table.width(header[$0]) }.max() ?? 0
        var lines: [String] = []
        for row in rows {
            if !lines.isEmpty { lines.append("") }
            for column in used where !row[column].isEmpty {
                let padding = String(repeating: " ", count: names - Table.width(header[column]) + 1)
                let cell = style.mark(row[column], column: header[column])
                lines.append(style.dim(header[column] + ":") + padding + cell)
            }
        }
        return lines
    }

    private static func longestWord(_ text: String) -> Int {
        text.split(separator: " ").map { width(String($0)) }.max() ?? 0
    }

    /// The text in pieces of whole words, none wider than the width unless a word is.
    private static func broken(_ text: String, width limit: Int) -> [String] {
        var pieces = [""]
        for word in text.split(separator: " ") {
            let last = pieces[pieces.count - 1]
            if last.isEmpty {
                pieces[pieces.count - 1] = String(word)
            } else if width(last) + 1 + width(String(word)) <= limit {
                pieces[pieces.count - 1] = last + " " + word
            } else {
                pieces.append(String(word))
            }
        }
        return pieces
    }

    // Characters that take two cells are rare in token labels; combining ones are one grapheme with their base.
    private static func width(_ text: String) -> Int { text.count }
}
