import JetonOctets
import TestRig
import Testing

@Suite("Hex")
struct HexTests {
    @Test("Octets survive a round trip", arguments: [[], [0x00], [0xFF, 0x0A], Array(0...255)] as [[UInt8]])
    func roundTrip(octets: [UInt8]) {
        #expect(Hex.decode(Hex.encode(octets)) == octets)
        #expect(Hex.decode(Hex.encode(octets, uppercase: true)) == octets)
    }

    @Test("Odd counts, signs, blanks and other alphabets are refused", arguments: ["0", "0x", "+1", " 1", "g0", "０0"])
    func refused(text: String) { #expect(Hex.decode(text) == nil) }
}

@Suite("BER-TLV")
struct TLVTests {
    @Test("Each length form is written shortest and read back", arguments: [0, 1, 127, 128, 255, 256, 65535, 65536])
    func lengths(count: Int) throws {
        let object = TLV(tag: 0x5FC105, value: [UInt8](repeating: 7, count: count))
        #expect(try TLV.parse(object.encoded) == [object])
        let header = count < 128 ? 1 : count < 256 ? 2 : count < 65536 ? 3 : 4
        #expect(object.encoded.count == 3 + header + count)
    }

    @Test(
        "Broken input is refused with its kind",
        arguments: [
            ("5C", EncodingError.Code.truncated), ("5C02AA", .truncated), ("5C80", .malformedLength),
            ("5C8500000000AA", .malformedLength), ("7F80AA00", .malformedTag), ("7FFFFFFF00", .malformedTag),
            ("5C84FFFFFFFF", .truncated), ("7F", .truncated),
        ]
    )
    func broken(hex: String, code: EncodingError.Code) throws {
        let octets = try #require(Hex.decode(hex))
        #expect(throws: EncodingError(code, at: 0)) { try TLV.parse(octets) }
    }

    @Test("Padding between objects is skipped and the number of objects is bounded")
    func paddingAndLimit() throws {
        #expect(try TLV.parse([0x00, 0xFF, 0x53, 0x00, 0x00]) == [TLV(tag: 0x53, value: [])])
        let many = [UInt8](repeating: 0, count: 0) + (0..<5).flatMap { _ in [0x53, 0x00] as [UInt8] }
        #expect(throws: EncodingError(.limitExceeded, at: 0)) { try TLV.parse(many, limit: 4) }
    }

    @Test("A template's members are found by tag")
    func members() throws {
        let template = TLV(tag: 0x7C, members: [TLV(tag: 0x81, value: [1]), TLV(tag: 0x82, value: [])])
        #expect(template.isConstructed)
        #expect(try template.members().firstValue(tag: 0x81) == [1])
        #expect(try template.members().firstValue(tag: 0x83) == nil)
    }
}

@Suite("Byte cursor")
struct ByteCursorTests {
    @Test("Counts from outside that do not fit are errors", arguments: [-1, 3, Int.max])
    func bounds(count: Int) {
        var cursor = ByteCursor([1, 2])
        #expect(throws: EncodingError(.truncated, at: 0)) { try cursor.read(count) }
        #expect(cursor.remaining == 2)
    }

    @Test("Integers are big-endian and leftovers are noticed")
    func integers() throws {
        var cursor = ByteCursor([0x01, 0x02, 0xFF])
        #expect(try cursor.readBigEndian(UInt16.self) == 0x0102)
        #expect(throws: EncodingError(.trailingOctets, at: 2)) { try cursor.finish() }
    }
}

@Suite("Secret")
struct SecretTests {
    @Test("A secret holds what it was given and the array is wiped")
    func takesOver() {
        var pin = Array("1234".utf8)
        let secret = Secret(wiping: &pin)
        #expect(pin.isEmpty)
        let octets = secret.withBytes { span in span.indices.map { span[$0] } }
        #expect(octets == Array("1234".utf8))
    }

