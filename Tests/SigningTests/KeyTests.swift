import CryptoExtras
import Foundation
import Octets
import Testing

@testable import Signing

@Suite("Keys and raw signatures")
struct KeyTests {
    let message = Array("message".utf8)

    @Test("OpenSSL's public keys are made from their numbers", arguments: KeyKind.allCases)
    func publicKeys(kind: KeyKind) throws {
        let openSSL = try OpenSSL()
        let key = try SoftwareKey.make(kind)
        try openSSL.write(key.pem, "key.pem")
        try openSSL.run("pkey", "-in", "key.pem", "-pubout", "-outform", "DER", "-out", "pub.der")
        #expect(try openSSL.read("pub.der") == key.publicKey.derRepresentation)
        #expect(try PublicKey(derRepresentation: openSSL.read("pub.der")) == key.publicKey)
    }

    @Test("Points are taken bare and inside the OCTET STRING of PKCS #11")
    func points() throws {
        let point = [0x04] + [UInt8](repeating: 7, count: 64)
        #expect(
            try PublicKey.ellipticCurve(.p256, point: point) == .ellipticCurve(.p256, point: DER.octetString(point))
        )
        let octets = [UInt8](repeating: 4, count: 32)
        #expect(try PublicKey.ed25519(octets) == .ed25519(DER.octetString(octets)))
        let malformed: [[UInt8]] = [
            [], [0x04], Array(point.dropLast()), point + [0], [0x02] + point.dropFirst(), DER.octetString([0x04]),
        ]
        for point in malformed {
            #expect(throws: SigningError(.invalidArgument, "")) { try PublicKey.ellipticCurve(.p256, point: point) }
            #expect(throws: SigningError(.invalidArgument, "")) { try PublicKey.ed25519(point) }
        }
        let brainpool = NamedCurve(oid: OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 7))
        #expect(throws: SigningError(.unsupportedKey, "")) { try PublicKey.ellipticCurve(brainpool, point: point) }
    }

    @Test("RSA numbers that can be none are refused")
    func rsaNumbers() {
        let odd = [UInt8](repeating: 0xC1, count: 128)
        #expect(throws: Never.self) { try PublicKey.rsa(modulus: [0] + odd, exponent: [0, 1, 0, 1]) }
        for (modulus, exponent) in [
            ([], [3]), (Array(odd.prefix(63)), [3]), ([UInt8](repeating: 2, count: 128), [3]),
            ([UInt8](repeating: 1, count: 2049), [3]), (odd, []), (odd, [1]), (odd, [2]), (odd, odd + [1]),
        ] as [([UInt8], [UInt8])] {
            #expect(throws: SigningError(.invalidArgument, "")) {
                try PublicKey.rsa(modulus: modulus, exponent: exponent)
            }
        }
    }

    @Test("r and s go from one form to the other and back", arguments: [NamedCurve.p256, .p384, .p521])
    func ecdsaForms(curve: NamedCurve) throws {
        let size = try #require(curve.coordinateSize)
        for (r, s) in [
            ([0x01], [0x02]), ([0x80], [0x7F]), ([UInt8](repeating: 0xFF, count: size), [0x00, 0x80, 0x00]),
            ([0x01] + [UInt8](repeating: 0, count: size - 1), [0x01]),
        ] as [([UInt8], [UInt8])] {
            func pad(_ octets: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: size - octets.count) + octets }
            let raw = pad(r) + pad(s)
            let signature = try ECDSASignature(concatenated: raw, curve: curve)
            #expect(signature.concatenated(curve: curve) == raw)
            #expect(try ECDSASignature(derRepresentation: signature.derRepresentation, curve: curve) == signature)
        }
        for count in [0, 1, 2 * size - 1, 2 * size + 1] {
            #expect(throws: SigningError(.malformedSignature, "")) {
                try ECDSASignature(concatenated: [UInt8](repeating: 1, count: count), curve: curve)
            }
        }
        let ones = [UInt8](repeating: 1, count: size)
        #expect(throws: SigningError(.malformedSignature, "")) {
            try ECDSASignature(concatenated: [UInt8](repeating: 0, count: size) + ones, curve: curve)
        }
    }

    @Test(
        "A signature in anything but strict DER is refused",
        arguments: [
            "", "3000", "3003020101", "300602010102010103", "30060201010201", "3006020101020100", "3006020100020101",
            "3006020181020101", "300702020001020101", "30810602010102010100", "3080020101020101", "310602010102010100",
            "3006020101040101", "30050200020101", "30810602010102 0101",
        ]
    )
    func malformedDER(hex: String) throws {
        let octets = Hex.decode(hex.replacing(" ", with: "")) ?? []
        #expect(throws: SigningError(.malformedSignature, "")) {
            try ECDSASignature(derRepresentation: octets, curve: .p256)
        }
        let long = DER.sequence(DER.integer(magnitude: [UInt8](repeating: 1, count: 33)), DER.integer(1))
        #expect(throws: SigningError(.malformedSignature, "")) {
            try ECDSASignature(derRepresentation: long, curve: .p256)
        }
    }

    @Test("DigestInfo has the prefixes of RFC 8017, 9.2, note 1")
    func digestInfo() throws {
        let prefixes: [(HashAlgorithm, String)] = [
            (.sha1, "3021300906052b0e03021a05000414"),
            (.sha256, "3031300d060960864801650304020105000420"),
            (.sha384, "3041300d060960864801650304020205000430"),
            (.sha512, "3051300d060960864801650304020305000440"),
        ]
        for (hash, prefix) in prefixes {
            let digest = hash.hash(message)
            #expect(try Hex.encode(DigestInfo.encode(digest, hash: hash)) == prefix + Hex.encode(digest))
            #expect(throws: SigningError(.invalidArgument, "")) {
                try DigestInfo.encode(digest + [0], hash: hash)
            }
        }
    }

    @Test(
        "OpenSSL's raw RSA signatures verify for sizes that end within an octet or a word",
        arguments: [
            1024, 1025, 1031, 1032, 1088, 1537, 2047, 2048, 3072,
        ]
    )
    func rsaSizes(bits: Int) throws {
        let openSSL = try OpenSSL()
        try openSSL.run("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)", "-out", "key.pem")
        try openSSL.run("pkey", "-in", "key.pem", "-pubout", "-outform", "DER", "-out", "pub.der")
        let publicKey = try PublicKey(derRepresentation: openSSL.read("pub.der"))
        #expect(publicKey.bitCount == bits)
        for index in 0..<8 {
            let message = [UInt8(index)] + message
            try openSSL.write(message, "message")
            try openSSL.run("dgst", "-sha256", "-sign", "key.pem", "-out", "sig", "message")
            var signature = try openSSL.read("sig")
            #expect(publicKey.check(signature, message: message, algorithm: .rsaPKCS1(.sha256)) == .valid)
            #expect(publicKey.check(signature, message: message, algorithm: .rsaPSS(.sha256)) == .invalid)
            #expect(publicKey.check(signature, message: message, algorithm: .rsaPKCS1(.sha384)) == .invalid)
            signature[index * 13] ^= 0x10
            #expect(publicKey.check(signature, message: message, algorithm: .rsaPKCS1(.sha256)) == .invalid)
            try openSSL.run(
                "dgst",
                "-sha256",
                "-sign",
                "key.pem",
                "-sigopt",
                "rsa_padding_mode:pss",
                "-sigopt",
                "rsa_pss_saltlen:digest",
                "-out",
                "sig",
                "message"
            )
            signature = try openSSL.read("sig")
            #expect(publicKey.check(signature, message: message, algorithm: .rsaPSS(.sha256)) == .valid)
            signature[signature.count - 1] ^= 1
            #expect(publicKey.check(signature, message: message, algorithm: .rsaPSS(.sha256)) == .invalid)
        }
    }

    @Test("A PKCS #1 v1.5 encoding with anything but full padding is refused")
    func forgedPadding() throws {
        let digest = HashAlgorithm.sha256.hash(message)
        let info = try DigestInfo.encode(digest, hash: .sha256)
        // With exponent 1 a signature is its own encoded message, but that exponent is refused beforehand.
        let modulus = [UInt8](repeating: 0xFF, count: 128)
        let forged = [0x00, 0x01, 0xFF, 0x00] + info + [UInt8](repeating: 0, count: 128 - info.count - 4)
        let good = RSAVerification.encodePKCS1(digest: digest, hash: .sha256, count: 128)
        #expect(good.count == 128 && good != forged)
        let check = RSAVerification.open(good, modulus: modulus, exponent: [1]) { _ in true }
        guard case .unsupported = check else {
            Issue.record("exponent 1 was computed with")
            return
        }
    }

    @Test("Signatures of another length, or not below the modulus, are refused")
    func rsaLengths() throws {
        let key = try SoftwareKey.make(.rsa)
        let signature = try key.signChecked(message, algorithm: .rsaPKCS1(.sha256)).signature
        guard case .rsa(let modulus, _) = key.publicKey.kind else { return }
        for wrong in [
            [], Array(signature.dropLast()), [0] + signature, signature + [0], modulus,
            [UInt8](repeating: 0xFF, count: 256),
        ] {
            #expect(key.publicKey.check(wrong, message: message, algorithm: .rsaPKCS1(.sha256)) == .invalid)
        }
    }

    @Test("Powers are the same as a slow reference", arguments: [3, 5, 17, 65537] as [UInt64])
    func powers(exponent: UInt64) throws {
        // Numbers of one limb, against multiplication with full width.
        for modulus: UInt64 in [3, 0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFC5, 0x8000_0000_0000_0001, 1_000_003] {
            for base: UInt64 in [0, 1, 2, 0x1234_5678_9ABC_DEF1 % modulus, modulus - 1] where base < modulus {
                var expected = UInt64(1)
                for _ in 0..<exponent {
                    expected = modulus.dividingFullWidth(expected.multipliedFullWidth(by: base)).remainder
                }
                let number = try #require(Modulus(modulus.bigEndianOctets))
                let power = number.power(base.bigEndianOctets, exponent: exponent)
                #expect(power.reduce(0) { $0 << 8 | UInt64($1) } == expected)
            }
        }
        #expect(Modulus([2]) == nil && Modulus([1]) == nil && Modulus([]) == nil)
    }

    @Test("Every kind of key refuses algorithms of another kind")
    func wrongAlgorithms() throws {
        for kind in KeyKind.allCases {
            let key = try SoftwareKey.make(kind)
            let all: [SignatureAlgorithm] = [
                .rsaPKCS1(.sha256), .rsaPSS(.sha256), .ecdsa(.sha256), .ed25519, .rsaPKCS1(.sha1), .ecdsa(.sha1),
            ]
            for algorithm in all where !key.algorithms.contains(algorithm) {
                #expect(throws: SigningError(.unsupportedAlgorithm, "")) {
                    try key.signChecked(message, algorithm: algorithm)
                }
            }
            #expect(throws: SigningError(.unsupportedAlgorithm, "")) { try key.publicKey.preferredAlgorithm(of: []) }
        }
        #expect(throws: SigningError(.unsupportedAlgorithm, "")) {
            try SoftwareKey.make(.rsa).publicKey.preferredAlgorithm(of: [.rsaPKCS1(.sha1), .ecdsa(.sha256)])
        }
    }
}
