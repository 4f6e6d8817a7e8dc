import Testing

@testable import JetonCLI

@Suite("A line of bash that is completed")
struct CompletedLineTests {
    private static let breaks = " \t\n\"'><=;|&(:"

    @Test(
        "It is split as bash splits it, up to the cursor",
        arguments: [
            ("jeton key g", ["jeton", "key"], "g"), ("jeton  key ", ["jeton", "key"], ""), ("jeton", [], "jeton"),
            ("jeton x --token An\\ M", ["jeton", "x", "--token"], "An M"), ("jeton 'a b' \"c", ["jeton", "a b"], "c"),
            ("jeton \"a\\\"b\" '", ["jeton", "a\"b"], ""), ("ls; jeton li", ["jeton"], "li"),
            ("jeton --token=pkcs11:to", ["jeton"], "--token=pkcs11:to"), ("jeton '' x", ["jeton", ""], "x"),
            ("a | jeton \\", ["jeton"], ""),
        ]
    )
    func words(line: String, words: [String], current: String) {
        let completed = CompletedLine(bash: line, breaks: Self.breaks)
        #expect(completed.words == words && completed.current == current)
    }

    @Test(
        "A candidate comes as bash puts it in the place of what it replaces",
        arguments: [
            ("jeton --token A", "Anna Muster", "Anna\\ Muster"), ("jeton --token 'A", "Anna Muster", "Anna Muster"),
            ("jeton --token \"A", "Anna $HOME", "Anna \\$HOME"),
            ("jeton --token ", "$(reboot)`x`", "\\$\\(reboot\\)\\`x\\`"),
            ("jeton --token pkcs11:to", "pkcs11:token=a;serial=1", "token=a\\;serial=1"),
            ("jeton --token=A", "--token=Anna", "Anna"), ("jeton --token Anna\\ M", "Anna Muster", "Anna\\ Muster"),
            ("jeton --token='A", "--token=Anna M", "Anna M"), ("jeton --token B", "Anna", nil),
            ("jeton --token 'A", "Anna's", nil),
        ] as [(String, String, String?)]
    )
    func replacement(line: String, candidate: String, expected: String?) {
        #expect(CompletedLine(bash: line, breaks: Self.breaks).replacement(for: candidate) == expected)
    }
}
