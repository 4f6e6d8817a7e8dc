import JetonLibcrypto
import JetonOctets
import Testing

@Suite("Kuznyechik and MGM, against the RFCs' examples")
struct KuznyechikTests {
    private static let key = "8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef"

    @Test("A block (RFC 7801, 5.5 and 5.6)")
    func block() throws {
        let key = try Vector.octets(Self.key)
        let plain = try Vector.octets("1122334455667700ffeeddccbbaa9988")
        let encrypted = try Vector.octets("7f679d90bebc24305a468d42b9d4edcd")
        #expect(try Kuznyechik.encrypt(plain.span, key: key.span) == encrypted)
        #expect(try Kuznyechik.decrypt(encrypted.span, key: key.span) == plain)
        let several = plain + plain
        #expect(try Kuznyechik.encrypt(several.span, key: key.span) == encrypted + encrypted)
        let short = Array(plain.dropLast())
        #expect(throws: LibcryptoError(.invalidInput)) { try Kuznyechik.encrypt(short.span, key: key.span) }
        #expect(throws: LibcryptoError(.invalidInput)) { try Kuznyechik.encrypt(plain.span, key: plain.span) }
    }

    @Test("CMAC of the standard's example (GOST R 34.13-2015, A.1.6), which prints the first half")
    func code() throws {
        let key = try Vector.octets(Self.key)
        let message = try Vector.octets(
            """
            1122334455667700ffeeddccbbaa9988 00112233445566778899aabbcceeff0a
            112233445566778899aabbcceeff0a00 2233445566778899aabbcceeff0a0011
            """
        )
        #expect(Vector.text(try Kuznyechik.cmac(message.span, key: key.span).prefix(8)) == "336f4d296059fbe3")
    }

    @Test(
        "Pitfall 3: CMAC works in the private context, where the provider's own kuznyechik-mac finds no cipher",
        arguments: [0, 1, 15, 16, 17, 31, 32, 33, 64]
    )
    func codes(count: Int) throws {
        let key = try Vector.octets(Self.key)
        let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(try Kuznyechik.cmac(message.span, key: key.span) == KeyedCipher.kuznyechik(key).code(message))
        let short = Array(key.dropLast())
        #expect(throws: LibcryptoError(.invalidInput)) { try Kuznyechik.cmac(message.span, key: short.span) }
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let key: String
        let nonce: String
        let associated: String
        let plaintext: String
        let ciphertext: String
        let tag: String
    }

    static let examples = [
        Example(
            testDescription: "RFC 9058, A.1.1",
            key: key,
            nonce: "1122334455667700ffeeddccbbaa9988",
            associated: """
                02020202020202020101010101010101 04040404040404040303030303030303 ea0505050505050505
                """,
            plaintext: """
                1122334455667700ffeeddccbbaa9988 00112233445566778899aabbcceeff0a
                112233445566778899aabbcceeff0a00 2233445566778899aabbcceeff0a0011 aabbcc
                """,
            ciphertext: """
                a9757b8147956e9055b8a33de89f42fc 8075d2212bf9fd5bd3f7069aadc16b39
                497ab15915a6ba85936b5d0ea9f6851c c60c14d4d3f883d0ab94420695c76deb 2c7552
                """,
            tag: "cf5d656f40c34f5c46e8bb0e29fcdb4c"
        ),
        Example(
            testDescription: "RFC 9058, A.1.2",
            key: "99aabbccddeeff0011223344556677fedcba98765432100123456789abcdef88",
            nonce: "1122334455667700ffeeddccbbaa9988",
            associated: "01010101010101010101010101010101",
            plaintext: "",
            ciphertext: "",
            tag: "7901e9ea2085cd247ed249695f9f8a85"
        ),
    ]

    @Test("MGM", arguments: examples)
    func mgm(_ example: Example) throws {
        let key = try Vector.octets(example.key)
        let nonce = try Vector.octets(example.nonce)
        let associated = try Vector.octets(example.associated)
        let plaintext = try Vector.octets(example.plaintext)
        let tag = try Vector.octets(example.tag)
        let sealed = try KuznyechikMGM.seal(
            plaintext.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: associated.span,
            tagCount: tag.count
        )
        #expect(Vector.text(sealed.ciphertext) == Vector.normalized(example.ciphertext))
        #expect(Vector.text(sealed.tag) == example.tag)
        let opened = try KuznyechikMGM.open(
            sealed.ciphertext.span,
            tag: tag.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: associated.span
        )
        #expect(opened == plaintext)
    }

