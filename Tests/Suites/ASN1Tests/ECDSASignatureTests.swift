import JetonASN1
import JetonOctets
import Testing

@Suite("The forms of an ECDSA signature")
struct ECDSASignatureTests {
    @Test("Both forms of numbers of every length", arguments: [28, 32, 48, 64, 66])
    func forms(length: Int) throws {
        for (first, second) in [(1, 1), (0x7F, 0x80), (0xFF, 0x01)] as [(UInt8, UInt8)] {
            for zeros in [0, 1, length - 1] {
                let r =
                    [UInt8](repeating: 0, count: zeros) + [first] + [UInt8](repeating: 0x11, count: length - zeros - 1)
                let s = [second] + [UInt8](repeating: 0, count: length - 1)
                let signature = try ECDSASignature(concatenated: r + s, orderLength: length)
                #expect(signature.concatenated(orderLength: length) == r + s)
                #expect(signature.r.count == length - zeros)
                let der = signature.derRepresentation
                #expect(try ECDSASignature(derRepresentation: der, orderLength: length) == signature)
                #expect(try ECDSASignature(ofToken: der, orderLength: length) == signature)
                #expect(try ECDSASignature(ofToken: r + s, orderLength: length) == signature)
                #expect(signature.concatenated(orderLength: length - 1) == nil)
            }
        }
    }

    @Test(
        "Malformed sequences are refused",
        arguments: [
            "", "3000", "3003020101", "3006020101020100", "3006020100020101", "300602010102010100",
            "30070201010201010500",
            "3081060201010201" + "01", "30070202000102" + "0101", "3006020181020101", "3006020101030101",
            "3106020101020101",
            "30800201010201010000", "3006020101020102" + "00", "30080201010201010000", "3005020101" + "0200",
        ]
    )
    func malformed(hexadecimal: String) throws {
        let octets = try #require(Hex.decode(hexadecimal))
        #expect(throws: EncodingError.self) { try ECDSASignature(derRepresentation: octets, orderLength: 32) }
    }

    @Test("Numbers that are filled up with zeros are taken from cards and tokens only")
    func padded() throws {
        let padded: [UInt8] = [0x30, 0x08, 0x02, 0x02, 0x00, 0x05, 0x02, 0x02, 0x00, 0x07]
        let expected = try ECDSASignature(derRepresentation: padded, orderLength: 32, rules: .basic)
        #expect(expected.r == [5] && expected.s == [7])
        #expect(try ECDSASignature(ofToken: padded, orderLength: 32) == expected)
        #expect(throws: EncodingError.self) { try ECDSASignature(derRepresentation: padded, orderLength: 32) }
    }

    @Test("Numbers longer than the order, zeros and other lengths are refused")
    func bounds() throws {
        let long = DER.sequence(DER.integer(magnitude: [UInt8](repeating: 1, count: 33)), DER.integer(1))
        #expect(throws: EncodingError(.limitExceeded, at: 0)) {
            try ECDSASignature(derRepresentation: long, orderLength: 32)
        }
        for octets in [[], [1], [0, 1], [1, 0], [1, 1, 1]] as [[UInt8]] {
            #expect(throws: EncodingError(.unexpectedValue, at: 0)) {
                try ECDSASignature(concatenated: octets, orderLength: 1)
            }
        }
        #expect(throws: EncodingError(.unexpectedValue, at: 0)) { try ECDSASignature(concatenated: [], orderLength: 0) }
    }
}
