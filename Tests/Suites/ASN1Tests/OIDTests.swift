import JetonASN1
import JetonOctets
import Testing

@Suite("Object identifiers")
struct OIDTests {
    @Test(
        "Dotted text is written as it was read",
        arguments: [
            "1.2.840.113549.1.7.2", "2.5.29.19", "0.9.2342.19200300.100.1.25", "2.999.3", "2.100", "1.3.101.112",
            "2.18446744073709551535", "0.39", "2.0",
        ]
    )
    func dottedText(text: String) throws {
        #expect(try #require(OID(text)).description == text)
    }

    @Test(
        "Text of another form is refused",
        arguments: [
            "", "1", "1.", "3.1", "1.40", "1.2.-3", "1.2.x", "1..2", "1.2.+3", "1.2. 3", "1.2.18446744073709551616",
            "2.18446744073709551536", String(repeating: "1.", count: 32) + "1",
        ]
    )
    func malformedText(text: String) {
        #expect(OID(text) == nil)
    }

    @Test(
        "Contents that end inside an arc, are empty, too long or padded are refused",
        arguments: ["", "80", "2A86", "2A8001", "8037", "2A868001"]
    )
    func malformedContents(hexadecimal: String) throws {
        let octets = try #require(Hex.decode(hexadecimal))
        // 86 80 01 is one arc whose middle byte carries seven zero bits: not padding.
        #expect((OID(contents: octets) != nil) == (hexadecimal == "2A868001"))
    }

    @Test("Contents have at most 256 bytes, and arcs of any size are written")
    func limits() throws {
        let longest = [UInt8](repeating: 0xFF, count: 255) + [0x7F]
        #expect(try #require(OID(contents: longest)).description.hasPrefix("2."))
        #expect(OID(contents: [0x2A] + longest) == nil)
        let uuid = try #require(Hex.decode("6983E0E0A4CAAAB9E9D5EDC2DDDD9FFFDEF5AB2C"))
        #expect(try #require(OID(contents: uuid)).description.hasPrefix("2.25."))
    }

    @Test("Known identifiers have names")
    func names() {
        #expect(OID.sha256.name == "SHA-256")
        #expect(OID.gost2012Of256.name == "GOST R 34.10-2012 256")
        #expect(OID.p256.description == "1.2.840.10045.3.1.7")
        #expect(OID(1, 2, 3).name == nil)
    }
}
