/// Rows of text in aligned columns, for people.
struct Table {
    private let header: [String]
    private var rows: [[String]] = []

    init(_ header: [String]) { self.header = header }

    /// Adds a row with a text for each column.
    mutating func add(_ row: [String]) { rows.append(row) }

    var isEmpty: Bool { rows.isEmpty }

    /// The lines: the header in capitals, then the rows; columns that are empty in all rows are left out.
    func lines(style: Style = .plain) -> [String] {
        let used = header.indices.filter { column in rows.contains { !$0[column].isEmpty } }
        let widths = used.map { column in
            rows.reduce(Table.width(header[column])) { max($0, Table.width($1[column])) }
        }
        func line(_ cells: [String], _ decorate: (Int, String) -> String) -> String {
            var text = ""
            for (place, column) in used.enumerated() {
                let last = place == used.count - 1
                let padding = last ? 0 : widths[place] - Table.width(cells[column]) + 2
                text += decorate(column, cells[column]) + String(repeating: " ", count: padding)
            }
            return text
        }
        return [line(header.map { $0.uppercased() }) { style.dim($1) }]
            + rows.map { row in line(row) { style.mark($1, column: header[$0]) } }
    }

    // Characters that take two cells are rare in token labels; combining ones are one grapheme with their base.
    private static func width(_ text: String) -> Int { text.count }
}

/// Colours and weights, where a terminal wants them.
struct Style: Sendable {
    static let plain = Style(isOn: false)
    let isOn: Bool

    func dim(_ text: String) -> String { isOn ? "\u{1B}[2m\(text)\u{1B}[0m" : text }
    func bold(_ text: String) -> String { isOn ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    func red(_ text: String) -> String { isOn ? "\u{1B}[31m\(text)\u{1B}[0m" : text }
    func green(_ text: String) -> String { isOn ? "\u{1B}[32m\(text)\u{1B}[0m" : text }
    func yellow(_ text: String) -> String { isOn ? "\u{1B}[33m\(text)\u{1B}[0m" : text }

    /// Colours the words of the state column; all others stay as they are.
    func mark(_ text: String, column: String) -> String {
        guard isOn, column == "state" else { return text }
        switch text {
        case "ready", "inserted", "inReader": return green(text)
        case "empty", "ejected": return dim(text)
        case "unpaired", "uninitialised", "pinFinalTry": return yellow(text)
        default: return red(text)
        }
    }
}
