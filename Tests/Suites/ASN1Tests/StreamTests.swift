import JetonASN1
import JetonOctets
import Testing

@Suite("BER and PEM from a source")
struct StreamTests {
    /// Hands out one byte at a time, which meets every boundary.
    struct DripSource: ByteSource {
        var base: MemorySource

        init(_ octets: [UInt8]) { base = MemorySource(octets) }

        mutating func read(into buffer: inout MutableSpan<UInt8>) -> Int {
            var octets: [UInt8] = [0]
            var span = octets.mutableSpan
            let count = base.read(into: &span)
            if count > 0 { buffer[0] = octets[0] }
            return count
        }
    }

    private func content(_ hexadecimal: String) throws -> [UInt8] {
        let stream = BERStream(DripSource(try #require(Hex.decode(hexadecimal))))
        var octets: [UInt8] = []
        try stream.readOctetString { piece in
            for index in 0..<piece.count { octets.append(piece[index]) }
        }
        guard try stream.isExhausted() else { throw stream.failure(.trailingOctets) }
        return octets
    }

    @Test(
        "Octet strings of every form",
        arguments: [
            ("0400", ""), ("0403010203", "010203"), ("048103010203", "010203"), ("24800401010000", "01"),
            ("2406040101040102", "0102"), ("2480240304010104010200" + "00", "0102"), ("24800000", ""),
        ]
    )
    func octetStrings(hexadecimal: String, expected: String) throws {
        #expect(Hex.encode(try content(hexadecimal)) == expected)
    }

    @Test(
        "Malformed octet strings",
        arguments: [
            ("", EncodingError.Code.truncated), ("04", .truncated), ("0402", .truncated), ("040201", .truncated),
            ("0480", .malformedLength), ("0489000000000000000001", .malformedLength), ("2480", .truncated),
            ("2480040101", .truncated), ("248004010100", .truncated), ("24800401010001", .malformedLength),
            ("0201" + "01", .unexpectedValue), ("2403020101", .unexpectedValue), ("2402040101", .malformedLength),
            ("240304030102", .malformedLength), ("2405040301", .truncated), ("0488FFFFFFFFFFFFFFFF", .malformedLength),
            ("0400FF", .trailingOctets),
            ("1F8100", .malformedTag),
        ]
    )
    func malformed(hexadecimal: String, reason: EncodingError.Code) {
        #expect(throws: EncodingError(reason, at: 0)) { try content(hexadecimal) }
    }

    @Test("Segments nest 32 levels and no deeper")
    func depth() throws {
        func nested(_ levels: Int) -> String {
            String(repeating: "2480", count: levels) + "0400" + String(repeating: "0000", count: levels)
        }
        #expect(try content(nested(31)) == [])
        #expect(throws: EncodingError(.limitExceeded, at: 0)) { try content(nested(40)) }
    }

    @Test("A structure is entered, walked and left; an element that is too large is refused")
    func walking() throws {
        let octets = try #require(Hex.decode("308002010530800500000004030102030000"))
        let stream = BERStream(DripSource(octets))
        #expect(try stream.nextTag() == .sequence)
        try stream.enter(.sequence)
        #expect(try stream.readElement(limit: 3).int() == 5)
        #expect(throws: EncodingError(.trailingOctets, at: 0)) { try stream.leave() }
        let inner = try stream.readElement(limit: 100)
        #expect(Hex.encode(inner.encoded) == "308005000000")
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try stream.enter(.set) }
        let second = BERStream(MemorySource(octets))
        try second.enter(.sequence)
        #expect(throws: EncodingError(.limitExceeded, at: 0)) { try second.readElement(limit: 2) }
    }

    @Test("Ten mebibytes pass in pieces of at most 256 KiB, from a DER and from a BER string")
    func largeContent() throws {
        struct Zeros: ByteSource {
            var head: [UInt8]
            var left: Int
            mutating func read(into buffer: inout MutableSpan<UInt8>) -> Int {
                if !head.isEmpty {
                    let count = min(head.count, buffer.count)
                    for index in 0..<count { buffer[index] = head[index] }
                    head.removeFirst(count)
                    return count
                }
                let count = min(buffer.count, left)
                for index in 0..<count { buffer[index] = 0 }
                left -= count
                return count
            }
        }
        let size = 10 << 20
        for head in [[0x04, 0x84, 0x00, 0xA0, 0x00, 0x00], [0x24, 0x80, 0x04, 0x83, 0xA0, 0x00, 0x00]] as [[UInt8]] {
            let stream = BERStream(Zeros(head: head, left: size + 2))
            var count = 0
            var largest = 0
            try stream.readOctetString { piece in
                count += piece.count
                largest = max(largest, piece.count)
            }
            #expect(count == size)
            #expect(largest <= 1 << 18)
        }
    }

    @Test("A source that claims more bytes than there is room for is an error", arguments: [-1, 1 << 30])
    func lyingSource(claim: Int) {
        struct LyingSource: ByteSource {
            let claim: Int
            mutating func read(into buffer: inout MutableSpan<UInt8>) -> Int { claim }
        }
        var source = LyingSource(claim: claim)
        #expect(throws: EncodingError(.limitExceeded, at: 0)) { try source.forEachPiece { _ in } }
        #expect(throws: EncodingError(.limitExceeded, at: 0)) {
            try BERStream(LyingSource(claim: claim)).nextTag()
        }
    }

    private func decoded(_ text: [UInt8], labels: [String] = ["CMS", "PKCS7"]) throws -> [UInt8] {
        var source = PEMDecodingSource(DripSource(text), labels: labels)
        var octets: [UInt8] = []
        try source.forEachPiece { piece in
            for index in 0..<piece.count { octets.append(piece[index]) }
        }
        return octets
    }

    @Test("PEM is decoded on the way, DER passes through")
    func pem() throws {
        let octets = DER.sequence(DER.octetString([UInt8](0..<200)))
        #expect(try decoded(octets) == octets)
        #expect(try decoded([]) == [])
        let pem = "Some words\n----\n" + PEM.encode(octets, label: "PKCS7") + "and what follows -----BEGIN"
        for text in [pem, pem.replacing("\n", with: "\r\n"), pem.replacing("\n", with: " \n")] {
            #expect(try decoded(Array(text.utf8)) == octets)
        }
    }

    @Test("PEM that is cut, changed or of another kind is refused")
    func malformedPEM() {
        let pem = PEM.encode([UInt8](0..<200), label: "CMS")
        for (text, reason) in [
            (String(pem.dropLast(2)), PEMError.Code.unclosed), (String(pem.dropLast(30)), .unclosed),
            (pem.replacing("END CMS", with: "END CMT"), .unclosed),
            (pem.replacing("AAEC", with: "AA*C"), .malformedBody),
            (pem.replacing("\n-----E", with: "A\n-----E"), .malformedBody),
            (pem.replacing("CMS", with: "CMT"), .missing),
            ("words\n", .missing), ("-----BEGIN -----\n", .malformedLabel),
            (String(repeating: " ", count: 65_537) + "\n" + pem, .missing),
        ] {
            #expect(throws: PEMError(reason, label: "")) { try decoded(Array(text.utf8)) }
        }
    }
}
