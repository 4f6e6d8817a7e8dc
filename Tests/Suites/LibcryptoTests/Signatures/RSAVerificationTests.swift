import JetonASN1
import JetonLibcrypto
import JetonOctets
import Testing

@Suite("RSA signatures are verified as openssl makes them")
struct RSAVerificationTests {
    private static let hashes: [(Digest, String)] = [
        (.sha1, "sha1"), (.sha224, "sha224"), (.sha256, "sha256"), (.sha384, "sha384"), (.sha512, "sha512"),
        (.sha3Of224, "sha3-224"), (.sha3Of256, "sha3-256"), (.sha3Of384, "sha3-384"), (.sha3Of512, "sha3-512"),
    ]

    @Test(
        "PKCS #1 v1.5 and PSS with every hash function, a salt as long as the digest",
        arguments: [1024, 1031, 2048, 3072]
    )
    func hashFunctions(bits: Int) async throws {
        let openssl = try OpenSSLKeys()
        let file = try await openssl.generate(["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)"])
        let key = try VerifyingKey(subjectPublicKeyInfo: await openssl.subjectPublicKeyInfo(file))
        #expect(key.kind == .rsa)
        #expect(key.bitCount == bits)
        for (digest, name) in Self.hashes {
            let input = try digest.hash([1, 2, 3])
            let other = try digest.hash([1, 2])
            let plain = try await openssl.sign(input, file, ["-pkeyopt", "digest:\(name)"])
            #expect(try key.isValid(plain, of: input, by: .rsaPKCS1(digest)))
            #expect(try !key.isValid(plain, of: other, by: .rsaPKCS1(digest)))
            #expect(try !key.isValid(plain, of: Array(input.dropLast()), by: .rsaPKCS1(digest)))
            // 1,024 bits are too few for two digests of 512 and two bytes.
            guard bits / 8 >= 2 * input.count + 2 else { continue }
            let pss = try await openssl.sign(
                input,
                file,
                [
                    "-pkeyopt", "digest:\(name)", "-pkeyopt", "rsa_padding_mode:pss", "-pkeyopt",
                    "rsa_pss_saltlen:digest",
                ]
            )
            let method = SignatureMethod.rsaPSS(digest, mask: digest, saltLength: input.count)
            #expect(try key.isValid(pss, of: input, by: method))
            #expect(try !key.isValid(pss, of: other, by: method))
            #expect(try !key.isValid(pss, of: input, by: .rsaPKCS1(digest)))
            #expect(try !key.isValid(plain, of: input, by: method))
        }
    }

