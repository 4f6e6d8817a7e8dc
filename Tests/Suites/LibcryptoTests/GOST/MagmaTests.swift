import GOSTOracle
import JetonLibcrypto
import JetonOctets
import Testing

/// ``JetonLibcrypto`` has no Magma: its examples check the code that other tests compare GOST 28147-89 with, and MGM as RFC
/// 9058 describes it, which is then compared with ours over Kuznyechik.
@Suite("Magma and GOST 28147-89 as their texts describe them (RFC 8891, A; RFC 9058, A.2), and against libgcrypt")
struct MagmaTests {
    private static let key = "ffeeddccbbaa99887766554433221100f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
    private let cipher = GOST28147Reference.paramZ

    private func word(_ text: String) throws -> UInt32 { try #require(UInt32(text, radix: 16)) }

    private func states(_ text: String) throws -> [[UInt32]] {
        try text.split(whereSeparator: \.isWhitespace).map {
            [try word(String($0.prefix(8))), try word(String($0.suffix(8)))]
        }
    }

    private func schedule(encrypts: Bool = true) throws -> [UInt32] {
        let octets = Array(Self.key)
        return GOST28147Reference.schedule(
            try (0..<8).map { try word(String(octets[8 * $0..<8 * $0 + 8])) },
            encrypts: encrypts
        )
    }

    @Test(
        "Transformation t (RFC 8891, A.1)",
        arguments: [
            ("fdb97531", "2a196f34"), ("2a196f34", "ebd9f03a"), ("ebd9f03a", "b039bb3d"), ("b039bb3d", "68695433"),
        ]
    )
    func substitution(_ value: String, _ expected: String) throws {
        #expect(cipher.substituted(try word(value)) == (try word(expected)))
    }

    @Test(
        "Transformation g (RFC 8891, A.2)",
        arguments: [
            ("87654321", "fedcba98", "fdcbc20c"), ("fdcbc20c", "87654321", "7e791a4b"),
            ("7e791a4b", "fdcbc20c", "c76549ec"), ("c76549ec", "7e791a4b", "9791c849"),
        ]
    )
    func rotation(_ key: String, _ value: String, _ expected: String) throws {
        #expect(cipher.rotated(try word(value), key: try word(key)) == (try word(expected)))
    }

    @Test("Key schedule (RFC 8891, A.3)")
    func keys() throws {
        let words = try [
            "ffeeddcc", "bbaa9988", "77665544", "33221100", "f0f1f2f3", "f4f5f6f7", "f8f9fafb", "fcfdfeff",
        ]
        .map(word)
        #expect(try schedule() == words + words + words + words.reversed())
    }

    @Test("Encryption, round by round (RFC 8891, A.4)")
    func encryption() throws {
        let rounds = """
            7654321028da3b14 28da3b14b14337a5 b14337a5633a7c68 633a7c68ea89c02c ea89c02c11fe726d 11fe726dad0310a4
            ad0310a437d97f25 37d97f2546324615 46324615ce995f2a ce995f2a93c1f449 93c1f4494811c7ad 4811c7adc4b3edca
            c4b3edca44ca5ce1 44ca5ce1fef51b68 fef51b682098cd86 2098cd864f15b0bb 4f15b0bbe32805bc e32805bce7116722
            e711672289cadf21 89cadf21bac8444d bac8444d11263a21 11263a21625434c3 625434c38025c0a5 8025c0a5b0d66514
            b0d6651447b1d5f4 47b1d5f4c78e6d50 c78e6d5080251e99 80251e992b96eca6 2b96eca605ef4401 05ef4401239a4577
            239a4577c2d8ca3d
            """
        let made = cipher.states(0xFEDC_BA98, 0x7654_3210, keys: try schedule())
        #expect(Array(made.dropLast()) == (try states(rounds)))
        let block = try Vector.octets("fedcba9876543210")
        #expect(Vector.text(cipher.magma(block, key: try Vector.octets(Self.key))) == "4ee901e5c2d8ca3d")
    }

    @Test("Decryption, round by round (RFC 8891, A.5)")
    func decryption() throws {
        let rounds = """
            c2d8ca3d239a4577 239a457705ef4401 05ef44012b96eca6 2b96eca680251e99 80251e99c78e6d50 c78e6d5047b1d5f4
            47b1d5f4b0d66514 b0d665148025c0a5 8025c0a5625434c3 625434c311263a21 11263a21bac8444d bac8444d89cadf21
            89cadf21e7116722 e7116722e32805bc e32805bc4f15b0bb 4f15b0bb2098cd86 2098cd86fef51b68 fef51b6844ca5ce1
            44ca5ce1c4b3edca c4b3edca4811c7ad 4811c7ad93c1f449 93c1f449ce995f2a ce995f2a46324615 4632461537d97f25
            37d97f25ad0310a4 ad0310a411fe726d 11fe726dea89c02c ea89c02c633a7c68 633a7c68b14337a5 b14337a528da3b14
            28da3b1476543210
            """
        let made = cipher.states(0x4EE9_01E5, 0xC2D8_CA3D, keys: try schedule(encrypts: false))
        #expect(Array(made.dropLast()) == (try states(rounds)))
        let block = try Vector.octets("4ee901e5c2d8ca3d")
        #expect(
            Vector.text(cipher.magma(block, key: try Vector.octets(Self.key), encrypts: false)) == "fedcba9876543210"
        )
    }

