import JetonASN1
import JetonOctets
import Testing

@Suite("The DER and BER reader")
struct ReaderTests {
    /// Encodings that DER refuses: what they are, and the reader's reason.
    static let notDER: [(String, String, EncodingError.Code)] = [
        ("nothing", "", .truncated),
        ("a tag alone", "02", .truncated),
        ("contents cut short", "020201", .truncated),
        ("a length in the long form below 128", "02810101", .malformedLength),
        ("a length with a leading zero", "0482008001", .malformedLength),
        ("a length with a leading zero of three bytes", "0483000080", .malformedLength),
        ("the indefinite length", "30800000", .malformedLength),
        ("the indefinite length of a primitive type", "0480", .malformedLength),
        ("a length of nine bytes", "0489010000000000000000", .malformedLength),
        ("a length above Int.max", "0488FFFFFFFFFFFFFFFF", .malformedLength),
        ("a length just above Int.max", "04888000000000000000", .malformedLength),
        ("Int.max bytes that are not there", "04887FFFFFFFFFFFFFFF", .truncated),
        ("a length cut short", "048201", .truncated),
        ("an end-of-contents marker", "0000", .malformedTag),
        ("a constructed end-of-contents marker", "2000", .malformedTag),
        ("a high tag number that is padded", "1F800100", .malformedTag),
        ("a low tag number in the high form", "1F1E00", .malformedTag),
        ("a tag of five bytes", "1F8181818100", .malformedTag),
        ("a tag cut short", "1F81", .truncated),
        ("a byte after the element", "020101FF", .trailingOctets),
    ]

    @Test("DER refuses what is not its one encoding", arguments: notDER)
    func refusedByDER(name: String, hexadecimal: String, reason: EncodingError.Code) throws {
        let octets = try #require(Hex.decode(hexadecimal))
        #expect(throws: EncodingError(reason, at: 0)) { try ASN1Element.parse(octets) }
    }

    @Test(
        "BER takes long lengths, indefinite lengths and high forms of low tags",
        arguments: [
            ("02810101", "01"), ("0282000101", "01"), ("30800201010000", "020101"), ("30800000", ""),
            ("308030800000308002010100000000", "308000003080020101" + "0000"), ("1F1E00", ""),
            ("30800481020000" + "0000", "0481020000"),
        ]
    )
    func acceptedByBER(hexadecimal: String, content: String) throws {
        let octets = try #require(Hex.decode(hexadecimal))
        let element = try ASN1Element.parse(octets, rules: .basic)
        #expect(Hex.encode(element.content, uppercase: true) == content)
        #expect(Array(element.encoded) == octets)
        #expect(throws: EncodingError.self) { try ASN1Element.parse(octets, rules: .distinguished) }
    }

    @Test(
        "BER refuses an indefinite length without an end",
        arguments: [
            ("3080", EncodingError.Code.truncated), ("308002", .truncated), ("30800201", .truncated),
            ("308000", .truncated), ("3080020101", .truncated), ("0480", .malformedLength),
        ]
    )
    func unterminated(hexadecimal: String, reason: EncodingError.Code) throws {
        let octets = try #require(Hex.decode(hexadecimal))
        #expect(throws: EncodingError(reason, at: 0)) { try ASN1Element.parse(octets, rules: .basic) }
    }

    @Test("Indefinite lengths nest 32 levels and no deeper")
    func depth() throws {
        func nested(_ levels: Int) -> [UInt8] {
            Array([[UInt8]](repeating: [0x30, 0x80], count: levels).joined())
                + [UInt8](repeating: 0, count: 2 * levels)
        }
        _ = try ASN1Element.parse(nested(32), rules: .basic)
        for levels in [33, 1_000, 100_000] {
            #expect(throws: EncodingError(.limitExceeded, at: 0)) {
                try ASN1Element.parse(nested(levels), rules: .basic)
            }
        }
    }

    @Test("A reader walks one level, looks ahead, and says where it failed")
    func walking() throws {
        let octets = DER.sequence(DER.integer(5), DER.null, DER.octetString([1, 2]), DER.octetString([]))
        var reader = try ASN1Element.parse(octets).members(of: .sequence)
        #expect(reader.nextTag == .integer)
        #expect(try reader.nextIf(.null) == nil)
        #expect(try reader.next(.integer).int() == 5)
        try #require(try reader.nextIf(.null)).null()
        var ahead = reader
        #expect(throws: EncodingError(.limitExceeded, at: 0)) { try ahead.rest(limit: 1) }
        let error = #expect(throws: EncodingError.self) { try reader.finish() }
        #expect(error == EncodingError(.trailingOctets, at: 0))
        #expect(error?.offset == 7)
        #expect(try reader.rest(limit: 2).map(\.content.count) == [2, 0])
        #expect(reader.isAtEnd)
        #expect(reader.nextTag == nil)
        try reader.finish()
        #expect(throws: EncodingError(.truncated, at: 0)) { try reader.next() }
    }

    @Test("A primitive element has no members, an explicit tag has exactly one")
    func members() throws {
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try ASN1Element.parse(DER.null).members() }
        let one = try ASN1Element.parse(DER.explicit(3, DER.integer(7)))
        #expect(one.tag == .contextConstructed(3))
        #expect(try one.onlyMember().int() == 7)
        let none = try ASN1Element.parse(DER.explicit(0, []))
        #expect(throws: EncodingError(.truncated, at: 0)) { try none.onlyMember() }
        let two = try ASN1Element.parse(DER.explicit(0, DER.null + DER.null))
        #expect(throws: EncodingError(.trailingOctets, at: 0)) { try two.onlyMember() }
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try one.members(of: .sequence) }
    }

    @Test("High tag numbers are read and written")
    func highTags() throws {
        let tag = ASN1Tag(rawValue: 0x7F49)
        #expect(tag.isConstructed)
        #expect(tag.firstOctet == 0x7F)
        let element = try ASN1Element.parse(DER.element(tag, DER.null))
        #expect(element.tag == tag)
        #expect(element.encoded.starts(with: [0x7F, 0x49, 0x02]))
    }

    @Test("Whatever DER accepts is written again to the same bytes, in random input")
    func canonical() throws {
        var random = SystemRandomNumberGenerator()
        var accepted = 0
        for _ in 0..<20_000 {
            // Small numbers make lengths and tags that fit more often.
            let octets = (0..<Int.random(in: 2...12, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random) & (Bool.random(using: &random) ? 0x03 : 0xFF)
            }
            var reader = ASN1Reader(octets)
            while let element = try? reader.next() {
                accepted += 1
                #expect(DER.element(element.tag, element.content) == Array(element.encoded))
            }
        }
        #expect(accepted > 1_000)
    }
}
