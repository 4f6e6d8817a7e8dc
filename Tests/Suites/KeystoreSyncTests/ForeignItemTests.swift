import JetonKeystoreBase
import JetonOctets
import KeystoreSync
import Testing

@Suite("Items of other programs")
struct ForeignItemTests {
    private static func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8).span) }

    private static func texts(_ items: [ForeignItem]) -> [String] {
        items.map { item in
            let secret = item.secret.withBytes { span in
                String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
            }
            return "\(item.service)|\(item.account)|\(secret)"
        }
    }

    @Test(
        "The first line of a password file is the secret, further ones an item of their own",
        arguments: [
            ("mail/work/me", "p\n", ["mail/work|me|p"]), ("mail", "p", ["mail||p"]), ("a/b", "", ["a|b|"]),
            ("a/b", "p\n\n\n", ["a|b|p"]), ("a", "p\nx\n\ny\n", ["a||p", "a|(notes)|x\n\ny"]),
        ]
    )
    func entries(path: String, content: String, expected: [String]) {
        let items = ForeignItem.entries(path: path, content: Self.secret(content), modified: 1)
        #expect(Self.texts(items) == expected)
    }

    @Test(
        "A file that is not an export of KeePass is refused as such",
        arguments: [
            "", "a,b\n1,2\n", "\"Title\",\"Password\n", "Title\nx\n", "<KeePassFile>", "<a/>", "<!DOCTYPE a><a/>",
            "<KeePassFile><Root>&x;</Root></KeePassFile>",
        ]
    )
    func malformed(text: String) {
        let csv = #expect(throws: KeystoreError.self) { _ = try KeePassCSV.items(Self.secret(text)) }
        #expect(csv?.code == .decoding)
        let xml = #expect(throws: KeystoreError.self) { _ = try KeePassXML.items(Self.secret(text)) }
        #expect(xml?.code == .decoding)
    }

    @Test("Rows with too few or too many cells, and of KeePass itself, are read")
    func rows() throws {
        let text =
            "\u{FEFF}\"Account\",\"Login Name\",\"Password\",\"Web Site\",\"Comments\"\n\"Mail\",\"me\"\n\"Bank\",\"b\",\"x\\\"y\",\"u\",\"n\",\"more\"\n"
        let items = try KeePassCSV.items(Self.secret(text))
        #expect(Self.texts(items) == ["Bank|b|x\"y", "Bank|b (notes)|n"])
        #expect(items.first?.comment == "u")
    }
}
