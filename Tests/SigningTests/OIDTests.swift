import Signing
import Testing

@Suite("Object identifiers")
struct OIDTests {
    @Test(
        "Dotted text is written as it was read",
        arguments: [
            "1.2.840.113549.1.7.2", "2.5.29.19", "0.9.2342.19200300.100.1.25", "2.999.3", "2.100", "1.3.101.112",
        ]
    )
    func dottedText(text: String) throws {
        #expect(try #require(OID(text)).description == text)
    }

    @Test("Text of another form is refused", arguments: ["", "1", "1.", "3.1", "1.40", "1.2.-3", "1.2.x", "1..2"])
    func malformedText(text: String) {
        #expect(OID(text) == nil)
    }
}
