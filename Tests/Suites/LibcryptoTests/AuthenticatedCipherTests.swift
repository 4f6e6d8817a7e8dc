import JetonLibcrypto
import JetonOctets
import Testing

@Suite("Authenticated ciphers")
struct AuthenticatedCipherTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let source: String
        let cipher: AuthenticatedCipher
        let key: String
        let nonce: String
        let associated: String
        let plain: String
        let sealed: String

        var testDescription: String { source }
    }

    // Test cases of "The Galois/Counter Mode of Operation" (McGrew and Viega), appendix B; RFC 8439, 2.8.2.
    static let vectors = [
        Vector(
            source: "GCM, test case 13",
            cipher: .aes256GCM,
            key: "0000000000000000000000000000000000000000000000000000000000000000",
            nonce: "000000000000000000000000",
            associated: "",
            plain: "",
            sealed: "530f8afbc74536b9a963b4f1c4cb738b"
        ),
        Vector(
            source: "GCM, test case 14",
            cipher: .aes256GCM,
            key: "0000000000000000000000000000000000000000000000000000000000000000",
            nonce: "000000000000000000000000",
            associated: "",
            plain: "00000000000000000000000000000000",
            sealed: "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"
        ),
        Vector(
            source: "GCM, test case 16",
            cipher: .aes256GCM,
            key: "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            nonce: "cafebabefacedbaddecaf888",
            associated: "feedfacedeadbeeffeedfacedeadbeefabaddad2",
            plain: "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
                + "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39",
            sealed: "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
                + "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662" + "76fc6ece0f4e1768cddf8853bb2d551b"
        ),
        Vector(
            source: "RFC 8439, 2.8.2",
            cipher: .chaCha20Poly1305,
            key: "808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f",
            nonce: "070000004041424344454647",
            associated: "50515253c0c1c2c3c4c5c6c7",
            plain: Hex.encode(
                Array(
                    ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
                        + "sunscreen would be it.").utf8
                )
            ),
            sealed: "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"
                + "3dbea45e8ca9671282fafb69da92728b1a71de0a9e060b2905d6a5b67ecd3b36"
                + "92ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc"
                + "3ff4def08e4b7a9de576d26586cec64b6116" + "1ae10b594f09e26a7e902ecbd0600691"
        ),
    ]

    @Test("Published vectors, and any change of them is noticed", arguments: vectors)
    func vector(_ vector: Vector) throws {
        let key = try #require(Hex.decode(vector.key))
        let nonce = try #require(Hex.decode(vector.nonce))
        let associated = try #require(Hex.decode(vector.associated))
        let plain = try #require(Hex.decode(vector.plain))
        #expect(Hex.encode(try seal(vector.cipher, plain, key, nonce, associated)) == vector.sealed)

        let sealed = try #require(Hex.decode(vector.sealed))
        #expect(try open(vector.cipher, sealed, key, nonce, associated) == plain)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 0x01
            #expect(throws: LibcryptoError(.notAuthentic)) {
                try open(vector.cipher, changed, key, nonce, associated)
            }
        }
        #expect(throws: LibcryptoError(.notAuthentic)) {
            try open(vector.cipher, sealed, key, nonce, associated + [0])
        }
    }

    @Test("Octets that did not authenticate are not given out", arguments: AuthenticatedCipher.allCases)
    func nothingUnauthentic(_ cipher: AuthenticatedCipher) throws {
        let key = [UInt8](repeating: 1, count: 32)
        let nonce = [UInt8](repeating: 2, count: 12)
        var sealed = try seal(cipher, [UInt8](repeating: 3, count: 1000), key, nonce, [])
        sealed[1015] ^= 0x80
        var plain = [UInt8](repeating: 4, count: 1000)
        var output = plain.mutableSpan
        #expect(throws: LibcryptoError(.notAuthentic)) {
            try cipher.open(sealed.span, key: key.span, nonce: nonce.span, associated: Span(), into: &output)
        }
        #expect(plain == [UInt8](repeating: 0, count: 1000))
    }

    @Test("Other lengths of key, nonce and output are refused", arguments: AuthenticatedCipher.allCases)
    func lengths(_ cipher: AuthenticatedCipher) throws {
        let key = [UInt8](repeating: 1, count: 32)
        let nonce = [UInt8](repeating: 2, count: 12)
        for (key, nonce) in [(Array(key.dropLast()), nonce), (key + [1], nonce), (key, [1]), (key, nonce + [2])] {
            #expect(throws: LibcryptoError(.invalidInput)) { try seal(cipher, [1], key, nonce, []) }
            #expect(throws: LibcryptoError(.invalidInput)) {
                try open(cipher, [UInt8](repeating: 0, count: 20), key, nonce, [])
            }
        }
        #expect(throws: LibcryptoError(.invalidInput)) { try open(cipher, [1, 2, 3], key, nonce, []) }
        var short = [UInt8](repeating: 0, count: 16)
        var output = short.mutableSpan
        #expect(throws: LibcryptoError(.invalidInput)) {
            try cipher.seal([1].span, key: key.span, nonce: nonce.span, associated: Span(), into: &output)
        }
    }

    private func seal(
        _ cipher: AuthenticatedCipher,
        _ plain: [UInt8],
        _ key: [UInt8],
        _ nonce: [UInt8],
        _ associated: [UInt8]
    ) throws -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: plain.count + AuthenticatedCipher.tagLength)
        var output = sealed.mutableSpan
        try cipher.seal(plain.span, key: key.span, nonce: nonce.span, associated: associated.span, into: &output)
        return sealed
    }

    private func open(
        _ cipher: AuthenticatedCipher,
        _ sealed: [UInt8],
        _ key: [UInt8],
        _ nonce: [UInt8],
        _ associated: [UInt8]
    ) throws -> [UInt8] {
        var plain = [UInt8](repeating: 0, count: max(0, sealed.count - AuthenticatedCipher.tagLength))
        var output = plain.mutableSpan
        try cipher.open(sealed.span, key: key.span, nonce: nonce.span, associated: associated.span, into: &output)
        return plain
    }
}
