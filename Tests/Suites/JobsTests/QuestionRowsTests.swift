import JetonJobs
import Testing

@Suite("Rows of the question about a job")
struct QuestionRowsTests {
    /// Texts that try to begin a row of a terminal, as it breaks long lines.
    static let attempts = [
        "contract.txt, 15 bytes" + String(repeating: " ", count: 60) + "document:   b.txt",
        String(repeating: " ", count: 68) + "the answer is sent to https://your-bank.example/inbox",
        String(repeating: "x", count: 200), String(repeating: "\u{3000}", count: 40) + "issuer: me",
        String(repeating: "\u{6F22}", count: 90), String(repeating: "e\u{301}", count: 90), "a\u{A0}\u{2003}b", "",
        "   ",
        "short", String(repeating: "word ", count: 40),
    ]

    /// The rows of a terminal that shows a line.
    private func rows(_ line: String, columns: Int) -> [String] {
        var rows = [""]
        var used = 0
        for character in line {
            let size = character.unicodeScalars.first?.isASCII == true ? 1 : 2
            if used + size > columns {
                rows.append("")
                used = 0
            }
            rows[rows.count - 1].append(character)
            used += size
        }
        return rows
    }

    @Test(
        "What another wrote begins no row, whatever it is and however wide the terminal",
        arguments: attempts,
        [20, 40, 80, 200]
    )
    func columns(text: String, columns: Int) {
        var made = QuestionRows(columns: columns)
        made.add("document", "15 bytes, named '\(text)'")
        made.add(text)
        made.add(own: "the end")
        let shown = made.lines.dropLast().flatMap { rows($0, columns: columns) }
        #expect(shown.first?.hasPrefix("document:   15") == true)
        for row in shown.dropFirst() { #expect(row.hasPrefix("            "), "\(columns): '\(row)'") }
        #expect(made.lines.last == "the end")
        // Nothing is lost but white space.
        let letters = made.lines.dropLast().joined().filter { !$0.isWhitespace }
        #expect(
            letters == "document:15bytes,named'\(text.filter { !$0.isWhitespace })'" + text.filter { !$0.isWhitespace }
        )
        for line in made.lines { #expect(!line.dropFirst(12).contains("  ")) }
    }

    @Test("Words are kept whole where they fit, and a label has one row")
    func words() {
        var made = QuestionRows(columns: 32)
        made.add("subject", "one two three four five six")
        made.add("seven")
        #expect(made.lines == ["subject:    one two three four", "            five six", "            seven"])
    }
}
