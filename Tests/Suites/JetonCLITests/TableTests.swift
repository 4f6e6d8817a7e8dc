import Testing

@testable import JetonCLI

@Suite("Tables")
struct TableTests {
    private static func table(_ header: [String], _ rows: [[String]]) -> Table {
        var table = Table(header)
        for row in rows { table.add(row) }
        return table
    }

    private static let readers = table(
        ["nickname", "state", "label", "uri"],
        [
            ["reader-0", "ready", "anna", "pkcs11:token=anna;serial=023461ce"],
            ["reader-1", "empty", "", ""],
        ]
    )

    @Test("Rows that are made when they are needed look the same", arguments: [nil, 40, 80])
    func madeRows(columns: Int?) {
        let rows = [["one", "", "a text of several words, for one"], ["two", "", ""], ["dr\u{ef}", "", "x\r\ny"]]
        let header = ["name", "unused", "words"]
        let style = Style(isOn: false, columns: columns)
        let made = Table(header, count: rows.count) { rows[$0] }
        #expect(made.lines(style: style) == Self.table(header, rows).lines(style: style))
        #expect(made.lines(style: style).count >= 4 && !made.isEmpty)
    }

    @Test("Lines are as long as they are where nobody counts columns, and where they fit", arguments: [nil, 80, 58])
    func fits(columns: Int?) {
        let lines = Self.readers.lines(style: Style(isOn: false, columns: columns))
        #expect(
            lines == [
                "NICKNAME  STATE  LABEL  URI", "reader-0  ready  anna   pkcs11:token=anna;serial=023461ce",
                "reader-1  empty         ",
            ]
        )
    }

    @Test("On a terminal that is too narrow a row becomes a block without its empty cells", arguments: [1, 40, 56])
    func blocks(columns: Int) {
        let lines = Self.readers.lines(style: Style(isOn: false, columns: columns))
        #expect(
            lines == [
                "nickname: reader-0", "state:    ready", "label:    anna",
                "uri:      pkcs11:token=anna;serial=023461ce",
                "", "nickname: reader-1", "state:    empty",
            ]
        )
    }

    @Test("The last column is broken between words, each piece below the one before")
    func brokenColumn() {
        let checks = Self.table(
            ["id", "finds that"],
            [["usb-not-authorized", "the USB device is blocked by somebody"], ["x", "short"]]
        )
        let lines = checks.lines(style: Style(isOn: false, columns: 41))
        #expect(
            lines == [
                "ID                  FINDS THAT", "usb-not-authorized  the USB device is",
                "                    blocked by somebody", "x                   short",
            ]
        )
        #expect(lines.allSatisfy { $0.count <= 41 })
    }

    @Test("Colours stand around a cell, and take no columns")
    func colours() {
        let lines = Self.readers.lines(style: Style(isOn: true, columns: 58))
        #expect(Style.shown(lines[1]).hasPrefix("reader-0  \u{1B}[32mready\u{1B}[0m  anna"))
        let blocks = Self.readers.lines(style: Style(isOn: true, columns: 40))
        #expect(Style.shown(blocks[1]) == "\u{1B}[2mstate:\u{1B}[0m    \u{1B}[32mready\u{1B}[0m")
    }

    @Test("A table without rows has its header only")
    func noRows() {
        #expect(Self.table(["a", "b"], []).lines(style: Style(isOn: false, columns: 10)) == [""])
    }
}
