import JetonASN1
import Testing

@Suite("Base64")
struct Base64Tests {
    // RFC 4648, 10.
    static let known: [(String, String)] = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test("The vectors of RFC 4648, padded and not", arguments: known)
    func vectors(plain: String, text: String) {
        let octets = Array(plain.utf8)
        let bare = String(text.prefix { $0 != "=" })
        #expect(Base64.encode(octets) == text)
        #expect(Base64.encode(octets, padded: false) == bare)
        #expect(Base64.decode(text) == octets)
        #expect(Base64.decode(bare, padded: false) == octets)
        #expect(Base64.decodeLines(text.utf8) == octets)
        #expect(Base64.decodeLines((" " + text.map { "\($0)\r\n\t" }.joined()).utf8) == octets)
        if text != bare {
            #expect(Base64.decode(bare) == nil)
            #expect(Base64.decode(text, padded: false) == nil)
            #expect(Base64.decodeLines(bare.utf8) == nil)
        }
    }

    @Test(
        "Text that is not canonical is refused",
        arguments: [
            "Zh==", "Zm9=", "Z===", "====", "=", "Z", "Zg=", "Zg=a", "Zg==Zg==", "Zm9vZg==Zg==", "Zm9-", "Zm9_", "Zm9*",
            "Zm9v=", "Zm9v====", "Zg==\0", "Zm\u{E9}v", "=Zg=",
        ]
    )
    func malformed(text: String) {
        #expect(Base64.decode(text) == nil)
        #expect(Base64.decodeLines(text.utf8) == nil)
    }

    @Test("White space stands between characters of lines only", arguments: ["Zm 9v", "Zm9v\n", " Zm9v"])
    func whiteSpace(text: String) {
        #expect(Base64.decode(text) == nil)
        #expect(Base64.decodeLines(text.utf8) == Array("foo".utf8))
    }

    @Test("Bytes of every value and length come back", arguments: 0..<40)
    func roundTrip(count: Int) {
        let octets = (0..<count).map { _ in UInt8.random(in: 0...255) }
        for padded in [true, false] {
            #expect(Base64.decode(Base64.encode(octets, padded: padded), padded: padded) == octets)
        }
        #expect(Base64.decodeLines(Base64.encode(octets).utf8) == octets)
    }
}
