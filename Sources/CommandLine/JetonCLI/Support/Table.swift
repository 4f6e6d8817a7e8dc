/// Rows of text in aligned columns, for people.
struct Table {
    private let header: [String]
    /// The columns that a narrow terminal does without, the least useful first.
    private let expendable: [String]
    private var rows: [[String]] = []
    /// Makes each row when it is needed, in place of ``rows``.
    private var made: (count: Int, row: @Sendable (Int) -> [String])?

    init(_ header: [String], expendable: [String] = []) {
        self.header = header
        self.expendable = expendable
    }

    /// Makes a table of many rows, which are not kept: each is made twice, for its widths and to be shown.
    ///
    /// - Parameters:
    ///   - header: The columns' names.
    ///   - count: How many rows there are.
    ///   - row: Makes one, with a text for each column.
    init(_ header: [String], count: Int, row: @escaping @Sendable (Int) -> [String]) {
        self.header = header
        expendable = []
        made = (count, row)
    }

    /// Adds a row with a text for each column.
    mutating func add(_ row: [String]) { rows.append(row) }

    var isEmpty: Bool { count == 0 }

    private var count: Int { made?.count ?? rows.count }

    private func row(_ index: Int) -> [String] { made?.row(index) ?? rows[index] }

    /// The lines: the header in capitals, then the rows; columns that are empty in all rows are left out.
    ///
    /// On a terminal that is too narrow the last column is broken between words; where words are too long for that,
    /// the expendable columns are left out, which a line says; where that is not enough, each row becomes a block with a
    /// line for each cell that is not empty.
    func lines(style: Style = .plain) -> [String] {
        var lines: [String] = []
        forEachLine(style: style) { lines.append($0) }
        return lines
    }

    /// Gives the lines one by one, as ``lines(style:)`` has them.
    func forEachLine<Failure: Error>(style: Style = .plain, _ body: (String) throws(Failure) -> Void) throws(Failure) {
        var widest = [Int](repeating: 0, count: header.count)
        for index in 0..<count {
            for (column, cell) in row(index).enumerated() { widest[column] = max(widest[column], Table.width(cell)) }
        }
        let filled = header.indices.filter { widest[$0] > 0 }
        var used = filled
        for name in expendable where lastWidth(used, widest, style) == nil { used.removeAll { header[$0] == name } }
        guard let lastWidth = lastWidth(used, widest, style) else { return try forEachBlockLine(filled, style, body) }
        let widths = used.map { max(widest[$0], Table.width(header[$0])) }
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
        for line in lines(header.map({ $0.uppercased() }), { style.dim($1) }) { try body(line) }
        for index in 0..<count {
            for line in lines(row(index), { style.mark($1, column: header[$0]) }) { try body(line) }
        }
        guard used.count < filled.count else { return }
        let missing = filled.filter { !used.contains($0) }.map { header[$0] }
        try body(style.dim("a wider terminal or --json shows more: \(missing.joined(separator: ", "))"))
    }

    /// How many cells the last of some columns gets; nil if it can't be broken into as few as are left.
    private func lastWidth(_ used: [Int], _ widest: [Int], _ style: Style) -> Int? {
        guard let columns = style.columns, let last = used.last else { return .max }
        let widths = used.map { max(widest[$0], Table.width(header[$0])) }
        let offset = widths.dropLast().reduce(0) { $0 + $1 + 2 }
        let room = columns - offset
        guard (widths.last ?? 0) > room else { return .max }
        let longest = (0..<count).map { Table.longestWord(row($0)[last]) }.max() ?? 0
        return room < Table.narrowest || longest > room ? nil : room
    }

    /// A column narrower than this does not help.
    private static let narrowest = 20

    private func forEachBlockLine<Failure: Error>(
        _ used: [Int],
        _ style: Style,
        _ body: (String) throws(Failure) -> Void
    ) throws(Failure) {
        let names = used.map { Table.width(header[$0]) }.max() ?? 0
        for index in 0..<count {
            if index > 0 { try body("") }
            let row = row(index)
            for column in used where !row[column].isEmpty {
                let padding = String(repeating: " ", count: names - Table.width(header[column]) + 1)
                let cell = style.mark(row[column], column: header[column])
                try body(style.dim(header[column] + ":") + padding + cell)
            }
        }
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
    private static func width(_ text: String) -> Int {
        // In ASCII only CR LF is one character of two bytes.
        text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? text.utf8.count : text.count
    }
}
