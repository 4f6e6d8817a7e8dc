import JetonASN1
import JetonOctets
import Testing

@Suite("Values of ASN.1 types")
struct ValueTests {
    private func element(_ hexadecimal: String, _ rules: ASN1Reader.Rules = .distinguished) throws -> ASN1Element {
        try ASN1Element.parse(#require(Hex.decode(hexadecimal)), rules: rules)
    }

    @Test(
        "Integers",
        arguments: [
            ("020100", 0), ("02017F", 127), ("02020080", 128), ("020180", -128), ("0201FF", -1), ("0202FF7F", -129),
            ("02087FFFFFFFFFFFFFFF", Int.max), ("02088000000000000000", Int.min),
        ]
    )
    func integers(hexadecimal: String, value: Int) throws {
        #expect(try element(hexadecimal).int() == value)
        if value >= 0 { #expect(DER.integer(UInt64(value)) == Hex.decode(hexadecimal)) }
    }

    @Test(
        "Integers that are empty or not the shortest",
        arguments: ["0200", "02020000", "0202007F", "0202FFFF", "0202FF80", "030100", "0209007FFFFFFFFFFFFFFF"]
    )
    func malformedIntegers(hexadecimal: String) {
        #expect(throws: EncodingError.self) { try element(hexadecimal).int() }
        #expect(throws: EncodingError.self) { try element(hexadecimal).integerOctets() }
    }

    @Test("BER takes a padded integer, and no integer of nine bytes is an Int")
    func lenientIntegers() throws {
        #expect(try element("0202007F", .basic).int() == 127)
        #expect(try element("02020001", .basic).unsignedInteger() == [1])
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try element("0209008000000000000000").int() }
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try element("0200", .basic).integerOctets() }
    }

    @Test("A magnitude has no sign byte, and a negative number has no magnitude")
    func magnitudes() throws {
        #expect(try element("02020080").unsignedInteger() == [0x80])
        #expect(try element("020100").unsignedInteger() == [])
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try element("0201FF").unsignedInteger() }
        #expect(DER.integer(magnitude: [0, 0, 0x80]) == [0x02, 0x02, 0x00, 0x80])
        #expect(DER.integer(magnitude: []) == [0x02, 0x01, 0x00])
    }

    @Test("Booleans: DER knows 00 and FF, BER takes any byte")
    func booleans() throws {
        #expect(try element("0101FF").boolean())
        #expect(try !element("010100").boolean())
        #expect(try element("010101", .basic).boolean())
        for bad in ["010101", "0101FE", "0100", "01020000", "0201FF"] {
            #expect(throws: EncodingError.self) { try element(bad).boolean() }
        }
    }

    @Test("NULL has no contents")
    func null() throws {
        try element("0500").null()
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try element("050100").null() }
    }

    @Test(
        "Bit strings: the unused bits are fewer than eight, have bytes, and are zero in DER",
        arguments: [
            ("030100", true, true), ("03020580", true, true), ("030205A0", true, true), ("030205B0", false, true),
            ("03020700", true, true), ("03020780", true, true), ("03020701", false, true), ("030108", false, false),
            ("030107", false, false), ("0300", false, false), ("03020880", false, false), ("0302FF80", false, false),
            ("030200FF", true, true),
        ]
    )
    func bitStrings(hexadecimal: String, distinguished: Bool, basic: Bool) throws {
        #expect(((try? element(hexadecimal).bitString()) != nil) == distinguished)
        #expect(((try? element(hexadecimal, .basic).bitString()) != nil) == basic)
    }

    @Test("A bit string of whole bytes has no unused bits")
    func wholeBytes() throws {
        #expect(try element("030300A5FF").bitStringOctets() == [0xA5, 0xFF])
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try element("030204A0").bitStringOctets() }
    }

    @Test(
        "Named bits are written and read, without trailing zeros",
        arguments: [0, 1, 2, 0b11, 1 << 8, 1 << 31, 0x8001]
    )
    func namedBits(bits: UInt32) throws {
        #expect(try ASN1Element.parse(DER.namedBits(bits)).namedBits() == bits)
    }

    @Test(
        "DER refuses named bits that end in a zero bit",
        arguments: ["03020080", "0303000100", "03020000", "03020540"]
    )
    func trailingZeroBits(hexadecimal: String) throws {
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try element(hexadecimal).namedBits() }
        _ = try element(hexadecimal, .basic).namedBits()
        #expect(try element("03020640").namedBits() == 0b10)
    }

    @Test("BER joins the segments of an octet string, DER refuses them")
    func segments() throws {
        let octets = "2480" + "040101" + "2404" + "04020203" + "0000"
        #expect(try element(octets, .basic).octetString() == [1, 2, 3])
        let definite = "2406" + "040101" + "040102"
        #expect(try element(definite, .basic).octetString() == [1, 2])
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try element(definite).octetString() }
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try element("2403020101", .basic).octetString() }
        var nested = DER.octetString([1])
        for _ in 0..<40 { nested = DER.element(.constructedOctetString, nested) }
        #expect(throws: EncodingError(.limitExceeded, at: 0)) {
            try ASN1Element.parse(nested, rules: .basic).octetString()
        }
    }

    @Test("Text of every string type, ill-formed text repaired")
    func text() throws {
        #expect(try element("0C02C3A9").text == "é")
        #expect(try element("0C01FF").text == "\u{FFFD}")
        #expect(try element("1E0400E90041").text == "éA")
        #expect(try element("1E0100").text == "\0")
        #expect(try element("1C04000000E9").text == "é")
        #expect(try element("1C0400110000").text == "\u{FFFD}")
        #expect(try element("1401E9").text == "é")
        #expect(try element("130161").text == "a")
        #expect(try element("020101").text == nil)
    }

    @Test("A SET OF is sorted by the bytes of its members")
    func sets() {
        #expect(DER.set(of: [[2, 1, 5], [2, 1, 3], [1, 1, 0]]) == [0x31, 9, 1, 1, 0, 2, 1, 3, 2, 1, 5])
    }

    @Test(
        "Lengths are the shortest",
        arguments: [(0, "00"), (127, "7F"), (128, "8180"), (256, "820100"), (65_536, "83010000")]
    )
    func lengths(length: UInt64, hexadecimal: String) {
        #expect(Hex.encode(DER.encode(length: length), uppercase: true) == hexadecimal)
    }
}