    /// The substitutions with libgcrypt's names for them.
    static let parameters: [(String, GOST28147Reference)] = [
        (Oracle.cryptoProA, .cryptoProA), (Oracle.paramZ, .paramZ), (Oracle.digestTest, .digestTest),
        (Oracle.digestCryptoPro, .digestCryptoPro),
    ]

    @Test("Blocks and check values are libgcrypt's, on random input", arguments: parameters)
    func agreement(_ identifier: String, _ cipher: GOST28147Reference) throws {
        let key = try Random.octets(32)
        let data = try Random.octets(64)
        #expect(try Oracle.encrypt(data, key: key, parameters: identifier) == cipher.blocks(data, key: key))
        let decrypted = cipher.blocks(data, key: key, encrypts: false)
        #expect(try Oracle.decrypt(data, key: key, parameters: identifier) == decrypted)
        let code = try Oracle.code(ORACLE_IMIT, key: key, data, count: 4, parameters: identifier)
        #expect(code == cipher.checkValue(data, key: key))
    }

    // MARK: MGM

    static let examples = [
        KuznyechikTests.Example(
            testDescription: "RFC 9058, A.2.1",
            key: key,
            nonce: "12def06b3c130a59",
            associated: "0101010101010101020202020202020203030303030303030404040404040404" + "0505050505050505ea",
            plaintext: """
                ffeeddccbbaa99881122334455667700 8899aabbcceeff0a0011223344556677 99aabbcceeff0a001122334455667788
                aabbcceeff0a00112233445566778899 aabbcc
                """,
            ciphertext: """
                c795066c5f9ea03b85113342459185ae 1f2e00d6bf2b785d940470b8bb9c8e7d 9a5dd3731f7ddc70ec27cb0ace6fa576
                70f65c646abb75d547aa37c3bcb5c34e 03bb9c
                """,
            tag: "a7928069aa10fd10"
        ),
        KuznyechikTests.Example(
            testDescription: "RFC 9058, A.2.2",
            key: "99aabbccddeeff0011223344556677fedcba98765432100123456789abcdef88",
            nonce: "0077665544332211",
            associated: "",
            plaintext: "22334455667700ff",
            ciphertext: "6a95e1426b259d4e",
            tag: "334ee270450bec9e"
        ),
    ]

    @Test("MGM over Magma", arguments: examples)
    func mgm(_ example: KuznyechikTests.Example) throws {
        let sealed = try KeyedCipher.magma(Vector.octets(example.key)).sealed(
            Vector.octets(example.plaintext),
            nonce: Vector.octets(example.nonce),
            associated: Vector.octets(example.associated)
        )
        #expect(Vector.text(sealed.ciphertext) == Vector.normalized(example.ciphertext))
        #expect(Vector.text(sealed.tag) == example.tag)
    }

    @Test("The same MGM over Kuznyechik is the library's, on random input", arguments: [0, 1, 15, 16, 17, 33, 200])
    func mgmAgreement(count: Int) throws {
        let key = try Random.octets(32)
        let plaintext = try Random.octets(count)
        for associatedCount in [1, 16, 31] {
            let associated = try Random.octets(associatedCount)
            var nonce = try Random.octets(16)
            nonce[0] &= 0x7F
            let expected = try KeyedCipher.kuznyechik(key).sealed(plaintext, nonce: nonce, associated: associated)
            let sealed = try KuznyechikMGM.seal(
                plaintext.span,
                key: key.span,
                nonce: nonce.span,
                authenticating: associated.span,
                tagCount: 16
            )
            #expect(sealed.ciphertext == expected.ciphertext)
            #expect(sealed.tag == expected.tag)
        }
    }

    // The halves of the counters must wrap each for itself: RFC 9058, 3, incr_l and incr_r.
    @Test("Counters of MGM that overflow do not carry into the other half")
    func overflow() throws {
        // E is a permutation: a nonce whose encryption ends in ones is found by decrypting.
        let key = try Vector.octets("8899aabbccddeeff0011223344556677fedcba98765432100123456789abcdef")
        var nonce: [UInt8] = []
        for first in UInt8.min...UInt8.max where nonce.isEmpty {
            let wanted = [first] + [UInt8](repeating: 0x55, count: 7) + [UInt8](repeating: 0xFF, count: 8)
            let candidate = try Kuznyechik.decrypt(wanted.span, key: key.span)
            if candidate[0] < 0x80 { nonce = candidate }
        }
        let plaintext = [UInt8](repeating: 0, count: 64)
        let expected = try KeyedCipher.kuznyechik(key).sealed(plaintext, nonce: nonce, associated: [1])
        let sealed = try KuznyechikMGM.seal(
            plaintext.span,
            key: key.span,
            nonce: nonce.span,
            authenticating: [1].span,
            tagCount: 16
        )
        #expect(sealed.ciphertext == expected.ciphertext)
        #expect(sealed.tag == expected.tag)
    }
}
