import JetonOctets
import Testing

@Suite("Text from outside")
struct ForeignTextTests {
    @Test(
        "It is shown in one line, with codes for what a terminal obeys",
        arguments: [
            ("plain", "plain"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\u{1B}[2J", "\\u{1B}[2J"),
            ("txt.\u{202E}fdp", "txt.\\u{202E}fdp"), ("a\u{200B}b", "a\\u{200B}b"), ("Ключ Анны", "Ключ Анны"),
            ("C:\\x", "C:\\x"), ("", ""),
        ]
    )
    func codes(_ text: String, _ shown: String) {
        #expect(ForeignText(text).shown() == shown)
        #expect("\(ForeignText(text))" == shown)
    }

    @Test("What is shown has a bound, whatever stands behind one character", arguments: [1, 2, 5, 80])
    func bound(_ limit: Int) {
        let marks = ForeignText("a" + String(repeating: "\u{0301}", count: 100_000))
        let controls = ForeignText(String(repeating: "\u{7}", count: 1000))
        for text in [marks, controls] {
            let shown = text.shown(limit: limit)
            #expect(shown.unicodeScalars.count == limit)
            #expect(shown.unicodeScalars.last == "…")
        }
        #expect(ForeignText("abcde").shown(limit: 5) == "abcde")
    }

    @Test("It is searched byte for byte, and its parts are as they came")
    func search() {
        let text = ForeignText("error: x\r\nversion `A' not found\r\n")
        #expect(text.contains("not found"))
        #expect(!text.contains("Not found"))
        #expect(text.lowercased().contains("version `a'"))
        #expect(text.hasPrefix("error: ") && text.hasSuffix("found\r\n"))
        #expect(text.lines() == ["error: x", "version `A' not found"])
        #expect(text.firstRange(of: "`").map { text[$0.upperBound...].prefix { $0 != "'" } } == "A")
        #expect(text.split(separator: ":").first == "error")
        #expect(!ForeignText("e\u{0301}").contains("\u{E9}"))
        #expect(ForeignText(decoding: [0x61, 0xFF]).unescaped == "a\u{FFFD}")
    }
}
