import JetonLibcrypto
import JetonOctets
import Testing

@Suite("Libcrypto against published vectors")
struct VectorTests {
    private func octets(_ hexadecimal: String) throws -> [UInt8] { try #require(Hex.decode(hexadecimal)) }

    private func secret(_ hexadecimal: String) throws -> Secret { secret(try octets(hexadecimal)) }

    private func secret(_ octets: [UInt8]) -> Secret {
        var octets = octets
        return Secret(wiping: &octets)
    }

    @Test(
        "Digests of 'abc' (FIPS 180-4 and FIPS 202 examples)",
        arguments: [
            (Digest.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (.sha224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
            (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha384,
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
            (
                .sha512,
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
            (.sha3Of224, "e642824c3f8cf24ad09234ee7d3c766fc9a3a5168d0c94ad73b46fdf"),
            (.sha3Of256, "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"),
            (
                .sha3Of384,
                "ec01498288516fc926459f58e2c6ad8df9b473cb0fc08c2596da7cf0e49be4b298d88cea927ac7f539f1edf228376d25"
            ),
            (
                .sha3Of512,
                "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0"
            ),
        ]
    )
    func digests(_ digest: Digest, _ expected: String) throws {
        #expect(Hex.encode(try digest.hash(Array("abc".utf8))) == expected)
        #expect(try digest.hash([]).count == expected.count / 2)
    }

    @Test("A digest that nobody knows is an error")
    func unknownDigest() {
        #expect(throws: LibcryptoError(.failed)) { try Digest(rawValue: "NONE-SUCH").hash([]) }
    }

    // FIPS 197, appendix C; NIST SP 800-67, appendix B.1.
    @Test(
        "Single blocks",
        arguments: [
            (
                BlockCipher.aes128, "000102030405060708090a0b0c0d0e0f", "00112233445566778899aabbccddeeff",
                "69c4e0d86a7b0430d8cdb78070b4c55a"
            ),
            (
                .aes192, "000102030405060708090a0b0c0d0e0f1011121314151617", "00112233445566778899aabbccddeeff",
                "dda97ca4864cdfe06eaf70a0ec0d7191"
            ),
            (
                .aes256, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
                "00112233445566778899aabbccddeeff", "8ea2b7ca516745bfeafc49904b496089"
            ),
            (.tripleDES, "0123456789abcdef23456789abcdef01456789abcdef0123", "5468652071756663", "a826fd8ce53b855f"),
        ]
    )
    func blocks(_ cipher: BlockCipher, _ key: String, _ plain: String, _ encrypted: String) throws {
        let key = try secret(key)
        #expect(Hex.encode(try cipher.encrypt(octets(plain), key: key)) == encrypted)
        #expect(Hex.encode(try cipher.decrypt(octets(encrypted), key: key)) == plain)
        #expect(throws: LibcryptoError(.invalidInput)) { try cipher.encrypt([1, 2, 3], key: key) }
        let short = secret([1, 2, 3])
        #expect(throws: LibcryptoError(.invalidInput)) { try cipher.encrypt(octets(plain), key: short) }
    }

    @Test("AES-128-CBC (NIST SP 800-38A, F.2.1)")
    func chaining() throws {
        let key = try secret("2b7e151628aed2a6abf7158809cf4f3c")
        let mode = BlockCipher.Mode.cipherBlockChaining(try octets("000102030405060708090a0b0c0d0e0f"))
        let plain = try octets("6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51")
        let encrypted = "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
        #expect(Hex.encode(try BlockCipher.aes128.encrypt(plain, key: key, mode: mode)) == encrypted)
        #expect(try BlockCipher.aes128.decrypt(octets(encrypted), key: key, mode: mode) == plain)
        #expect(throws: LibcryptoError(.invalidInput)) {
            try BlockCipher.aes128.encrypt(plain, key: key, mode: .cipherBlockChaining([1]))
        }
    }

    @Test("X25519 (RFC 7748, 6.1)")
    func x25519() throws {
        let bob = try Curve25519PrivateKey(
            .agreement,
            privateOctets: secret("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
        )
        #expect(Hex.encode(bob.publicOctets) == "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
        let alice = try octets("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
        let shared = "4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"
        #expect(Hex.encode(try bob.sharedSecret(with: alice)) == shared)
        #expect(throws: LibcryptoError(.invalidInput)) { try bob.sharedSecret(with: [UInt8](repeating: 0, count: 32)) }
        #expect(throws: LibcryptoError(.invalidInput)) { try bob.sign([]) }
    }

    @Test("Ed25519 (RFC 8032, 7.1, tests 1 and 2)")
    func ed25519() throws {
        let first = try Curve25519PrivateKey(
            .signing,
            privateOctets: secret("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
        )
        #expect(Hex.encode(first.publicOctets) == "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
        #expect(
            Hex.encode(try first.sign([])).hasPrefix("e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155")
        )
        let second = try Curve25519PrivateKey(
            .signing,
            privateOctets: secret("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
        )
        #expect(
            Hex.encode(try second.sign([0x72])).hasPrefix(
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            )
        )
    }

    @Test("ECDH on P-256 (NIST CAVS, ECC CDH, count 0) and a point off the curve")
    func ecdh() throws {
        let key = try ECPrivateKey(
            .p256,
            scalar: secret("7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534")
        )
        #expect(
            Hex.encode(key.publicPoint)
                == "04ead218590119e8876b29146ff89ca61770c4edbbf97d38ce385ed281d8a6b23028af61281fd35e2fa7002523acc85a429cb06ee6648325389f59edfce1405141"
        )
        var peer = try octets(
            "04700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac"
        )
        #expect(
            Hex.encode(try key.sharedSecret(with: peer))
                == "46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b"
        )
        peer[64] ^= 1
        #expect(throws: LibcryptoError(.invalidInput)) { try key.sharedSecret(with: peer) }
    }

    @Test("Scalars outside of 1 to the order less one are refused", arguments: ECPrivateKey.Curve.allCases)
    func scalars(_ curve: ECPrivateKey.Curve) throws {
        for octet: UInt8 in [0x00, 0xFF] {
            let octets = [UInt8](repeating: octet, count: curve.fieldLength)
            let scalar = secret(octets)
            #expect(throws: LibcryptoError(.invalidInput)) { try ECPrivateKey(curve, scalar: scalar) }
        }
        let short = secret([1, 2])
        #expect(throws: LibcryptoError(.invalidInput)) { try ECPrivateKey(curve, scalar: short) }
    }

    @Test("An RSA key comes back from its primes, and composite or equal ones are refused", arguments: [2048, 3072])
    func rsaPrimes(_ bits: Int) throws {
        let key = try RSAPrivateKey(generatingBits: bits)
        #expect(key.modulus.count == bits / 8)
        let primes = try key.primes()
        #expect(try RSAPrivateKey(primes: primes, checks: true).modulus == key.modulus)
        let input = [0] + [UInt8](repeating: 0x42, count: key.modulus.count - 1)
        #expect(try RSAPrivateKey(primes: primes, checks: false).privateOperation(input) == key.privateOperation(input))
        #expect(throws: LibcryptoError(.invalidInput)) { try key.privateOperation(key.modulus) }
        #expect(throws: LibcryptoError(.invalidInput)) { try key.privateOperation([1]) }
        var octets = primes.withBytes { span in (0..<span.count).map { span[$0] } }
        octets[octets.count - 1] ^= 2
        let composite = secret(octets)
        #expect(throws: LibcryptoError(.invalidInput)) { try RSAPrivateKey(primes: composite, checks: true) }
        let half = Array(octets.prefix(octets.count / 2))
        let equal = secret((half + half))
        #expect(throws: LibcryptoError(.invalidInput)) { try RSAPrivateKey(primes: equal, checks: true) }
        #expect(throws: LibcryptoError(.invalidInput)) { try RSAPrivateKey(generatingBits: 1024) }
        let exponent = RSAPrivateKey.publicExponent
        let output = try key.privateOperation(input)
        #expect(try PublicKeyOperation.rsa(output, modulus: key.modulus, exponent: exponent) == input)
        for input in [[], [1], Array(output.dropLast()), [0] + output] {
            #expect(throws: LibcryptoError(.invalidInput)) {
                try PublicKeyOperation.rsa(input, modulus: key.modulus, exponent: exponent)
            }
        }
    }

    @Test("What is sealed opens with its key and its associated octets only")
    func sealing() throws {
        let key = try SealingKey(Random.secret(32))
        let plain = secret(Array("a secret of some length".utf8))
        let sealed = try key.seal(plain, associated: [1])
        #expect(sealed.count == plain.count + SealingKey.overhead)
        #expect(try key.open(sealed, associated: [1]).equals(plain))
        #expect(throws: LibcryptoError(.notAuthentic)) { _ = try key.open(sealed, associated: [2]) }
        let other = try SealingKey(Random.secret(32))
        #expect(throws: LibcryptoError(.notAuthentic)) { _ = try other.open(sealed, associated: [1]) }
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 0x80
            #expect(throws: LibcryptoError(.notAuthentic)) { _ = try key.open(changed, associated: [1]) }
        }
        #expect(throws: LibcryptoError(.invalidInput)) { _ = try key.open([1, 2, 3], associated: []) }
        for length in [0, 16, 31, 33] {
            #expect(throws: LibcryptoError(.invalidInput)) {
                _ = try SealingKey(secret([UInt8](repeating: 1, count: length)))
            }
        }
    }
}
