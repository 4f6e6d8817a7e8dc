import JetonLibcrypto
import JetonOctets
import Testing

@Suite("Digests in parts, Streebog by name, PBKDF2")
struct DigestTests {
    @Test(
        "A digest may be asked for on the way, and is that of the octets so far",
        arguments: [
            Digest.sha1, .sha224, .sha256, .sha384, .sha512, .sha3Of256, .gost341194, .streebog256, .streebog512,
        ]
    )
    func parts(digest: Digest) throws {
        let running = try RunningDigest(digest)
        var octets: [UInt8] = []
        #expect(try running.digest() == digest.hash([]))
        for count in [1, 0, 63, 64, 1000] {
            let part = try Random.octets(max(count, 1)).prefix(count)
            octets += part
            try running.update(Array(part).span)
            #expect(try running.digest() == digest.hash(octets))
            #expect(try running.digest() == digest.hash(octets))
        }
        #expect(try running.finish() == digest.hash(octets))
        #expect(throws: LibcryptoError(.invalidInput)) { try running.digest() }
        #expect(throws: LibcryptoError(.invalidInput)) { try running.finish() }
        #expect(throws: LibcryptoError(.invalidInput)) { try running.update(octets.span) }
    }

    @Test("Streebog by name is Streebog", arguments: [[], [1, 2, 3], [UInt8](repeating: 7, count: 500)] as [[UInt8]])
    func streebog(octets: [UInt8]) throws {
        #expect(try Digest.streebog256.hash(octets) == Streebog.hash256(octets.span))
        #expect(try Digest.streebog512.hash(octets) == Streebog.hash512(octets.span))
    }

    @Test("GOST R 34.11-94 of nothing is the published digest, also in parts, where the provider's is another")
    func gost94() throws {
        let expected = try Digest.gost341194.hash([])
        #expect(expected.prefix(4) == [0x98, 0x1E, 0x5F, 0x3C])
        let running = try RunningDigest(.gost341194)
        try running.update([UInt8]().span)
        #expect(try running.digest() == expected && running.finish() == expected)
    }

    // RFC 6070, 2, cases 1, 2, 3 and 5; RFC 7914, 11.
    static let stretched: [(Digest, String, String, Int, String)] = [
        (.sha1, "password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
        (.sha1, "password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
        (.sha1, "password", "salt", 4096, "4b007901b765489abead49d926f721d065a429c1"),
        (
            .sha1, "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", 4096,
            "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
        ),
        (
            .sha256, "passwd", "salt", 1,
            "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
        ),
    ]

    @Test("PBKDF2 of RFC 6070 and RFC 7914", arguments: stretched)
    func pbkdf2(digest: Digest, password: String, salt: String, iterations: Int, expected: String) throws {
        let key = try KeyDerivation.pbkdf2(
            secret(Array(password.utf8)),
            salt: Array(salt.utf8),
            iterations: iterations,
            digest: digest,
            count: expected.utf8.count / 2
        )
        #expect(key.withBytes { octets in Hex.encode((0..<octets.count).map { octets[$0] }) } == expected)
    }

    @Test("PBKDF2 takes an empty passphrase and salt, and refuses other numbers")
    func bounds() throws {
        func attempt(_ iterations: Int, _ count: Int, _ digest: Digest = .sha256) throws(LibcryptoError) -> Int {
            try KeyDerivation.pbkdf2(secret([]), salt: [], iterations: iterations, digest: digest, count: count).count
        }
        #expect(try attempt(1, 1) == 1)
        for (iterations, count) in [(0, 1), (-1, 1), (1 << 32, 1), (1, 0), (1, -1), (1, 1_048_577)] {
            #expect(throws: LibcryptoError(.invalidInput)) { try attempt(iterations, count) }
        }
        #expect(throws: LibcryptoError(.failed)) { try attempt(1, 1, Digest(rawValue: "NONE-SUCH")) }
    }
}
