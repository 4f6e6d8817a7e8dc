import GOSTOracle
import JetonLibcrypto
import JetonOctets
import Testing

/// The RFC's examples have test substitutions, which the library has not: they check the steps that the library is then
/// compared with.
@Suite("GOST R 34.11-94 as RFC 5831 describes it, and the library's with the substitutions of CryptoPro")
struct GOST341194Tests {
    private static let test = GOST341194Reference(cipher: .digestTest)
    private static let cryptoPro = GOST341194Reference(cipher: .digestCryptoPro)

    @Test("Keys, encryption and mixing of the first step (RFC 5831, 7.3.1)")
    func step() throws {
        let message = Array("This is message, length=32 bytes".utf8)
        let zero = [UInt8](repeating: 0, count: 32)
        let keys = GOST341194Reference.keys(zero, message)
        // The RFC prints the fourth and the seventh word of K[1] in each other's place.
        #expect(
            keys == [
                try Vector.littleEndian("733D2C20 65686573 74746769 79676120 626E7373 20657369 326C6568 33206D54"),
                try Vector.littleEndian("110C733D 0D166568 130E7474 06417967 1D00626E 161A2065 090D326C 4D393320"),
                try Vector.littleEndian("80B111F3 730DF216 850013F1 C7E1F941 620C1DFF 3ABAE91A 3FA109F2 F513B239"),
                try Vector.littleEndian("A0E2804E FF1B73F2 ECE27A00 E7B8C7E1 EE1D620C AC0CC5BA A804C05E A18B0AEC"),
            ]
        )
        let encrypted = try Vector.littleEndian(
            "E7860419 0D2A562D 8D345899 00FF0E28 5203EBC8 5D9BCFFD 42ABBCCE 32BC0B1B"
        )
        #expect(Self.test.encrypted(zero, message) == encrypted)
        var state = Self.test.step(message, zero)
        let steps = try [
            "CF9A8C65 505967A4 68A03B8C 42DE7624 D99C4124 883DA687 561C7DE3 3315C034",
            "2B6EC233 C7BC89E4 2ABC2692 5FEA7285 DD3848D1 C6AC997A 24F74E2B 09A3AEF7",
            "FAFF37A6 15A81669 1CFF3EF8 B68CA247 E09525F3 9F811983 2EB81975 D366C4B1",
        ].map { try Vector.littleEndian($0) }
        #expect(state == steps[0])
        // The length of the message in bits, then the sum of its one block.
        state = Self.test.step([0, 1] + [UInt8](repeating: 0, count: 30), state)
        #expect(state == steps[1])
        #expect(Self.test.step(message, state) == steps[2])
    }

    @Test(
        "Digests with the test substitutions, of the steps and of libgcrypt (RFC 5831, 7.3.1 and 7.3.2)",
        arguments: [
            (
                "This is message, length=32 bytes",
                "FAFF37A6 15A81669 1CFF3EF8 B68CA247 E09525F3 9F811983 2EB81975 D366C4B1"
            ),
            (
                "Suppose the original message has length = 50 bytes",
                "0852F562 3B89DD57 AEB4781F E54DF14E EAFBC135 0613763A 0D770AA6 57BA1A47"
            ),
        ]
    )
    func examples(_ message: String, _ expected: String) throws {
        let message = Array(message.utf8)
        let expected = try Vector.littleEndian(expected)
        #expect(Self.test.hash(message) == expected)
        #expect(try Oracle.hash(ORACLE_GOST3411_94_TEST, message, count: 32) == expected)
        // The substitutions are all that differs.
        #expect(try Digest.gost341194.hash(message.span) == Self.cryptoPro.hash(message))
        #expect(Self.cryptoPro.hash(message) != expected)
    }

    @Test(
        "The library's digests are those of the steps, on random input",
        arguments: [1, 31, 32, 33, 64, 65, 200, 1000]
    )
    func agreement(count: Int) throws {
        let data = try Random.octets(count)
        #expect(try Digest.gost341194.hash(data.span) == Self.cryptoPro.hash(data))
    }

    @Test("Pitfall 2: The digest of the empty string is the published one, and not what the provider says")
    func empty() throws {
        let digest = try Digest.gost341194.hash([UInt8]().span)
        #expect(Vector.text(digest) == "981e5f3ca30c841487830f84fb433e13ac1101569b9c13584ac483234cd656c0")
        #expect(try Oracle.hash(ORACLE_GOST3411_94_CRYPTOPRO, [], count: 32) == digest)
        #expect(Self.cryptoPro.hash([]) == digest)
    }
}
