import JetonLibcrypto
import JetonOctets
import Testing

@Suite("Codes and derived keys")
struct KeyDerivationTests {
    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    private static func run(_ range: ClosedRange<UInt8>) -> [UInt8] { Array(range) }

    private func secret(_ octets: [UInt8]) -> Secret { Secret(copying: octets.span) }

    private func hex(_ secret: borrowing Secret) -> String {
        secret.withBytes { octets in Hex.encode((0..<octets.count).map { octets[$0] }) }
    }

    static let codes: [(name: String, key: [UInt8], data: [UInt8], code: String)] = [
        (
            "case 1", [UInt8](repeating: 0x0B, count: 20), text("Hi There"),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            "case 2", text("Jefe"), text("what do ya want for nothing?"),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            "case 3", [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            "case 4", run(0x01...0x19), [UInt8](repeating: 0xCD, count: 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            "case 6", [UInt8](repeating: 0xAA, count: 131),
            text("Test Using Larger Than Block-Size Key - Hash Key First"),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            "case 7", [UInt8](repeating: 0xAA, count: 131),
            text(
                "This is a test using a larger than block-size key and a larger than block-size data. The key needs "
                    + "to be hashed before being used by the HMAC algorithm."
            ),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]

    @Test("HMAC with SHA-256 (RFC 4231), however the data is cut in two", arguments: codes)
    func hmac(_ vector: (name: String, key: [UInt8], data: [UInt8], code: String)) throws {
        for cut in [0, 1, vector.data.count] {
            let code = try HMAC.sha256(
                vector.data.span.extracting(..<cut),
                vector.data.span.extracting(cut...),
                key: vector.key.span
            )
            #expect(Hex.encode(code) == vector.code)
        }
    }

    @Test("HMAC of nothing under no key")
    func emptyHMAC() throws {
        // Python: hmac.new(b'', b'', 'sha256').
        #expect(
            Hex.encode(try HMAC.sha256(Span(), Span(), key: Span()))
                == "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"
        )
    }

    static let derivations: [(name: String, input: [UInt8], salt: [UInt8], information: [UInt8], key: String)] = [
        (
            "A.1", [UInt8](repeating: 0x0B, count: 22), run(0x00...0x0C), run(0xF0...0xF9),
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        ),
        (
            "A.2", run(0x00...0x4F), run(0x60...0xAF), run(0xB0...0xFF),
            "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09"
                + "da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
        ),
        (
            "A.3", [UInt8](repeating: 0x0B, count: 22), [], [],
            "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
        ),
    ]

    @Test("HKDF with SHA-256 (RFC 5869)", arguments: derivations)
    func hkdf(
        _ vector: (name: String, input: [UInt8], salt: [UInt8], information: [UInt8], key: String)
    ) throws {
        let input = secret(vector.input)
        let key = try KeyDerivation.hkdf(
            input,
            salt: vector.salt,
            information: vector.information,
            count: vector.key.count / 2
        )
        #expect(hex(key) == vector.key)
    }

    @Test("HKDF refuses what it does not take")
    func hkdfLimits() {
        let input = secret([1])
        let nothing = secret([])
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try KeyDerivation.hkdf(nothing, salt: [], information: [], count: 32)
        }
        for count in [-1, 0, 8161] {
            #expect(throws: LibcryptoError(.invalidInput)) {
                _ = try KeyDerivation.hkdf(input, salt: [], information: [], count: count)
            }
        }
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try KeyDerivation.hkdf(input, salt: [], information: [UInt8](repeating: 0, count: 1025), count: 32)
        }
        #expect(throws: Never.self) {
            _ = try KeyDerivation.hkdf(input, salt: [], information: [UInt8](repeating: 0, count: 1024), count: 8160)
        }
    }

    static let passphrases:
        [(passphrase: String, salt: String, log2Cost: Int, blockSize: Int, parallelism: Int, key: String)] = [
            (
                "", "", 4, 1, 1,
                "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                    + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
            ),
            (
                "password", "NaCl", 10, 8, 16,
                "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                    + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
            ),
            (
                "pleaseletmein", "SodiumChloride", 14, 8, 1,
                "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                    + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
            ),
        ]

    @Test("scrypt (RFC 7914, 12)", arguments: passphrases)
    func scrypt(
        _ vector: (passphrase: String, salt: String, log2Cost: Int, blockSize: Int, parallelism: Int, key: String)
    ) throws {
        let passphrase = secret(Self.text(vector.passphrase))
        let key = try KeyDerivation.scrypt(
            passphrase,
            salt: Self.text(vector.salt),
            log2Cost: vector.log2Cost,
            blockSize: vector.blockSize,
            parallelism: vector.parallelism,
            count: 64
        )
        #expect(hex(key) == vector.key)
    }

    @Test(
        "scrypt refuses what it does not take",
        arguments: [(0, 8, 1, 32), (31, 8, 1, 32), (-1, 8, 1, 32), (4, 0, 1, 32), (4, 1025, 1, 32), (4, 8, 0, 32)]
            + [(4, 8, 1025, 32), (4, 8, -1, 32), (4, 8, 1, 0), (4, 8, 1, 1_048_577), (.max, .max, .max, .max)]
    )
    func scryptLimits(_ numbers: (log2Cost: Int, blockSize: Int, parallelism: Int, count: Int)) {
        let passphrase = secret([1])
        #expect(throws: LibcryptoError(.invalidInput)) {
            _ = try KeyDerivation.scrypt(
                passphrase,
                salt: [],
                log2Cost: numbers.log2Cost,
                blockSize: numbers.blockSize,
                parallelism: numbers.parallelism,
                count: numbers.count
            )
        }
    }

    @Test("A hash part by part is the hash of the whole", arguments: [Digest.sha256, .sha512, .sha1])
    func runningDigest(_ digest: Digest) throws {
        let octets = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        let running = try RunningDigest(digest)
        for start in stride(from: 0, to: 1000, by: 100) {
            try running.update(octets.span.extracting(start..<start + 100))
        }
        #expect(try running.finish() == digest.hash(octets))
    }

    @Test("Random octets fill what they are asked to and are not the same twice")
    func random() throws {
        // More than the 256 octets that getrandom(2) never cuts short.
        var first = [UInt8](repeating: 0, count: 100_000)
        var span = first.mutableSpan
        try Random.fill(&span)
        #expect(first.suffix(100).contains { $0 != 0 })
        #expect(try Random.octets(100_000) != first)
        #expect(try Random.octets(0) == [])
    }
}