    @Test("A key that is kept seals and opens as one that is used once, for all lengths around whole blocks")
    func keptKey() throws {
        let octets = try Vector.octets(Self.key)
        var mgm = try KuznyechikMGM(key: octets.span)
        let lengths = [0, 1, 15, 16, 17, 31, 32, 33, 511, 512, 513, 1040]
        for (number, length) in lengths.enumerated() {
            var nonce = [UInt8](repeating: 0xFF, count: 16)
            nonce[0] = UInt8(number)
            let plaintext = try Random.octets(length)
            let associated = try Random.octets(lengths[lengths.count - 1 - number] + 1)
            let kept = try mgm.seal(
                plaintext.span,
                nonce: nonce.span,
                authenticating: associated.span,
                tagCount: 12
            )
            let once = try KuznyechikMGM.seal(
                plaintext.span,
                key: octets.span,
                nonce: nonce.span,
                authenticating: associated.span,
                tagCount: 16
            )
            #expect(kept.ciphertext == once.ciphertext)
            #expect(kept.tag == Array(once.tag.prefix(12)))
            #expect(
                try mgm.open(
                    kept.ciphertext.span,
                    tag: kept.tag.span,
                    nonce: nonce.span,
                    authenticating: associated.span
                ) == plaintext
            )
        }
    }

    @Test("MGM refuses every changed bit")
    func changes() throws {
        let key = try Vector.octets(Self.key)
        let nonce = try Vector.octets("1122334455667700ffeeddccbbaa9988")
        let plaintext = Array("seventeen octets.".utf8)
        let associated: [UInt8] = [1, 2, 3]
        let sealed = try KuznyechikMGM.seal(
            plaintext.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: associated.span,
            tagCount: 12
        )
        func expectRefusal(_ ciphertext: [UInt8], _ tag: [UInt8], _ nonce: [UInt8], _ associated: [UInt8]) {
            #expect(throws: LibcryptoError(.notAuthentic)) {
                try KuznyechikMGM.open(
                    ciphertext.span,
                    tag: tag.span,
                    key: key.span,
                    nonce: nonce.span,
                    authenticating: associated.span
                )
            }
        }
        func flips(_ octets: [UInt8]) -> [[UInt8]] {
            (0..<octets.count * 8).map { bit in
                var changed = octets
                changed[bit / 8] ^= 1 << UInt8(bit % 8)
                return changed
            }
        }
        for changed in flips(sealed.ciphertext) { expectRefusal(changed, sealed.tag, nonce, associated) }
        for changed in flips(sealed.tag) { expectRefusal(sealed.ciphertext, changed, nonce, associated) }
        for changed in flips(associated) { expectRefusal(sealed.ciphertext, sealed.tag, nonce, changed) }
        for changed in flips(nonce) where changed[0] < 0x80 {
            expectRefusal(sealed.ciphertext, sealed.tag, changed, associated)
        }
        expectRefusal(Array(sealed.ciphertext.dropLast()), sealed.tag, nonce, associated)
        expectRefusal(sealed.ciphertext + [0], sealed.tag, nonce, associated)
        expectRefusal(sealed.ciphertext, sealed.tag, nonce, associated + [0])
    }

    @Test("MGM refuses what the RFC forbids")
    func limits() throws {
        let key = try Vector.octets(Self.key)
        let nonce = [UInt8](repeating: 0x7F, count: 16)
        let none: [UInt8] = []
        let one: [UInt8] = [1]
        func seal(_ plaintext: [UInt8], _ nonce: [UInt8], _ associated: [UInt8], _ tagCount: Int) throws -> Int {
            try KuznyechikMGM.seal(
                plaintext.span,
                key: key.span,
                nonce: nonce.span,
                authenticating: associated.span,
                tagCount: tagCount
            ).tag.count
        }
        for count in 4...16 { #expect(try seal(one, nonce, none, count) == count) }
        for count in [-1, 0, 3, 17] {
            #expect(throws: LibcryptoError(.invalidInput)) { try seal(one, nonce, none, count) }
        }
        #expect(throws: LibcryptoError(.invalidInput)) { try seal(none, nonce, none, 16) }
        #expect(throws: LibcryptoError(.invalidInput)) { try seal(one, [0x80] + nonce.dropFirst(), none, 16) }
        #expect(throws: LibcryptoError(.invalidInput)) { try seal(one, nonce + [0], none, 16) }
        #expect(throws: LibcryptoError(.invalidInput)) { try seal(one, none, none, 16) }
        #expect(throws: LibcryptoError(.invalidInput)) { _ = try KuznyechikMGM(key: nonce.span) }
        let top = [0x80] + nonce.dropFirst()
        #expect(throws: LibcryptoError(.invalidInput)) {
            try KuznyechikMGM.open(one.span, tag: nonce.span, key: key.span, nonce: top.span, authenticating: none.span)
        }
        #expect(throws: LibcryptoError(.invalidInput)) {
            try KuznyechikMGM.open(
                none.span,
                tag: nonce.span,
                key: key.span,
                nonce: nonce.span,
                authenticating: none.span
            )
        }
    }

    @Test("Every level of the tree of message keys counts, in network byte order")
    func levels() throws {
        let root = try Vector.octets(Self.key)
        func child(_ key: [UInt8], _ label: String, _ seed: [UInt8]) throws -> [UInt8] {
            let label = Array(label.utf8)
            let tree = try Streebog.keyTree(
                key: key.span,
                label: label.span,
                seed: seed.span,
                counterOctets: 1,
                count: 32
            )
            return Vector.octets(of: tree)
        }
        let first = try child(root, "level1", [0, 0xAB])
        let second = try child(first, "level2", [0x12, 0x34])
        let expected = try child(second, "level3", [0xFE, 0xDC])
        let key = try MessageKeyTree.key(root: root.span, first: 0xAB, second: 0x1234, third: 0xFEDC)
        #expect(Vector.text(key) == Vector.text(expected))
    }
}
