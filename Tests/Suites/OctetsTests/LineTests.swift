import JetonOctets
import Testing

@Suite("Lines")
struct LineTests {
    @Test(
        "Lines end in LF or CR LF, and a carriage return inside a line stays",
        arguments: [
            ("", [], [""]), ("a", ["a"], ["a"]), ("a\nb", ["a", "b"], ["a", "b"]),
            ("a\r\nb\r\n", ["a", "b"], ["a", "b", ""]), ("a\r\n\r\nb\n\nc", ["a", "b", "c"], ["a", "", "b", "", "c"]),
            ("\r\n", [], ["", ""]), ("a\rb\r\n", ["a\rb"], ["a\rb", ""]),
            ("é\u{301}\r\n", ["é\u{301}"], ["é\u{301}", ""]),
        ] as [(String, [String], [String])]
    )
    func lines(text: String, lines: [String], all: [String]) {
        #expect(text.lines().map(String.init) == lines)
        #expect(text.lines(keepsEmpty: true).map(String.init) == all)
        #expect(text.dropFirst(0).lines().map(String.init) == lines)
    }
}
