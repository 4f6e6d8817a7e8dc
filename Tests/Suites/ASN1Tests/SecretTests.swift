import JetonASN1
import JetonOctets
import Testing

@Suite("Readers for secrets")
struct SecretTests {
    private func secret(_ octets: [UInt8]) -> Secret { Secret(copying: octets.span) }

    private func octets(_ secret: borrowing Secret) -> [UInt8] {
        secret.withBytes { span in (0..<span.count).map { span[$0] } }
    }

    @Test("Elements are places in the bytes")
    func places() throws {
        let octets = DER.sequence(DER.integer(0x80), DER.octetString([UInt8](repeating: 7, count: 200)))
        var outer = SecretDER(0..<octets.count)
        let content = try outer.next(0x30, in: octets.span)
        #expect(outer.isAtEnd)
        #expect(outer.peek(in: octets.span) == nil)
        var inner = SecretDER(content)
        #expect(inner.peek(in: octets.span) == 0x02)
        #expect(try inner.nextInteger(in: octets.span).map { octets[$0] } == [0x80])
        #expect(try inner.next(0x04, in: octets.span).count == 200)
        #expect(throws: EncodingError(.truncated, at: 0)) { try inner.next(0x04, in: octets.span) }
    }

    @Test(
        "Malformed lengths are refused",
        arguments: [
            ("04", EncodingError.Code.truncated), ("0401", .truncated), ("0480", .malformedLength),
            ("04810101", .malformedLength), ("0482008001", .malformedLength), ("048401000000", .malformedLength),
            ("0482FFFF00", .truncated), ("0200", .unexpectedValue),
        ]
    )
    func malformed(hexadecimal: String, reason: EncodingError.Code) throws {
        let octets = try #require(Hex.decode(hexadecimal))
        var reader = SecretDER(0..<octets.count)
        #expect(throws: EncodingError(reason, at: 0)) { try reader.next(0x04, in: octets.span) }
        #expect(reader.position == 0)
        var beyond = SecretDER(0..<octets.count + 10)
        #expect(throws: EncodingError.self) { try beyond.next(0x04, in: octets.span) }
    }

    @Test("Integers are not negative and not padded", arguments: ["0200", "0201FF", "0202007F", "02020000"])
    func integers(hexadecimal: String) throws {
        let octets = try #require(Hex.decode(hexadecimal))
        var reader = SecretDER(0..<octets.count)
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try reader.nextInteger(in: octets.span) }
    }

    @Test("The first block of the right kind is decoded; without one the input is taken as it is")
    func firstBlock() throws {
        let key = [UInt8](0..<70)
        let text = "x\n" + PEM.encode([9], label: "EC PARAMETERS") + PEM.encode(key, label: "EC PRIVATE KEY")
        let found = try SecretPEM(secret(Array(text.utf8)), suffix: "PRIVATE KEY")
        #expect(found.label == "EC PRIVATE KEY")
        #expect(octets(found.der) == key)
        let binary = try SecretPEM(secret(key), suffix: "PRIVATE KEY")
        #expect(binary.label == nil)
        #expect(octets(binary.der) == key)
        let other = try SecretPEM(secret(Array(PEM.encode(key, label: "CERTIFICATE").utf8)), suffix: "PRIVATE KEY")
        #expect(other.label == nil)
    }

    @Test(
        "A malformed block is refused",
        arguments: [
            ("-----BEGIN PRIVATE KEY-----\nAQI*\n-----END PRIVATE KEY-----\n", PEMError.Code.malformedBody),
            ("-----BEGIN PRIVATE KEY-----\nAQI\n-----END PRIVATE KEY-----\n", .malformedBody),
            ("-----BEGIN PRIVATE KEY-----\nAR==\n-----END PRIVATE KEY-----\n", .malformedBody),
            ("-----BEGIN PRIVATE KEY-----\nAQID=\n-----END PRIVATE KEY-----\n", .malformedBody),
            ("-----BEGIN PRIVATE KEY-----\nAQ==\nAQID\n-----END PRIVATE KEY-----\n", .malformedBody),
            ("-----BEGIN PRIVATE KEY-----\nAQID\n-----END OTHER-----\n", .unclosed),
            ("-----BEGIN PRIVATE KEY-----\nAQID\n-----", .unclosed),
            ("-----BEGIN PRIVATE KEY-----\nAQID\n", .unclosed),
        ]
    )
    func malformedBlock(text: String, reason: PEMError.Code) {
        #expect(throws: PEMError(reason, label: "")) {
            _ = try SecretPEM(secret(Array(text.utf8)), suffix: "PRIVATE KEY").label
        }
    }
}
