import JetonASN1
import JetonLibcrypto
import JetonOctets
import Testing

@Suite("Keys in DER")
struct KeyEncodingTests {
    private static let point =
        (try? EllipticCurve(oid: .p256).publicPoint(of: secret([UInt8](repeating: 1, count: 32)))) ?? []
    private static let modulus = [UInt8](repeating: 0xFF, count: 128)

    private static func info(_ algorithm: [UInt8]..., key: [UInt8]) -> [UInt8] {
        DER.sequence(DER.sequence(algorithm), DER.bitString(key))
    }

    private static func rsa(_ modulus: [UInt8], _ exponent: [UInt8]) -> [UInt8] {
        DER.sequence(DER.integer(magnitude: modulus), DER.integer(magnitude: exponent))
    }

    static let malformed: [(String, [UInt8], LibcryptoError.Code)] = {
        let good = info(DER.oid(.ecPublicKey), DER.oid(.p256), key: point)
        let rsaKey = rsa(modulus, [3])
        let gost = DER.octetString([UInt8](repeating: 1, count: 64))
        return [
            ("nothing", [], .invalidInput),
            ("a byte behind it", good + [0], .invalidInput),
            ("cut", Array(good.dropLast()), .invalidInput),
            ("a long length", [0x30, 0x81] + good.dropFirst(), .invalidInput),
            (
                "unused bits",
                DER.sequence(DER.sequence(DER.oid(.ed25519)), [3, 33, 1] + [UInt8](repeating: 2, count: 32)),
                .invalidInput
            ),
            (
                "a third member", DER.sequence(DER.sequence(DER.oid(.ed25519)), DER.bitString([]), DER.null),
                .invalidInput
            ),
            ("a third parameter", info(DER.oid(.ecPublicKey), DER.oid(.p256), DER.null, key: point), .invalidInput),
            ("EC without parameters", info(DER.oid(.ecPublicKey), key: point), .invalidInput),
            ("EC with NULL", info(DER.oid(.ecPublicKey), DER.null, key: point), .unsupported),
            (
                "EC with explicit parameters", info(DER.oid(.ecPublicKey), DER.sequence(DER.integer(1)), key: point),
                .unsupported
            ),
            ("EC on an unknown curve", info(DER.oid(.ecPublicKey), DER.oid(OID(1, 2, 3)), key: point), .unsupported),
            ("EC on another curve", info(DER.oid(.ecPublicKey), DER.oid(.secp256k1), key: point), .invalidInput),
            (
                "a compressed point", info(DER.oid(.ecPublicKey), DER.oid(.p256), key: [2] + point[1...32]),
                .invalidInput
            ),
            ("the point at infinity", info(DER.oid(.ecPublicKey), DER.oid(.p256), key: [0]), .invalidInput),
            ("RSA with other parameters", info(DER.oid(.rsaEncryption), DER.integer(1), key: rsaKey), .invalidInput),
            (
                "RSA with a negative modulus",
                info(
                    DER.oid(.rsaEncryption),
                    DER.null,
                    key: DER.sequence(DER.element(.integer, modulus), DER.integer(3))
                ), .invalidInput
            ),
            (
                "RSA with a padded exponent",
                info(
                    DER.oid(.rsaEncryption),
                    DER.null,
                    key: DER.sequence(DER.integer(magnitude: modulus), [2, 2, 0, 3])
                ), .invalidInput
            ),
            (
                "RSA with a third number",
                info(
                    DER.oid(.rsaEncryption),
                    DER.null,
                    key: DER.sequence(DER.integer(magnitude: modulus), DER.integer(3), DER.integer(5))
                ), .invalidInput
            ),
            (
                "RSA with a byte behind the numbers", info(DER.oid(.rsaEncryption), DER.null, key: rsaKey + [0]),
                .invalidInput
            ),
            ("RSA with the exponent 1", info(DER.oid(.rsaEncryption), DER.null, key: rsa(modulus, [1])), .invalidInput),
            (
                "Ed25519 with NULL", info(DER.oid(.ed25519), DER.null, key: [UInt8](repeating: 1, count: 32)),
                .invalidInput
            ),
            ("Ed25519 of 31 bytes", info(DER.oid(.ed25519), key: [UInt8](repeating: 1, count: 31)), .invalidInput),
            ("Ed448 with NULL", info(DER.oid(.ed448), DER.null, key: [UInt8](repeating: 1, count: 57)), .invalidInput),
            ("Ed448 of 56 bytes", info(DER.oid(.ed448), key: [UInt8](repeating: 1, count: 56)), .invalidInput),
            ("X25519", info(DER.oid(.x25519), key: [UInt8](repeating: 1, count: 32)), .unsupported),
            ("DSA that inherits its parameters", info(DER.oid(.dsa), key: DER.integer(5)), .unsupported),
            ("DSA with NULL", info(DER.oid(.dsa), DER.null, key: DER.integer(5)), .invalidInput),
            ("GOST without parameters", info(DER.oid(.gost2012Of256), key: gost), .unsupported),
            (
                "GOST on an unknown set",
                info(DER.oid(.gost2012Of256), DER.sequence(DER.oid(OID(1, 2, 643, 2, 2, 35, 0))), key: gost),
                .unsupported
            ),
            (
                "GOST of 512 bits on a set of 256",
                info(DER.oid(.gost2012Of512), DER.sequence(DER.oid(.gost2012Of256SetA)), key: gost), .invalidInput
            ),
            (
                "GOST off the curve",
                info(DER.oid(.gost2012Of256), DER.sequence(DER.oid(.gost2012Of256SetA)), key: gost), .invalidInput
            ),
            (
                "GOST without the OCTET STRING",
                info(DER.oid(.gost2001), DER.sequence(DER.oid(.gostCryptoProA)), key: [UInt8](repeating: 1, count: 64)),
                .invalidInput
            ),
        ]
    }()