    @Test(
        "PSS: the salt's length and the mask function count",
        arguments: [(0, "sha256"), (20, "sha256"), (32, "sha1"), (222, "sha256"), (62, "sha512")]
    )
    func pssParameters(saltLength: Int, mask: String) async throws {
        let openssl = try OpenSSLKeys()
        let file = try await openssl.generate(["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"])
        let key = try VerifyingKey(subjectPublicKeyInfo: await openssl.subjectPublicKeyInfo(file))
        let input = try Digest.sha256.hash([])
        let signature = try await openssl.sign(
            input,
            file,
            [
                "-pkeyopt", "digest:sha256", "-pkeyopt", "rsa_padding_mode:pss", "-pkeyopt",
                "rsa_pss_saltlen:\(saltLength)", "-pkeyopt", "rsa_mgf1_md:\(mask)",
            ]
        )
        let right = try #require(Self.hashes.first { $0.1 == mask }?.0)
        for (digest, _) in Self.hashes {
            for length in [0, 20, 32, 62, 222, 223, 2048] {
                let isValid = try key.isValid(
                    signature,
                    of: input,
                    by: .rsaPSS(.sha256, mask: digest, saltLength: length)
                )
                #expect(isValid == (digest == right && length == saltLength))
            }
        }
        for length in [-1, -2, -3, 2049, .max, .min] {
            #expect(throws: LibcryptoError(.invalidInput)) {
                try key.isValid(signature, of: input, by: .rsaPSS(.sha256, mask: .sha256, saltLength: length))
            }
        }
    }

    @Test("Moduli of 512 and of 4,096 bits are verified with")
    func sizes() async throws {
        for bits in [512, 4096] {
            let openssl = try OpenSSLKeys()
            let file = try await openssl.generate(["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)"])
            let key = try VerifyingKey(subjectPublicKeyInfo: await openssl.subjectPublicKeyInfo(file))
            let input = try Digest.sha256.hash([])
            let signature = try await openssl.sign(input, file, ["-pkeyopt", "digest:sha256"])
            #expect(try key.isValid(signature, of: input, by: .rsaPKCS1(.sha256)))
            #expect(key.bitCount == bits)
        }
    }

    /// The product of 2^11213 - 1, 2^4423 - 1, 2^521 - 1, 2^127 - 1, 2^61 - 1 and 2^31 - 1, which are prime.
    private static func mersenneModulus() -> [UInt8] {
        /// x * 2^n - x, least significant bit first.
        func times(_ bits: [Bool], _ exponent: Int) -> [Bool] {
            var result = [Bool](repeating: false, count: exponent) + bits
            var borrow = false
            for index in result.indices {
                let subtrahend = (index < bits.count && bits[index] ? 1 : 0) + (borrow ? 1 : 0)
                let value = (result[index] ? 1 : 0) - subtrahend
                result[index] = value & 1 == 1
                borrow = value < 0
            }
            return result
        }
        var bits = [true]
        for exponent in [11213, 4423, 521, 127, 61, 31] { bits = times(bits, exponent) }
        while bits.last == false { bits.removeLast() }
        var octets = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
        for (index, bit) in bits.enumerated() where bit {
            octets[octets.count - 1 - index / 8] |= 1 << UInt8(index % 8)
        }
        return octets
    }

    @Test("A modulus of 16,376 bits, whose primes are Mersenne's, is verified with")
    func longest() throws {
        let modulus = RSAVerificationTests.mersenneModulus()
        let key = try VerifyingKey(rsaModulus: modulus, exponent: [1, 0, 1])
        #expect(key.bitCount == 16_376)
        let input = try Digest.sha256.hash(Array("sample".utf8))
        let signature = try #require(Hex.decode(LongSignature.hexadecimal))
        #expect(try key.isValid(signature, of: input, by: .rsaPKCS1(.sha256)))
        for changed in changes(of: signature).prefix(4) {
            #expect(try !key.isValid(changed, of: input, by: .rsaPKCS1(.sha256)))
        }
    }

    @Test("A changed, cut, longer or too large signature does not verify")
    func malformedSignatures() async throws {
        let openssl = try OpenSSLKeys()
        let file = try await openssl.generate(["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"])
        let info = try await openssl.subjectPublicKeyInfo(file)
        let key = try VerifyingKey(subjectPublicKeyInfo: info)
        let input = try Digest.sha256.hash([])
        let method = SignatureMethod.rsaPKCS1(.sha256)
        let signature = try await openssl.sign(input, file, ["-pkeyopt", "digest:sha256"])
        var bad = changes(of: signature)
        bad += [[], [0], Array(signature.dropLast()), Array(signature.dropFirst()), signature + [0], [0] + signature]
        bad += [
            [UInt8](repeating: 0xFF, count: 128), [UInt8](repeating: 0, count: 128), [UInt8](repeating: 1, count: 5000),
        ]
        for octets in bad { #expect(try !key.isValid(octets, of: input, by: method)) }
        #expect(throws: LibcryptoError(.invalidInput)) { try key.isValid(signature, of: [], by: method) }
        #expect(throws: LibcryptoError(.invalidInput)) {
            try key.isValid(signature, of: input, by: .rsaPKCS1(Digest(rawValue: "NONE-SUCH")))
        }
        for method in [SignatureMethod.ecdsa, .dsa, .edDSA, .gost] {
            #expect(throws: LibcryptoError(.invalidInput)) { try key.isValid(signature, of: input, by: method) }
        }
        let forPSS = try VerifyingKey(
            rsaModulus: RSAVerificationTests.mersenneModulus(),
            exponent: [3],
            isForPSS: true
        )
        #expect(throws: LibcryptoError(.invalidInput)) { try forPSS.isValid(signature, of: input, by: method) }
    }

    private static let odd = [UInt8](repeating: 0xFF, count: 128)

    @Test(
        "Numbers that make no key are refused",
        arguments: [
            (odd, [0x02]), (odd, [0x01]), (odd, []), (odd, [0x00]), (odd, [1, 0, 0, 0, 0, 0, 0, 0, 1]),
            (Array(odd.dropLast()) + [0xFE], [3]), ([], [3]), ([0], [3]), ([UInt8](repeating: 0xFF, count: 63), [3]),
            ([0x7F] + [UInt8](repeating: 0xFF, count: 63), [3]), ([UInt8](repeating: 0xFF, count: 2049), [3]),
            ([1] + [UInt8](repeating: 0xFF, count: 2048), [3]),
        ] as [([UInt8], [UInt8])]
    )
    func refused(modulus: [UInt8], exponent: [UInt8]) {
        #expect(throws: LibcryptoError(.invalidInput)) { try VerifyingKey(rsaModulus: modulus, exponent: exponent) }
    }

    @Test("Leading zeros are dropped, and the bounds are taken")
    func bounds() throws {
        #expect(try VerifyingKey(rsaModulus: [0, 0] + Self.odd, exponent: [0, 3]).bitCount == 1024)
        #expect(try VerifyingKey(rsaModulus: [0x80] + Self.odd.prefix(63), exponent: [3]).bitCount == 512)
        let longest = try VerifyingKey(
            rsaModulus: [UInt8](repeating: 0xFF, count: 2048),
            exponent: [0xFF] + [UInt8](repeating: 0xFF, count: 7)
        )
        #expect(longest.bitCount == 16_384)
        let input = try Digest.sha256.hash([])
        #expect(try !longest.isValid([UInt8](repeating: 1, count: 2048), of: input, by: .rsaPKCS1(.sha256)))
    }
}