    @Test("Nothing of the arrays that secrets were taken from stays in memory, nor of the secrets once they are gone")
    func wiped() throws {
        var numbers = SystemRandomNumberGenerator()
        let masked = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
        let needle = Secret(capacity: masked.count) { (target: inout MutableSpan<UInt8>) in
            for index in masked.indices { target[index] = masked[index] ^ 0x5C }
            return masked.count
        }.withBytes { MemoryScan.Needle($0) }
        // Many, since some of what is left is overwritten by chance.
        for _ in 0..<32 { #expect(try Self.count(needle, masked) > 0, "the scan finds a secret that is alive") }
        #expect(try MemoryScan.count(needle) == 0)
    }

    /// How often the octets stand in memory while a secret has taken them over from an array.
    @inline(never)
    private static func count(_ needle: MemoryScan.Needle, _ masked: [UInt8]) throws -> Int {
        var octets = [UInt8](repeating: 1, count: 64)
        octets.reserveCapacity(64 + masked.count)
        for octet in masked { octets.append(octet ^ 0x5C) }
        let secret = Secret(wiping: &octets)
        let count = try MemoryScan.count(needle)
        return secret.isEmpty ? 0 : count
    }

    @Test("The pages of a secret are zeros when the system gets them back")
    func pages() async throws {
        let outcome = try await ChildProcess.run([try BuildProducts.path("secret-probe")])
        #expect(outcome.text == "pages, 0 octets\n", "\(outcome)")
    }

    @Test("Secrets compare by octets and count")
    func equality() {
        let first = Secret(copying: [1, 2, 3].span)
        let answers = [
            first.equals(first.clone()),
            first.equals(Secret(copying: [1, 2].span)),
            first.equals(Secret(copying: [1, 2, 4].span)),
        ]
        #expect(answers == [true, false, false])
    }

    @Test("An initializer that fails gives its error")
    func failure() {
        struct Refused: Error {}
        #expect(throws: Refused.self) {
            _ = try Secret(capacity: 8) { (_: inout MutableSpan<UInt8>) throws(Refused) -> Int in throw Refused() }
        }
    }
}

@Suite("Constant-time comparison")
struct ConstantTimeTests {
    @Test("Every single-bit difference is seen, in every byte", arguments: [1, 2, 3, 8, 16, 32, 64, 257])
    func bits(count: Int) {
        let left = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 1) }
        #expect(ConstantTime.equals(left, left))
        for bit in 0..<8 * count {
            var right = left
            right[bit / 8] ^= 1 << (bit % 8)
            #expect(!ConstantTime.equals(left, right), "bit \(bit) of \(count) bytes")
            let isSame = ConstantTime.equals(right.span, left.span)
            #expect(!isSame, "bit \(bit) of \(count) bytes")
        }
    }

    @Test("The same difference in two bytes does not cancel out")
    func pairs() {
        let left = [UInt8](repeating: 0x55, count: 32)
        for first in 0..<31 {
            for second in first + 1..<32 {
                var right = left
                right[first] ^= 0x80
                right[second] ^= 0x80
                #expect(!ConstantTime.equals(left, right))
            }
        }
    }

    @Test("A string and a longer one that begins with it differ")
    func lengths() {
        #expect(!ConstantTime.equals([1, 2, 3], [1, 2, 3, 0]))
        #expect(!ConstantTime.equals([], [0]))
        #expect(ConstantTime.equals([UInt8](), []))
    }
}

@Suite("Text of others")
struct TextTests {
    @Test("A text is cut by bytes, between scalars, however many marks a character has")
    func cut() {
        let text = "a" + String(repeating: "\u{301}", count: 1_000)
        #expect(text.count == 1 && text.prefix(1) == text)
        #expect(text.prefix(bytes: 10) == "a\u{301}\u{301}\u{301}\u{301}")
        #expect("ab".prefix(bytes: 10) == "ab" && "é".prefix(bytes: 1).isEmpty && "ab".prefix(bytes: 0).isEmpty)
    }
}

@Suite("Search")
struct SearchTests {
    @Test(
        "A text is found where it first stands, by its octets",
        arguments: [
            ("abcabc", "abc", 0), ("abcabc", "cab", 2), ("aaab", "aab", 1), ("abc", "", 0), ("", "", 0),
            ("été", "t", 2), ("a\u{301}b", "a", 0), ("a\r\nb", "\n", 2),
            ("abc", "abcd", nil), ("", "a", nil), ("ab", "ba", nil), ("é", "e\u{301}", nil), ("aab", "ab\0", nil),
        ] as [(String, String, Int?)]
    )
    func found(text: String, wanted: String, place: Int?) {
        let range = text.firstRange(of: wanted)
        #expect(range.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == place)
        #expect(range.map { text.utf8[$0].elementsEqual(wanted.utf8) } ?? true)
        #expect((text as any StringProtocol).contains(wanted) == (place != nil))
        #expect(Array(text.utf8).firstRange(of: Array(wanted.utf8))?.lowerBound == place)
    }

    @Test("A part of a text is searched alone")
    func part() {
        let part = "abcabc".dropFirst().dropLast()
        #expect(part.firstRange(of: "abc") == nil && part.firstRange(of: "cab")?.upperBound == part.endIndex)
    }

    @Test(
        "Each place of a text is replaced once, from the start on",
        arguments: [
            ("a-b-c", "-", "--", "a--b--c"), ("aaa", "aa", "b", "ba"), ("abc", "", "x", "abc"), ("", "a", "b", ""),
            ("abab", "ab", "", ""), ("a\r\nb", "\n", "\\n", "a\r\\nb"),
        ]
    )
    func replaced(text: String, old: String, new: String, result: String) {
        #expect(text.replacing(old, with: new) == result)
    }
}
