import Testing

@testable import JetonCLI

@Suite("What busctl and secret-tool print")
struct QuotedWordsTests {
    @Test(
        "Words are divided by blanks outside of quotes, and escapes are undone",
        arguments: [
            ("aoao 2 \"/a\" \"/b\" 0\n", ["aoao", "2", "/a", "/b", "0"]),
            ("s \"Mail \\303\\251 \\\"x\\\" \\\\ \\n\"", ["s", "Mail é \"x\" \\ \n"]), ("s \"\"", ["s", ""]), ("", []),
            ("\"open", ["open"]), ("\"\\", ["\\"]),
        ]
    )
    func words(text: String, expected: [String]) { #expect(QuotedWords.read(Array(text.utf8)) == expected) }

    @Test("The secret of the item that is meant is taken; of two that look alike none is")
    func secret() {
        let text = "[/1]\nlabel = a\nsecret = x\nlabel = b\ncreated = 1\n[/2]\nlabel = b\nsecret = y\ncreated = 2\n"
        func secret(_ path: String, _ label: String, in text: String) -> String? {
            let octets = Array(text.utf8)
            return SecretToolOutput.secret(ofItem: path, label: label, in: octets.span)
                .map { String(decoding: octets[$0], as: UTF8.self) }
        }
        #expect(secret("/c/1", "a", in: text) == "x\nlabel = b")
        #expect(secret("/c/2", "b", in: text) == "y")
        #expect(secret("/c/3", "b", in: text) == nil)
        #expect(secret("/c/2", "b", in: text + text) == nil)
        #expect(secret("/c/1", "a", in: "[/1]\nlabel = a\nsecret = x") == nil)
    }
}