    @Test("A malformed SubjectPublicKeyInfo is refused", arguments: malformed)
    func refused(name: String, octets: [UInt8], code: LibcryptoError.Code) {
        #expect(throws: LibcryptoError(code)) { try VerifyingKey(subjectPublicKeyInfo: octets) }
    }

    @Test("The same keys without the fault are read")
    func accepted() throws {
        for parameters in [[], DER.null] as [[UInt8]] {
            let info = Self.info(DER.oid(.rsaEncryption), parameters, key: Self.rsa(Self.modulus, [3]))
            #expect(try VerifyingKey(subjectPublicKeyInfo: info).kind == .rsa)
        }
        let forPSS = Self.info(DER.oid(.rsassaPSS), key: Self.rsa(Self.modulus, [3]))
        #expect(try VerifyingKey(subjectPublicKeyInfo: forPSS).kind == .rsaPSS)
        let ec = Self.info(DER.oid(.ecPublicKey), DER.oid(.p256), key: Self.point)
        #expect(try VerifyingKey(subjectPublicKeyInfo: ec).bitCount == 256)
    }

    /// PKCS #8 of every kind, by openssl.
    private func keys() async throws -> [[UInt8]] {
        let openssl = try OpenSSLKeys()
        var keys: [[UInt8]] = []
        for arguments in [
            ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:1024"],
            ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"],
            ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:brainpoolP320r1"], ["-algorithm", "ED25519"],
            ["-algorithm", "ED448"],
        ] {
            let file = try await openssl.generate(arguments)
            keys.append(try await Engine.run(["pkcs8", "-topk8", "-nocrypt", "-in", file, "-outform", "DER"]))
        }
        return keys
    }

    @Test("PKCS #8 by openssl is read, every cut is refused, and no changed byte makes a key that does not fit itself")
    func privateKeys() async throws {
        for pkcs8 in try await keys() {
            let key = try SoftwareKey(pkcs8: secret(pkcs8))
            let method: SignatureMethod =
                switch key.publicKey.kind {
                case .rsa: .rsaPKCS1(.sha256)
                case .ellipticCurve: .ecdsa
                default: .edDSA
                }
            let input = try Digest.sha256.hash([])
            func check(_ key: SoftwareKey) throws {
                let verifying = try VerifyingKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo)
                #expect(try verifying.isValid(key.sign(input, by: method), of: input, by: method))
            }
            try check(key)
            for count in 0..<pkcs8.count {
                #expect(throws: LibcryptoError.self) { try SoftwareKey(pkcs8: secret(Array(pkcs8.prefix(count)))) }
            }
            #expect(throws: LibcryptoError(.invalidInput)) { try SoftwareKey(pkcs8: secret(pkcs8 + [0])) }
            for changed in changes(of: pkcs8) {
                // Not an RSA key: all its numbers are bound to each other.
                if let other = try? SoftwareKey(pkcs8: secret(changed)) {
                    if case .rsa = key.publicKey.kind {
                        #expect(other.subjectPublicKeyInfo == key.subjectPublicKeyInfo)
                    }
                    try check(other)
                }
            }
            #expect(throws: LibcryptoError(.invalidInput)) { try key.sign(input, by: .gost) }
        }
    }

    @Test("An encrypted key, one of another algorithm and one on an unknown curve are unsupported or refused")
    func unsupported() async throws {
        let openssl = try OpenSSLKeys()
        let file = try await openssl.generate(["-algorithm", "X25519"])
        let agreement = try await Engine.run(["pkcs8", "-topk8", "-nocrypt", "-in", file, "-outform", "DER"])
        #expect(throws: LibcryptoError(.unsupported)) { try SoftwareKey(pkcs8: secret(agreement)) }
        let encrypted = try await Engine.run(["pkcs8", "-topk8", "-passout", "pass:x", "-in", file, "-outform", "DER"])
        #expect(throws: LibcryptoError(.invalidInput)) { try SoftwareKey(pkcs8: secret(encrypted)) }
        let scalar = [UInt8](repeating: 1, count: 32)
        #expect(throws: LibcryptoError(.unsupported)) {
            try SoftwareKey(pkcs8: secret(ellipticCurvePKCS8(scalar, on: OID(1, 2, 3))))
        }
        for bad in [[], Array(scalar.dropLast()), [0] + scalar, [UInt8](repeating: 0, count: 32)] as [[UInt8]] {
            #expect(throws: LibcryptoError(.invalidInput)) {
                try SoftwareKey(pkcs8: secret(ellipticCurvePKCS8(bad, on: .p256)))
            }
        }
    }

    @Test("What a key cannot sign is refused")
    func impossibleSignatures() async throws {
        let pkcs8 = try await keys()[0]
        let key = try SoftwareKey(pkcs8: secret(pkcs8))
        let digest = try Digest.sha512.hash([])
        for method in [
            SignatureMethod.rsaPSS(.sha512, mask: .sha512, saltLength: 64), .rsaPKCS1(.sha256), .ecdsa, .dsa, .edDSA,
            .rsaPSS(.sha512, mask: .sha512, saltLength: -1), .rsaPKCS1(Digest(rawValue: "NONE-SUCH")),
        ] {
            #expect(throws: LibcryptoError(.invalidInput)) { try key.sign(digest, by: method) }
        }
        #expect(throws: LibcryptoError(.invalidInput)) { try key.sign([], by: .rsaPKCS1(.sha256)) }
    }
}
