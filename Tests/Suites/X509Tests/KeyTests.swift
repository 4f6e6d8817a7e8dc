import CryptoExtras
import Foundation
import JetonASN1
import JetonOctets
import Testing

@testable import CertificateRig
@testable import JetonX509

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
            #expect(throws: DocumentError(.invalidArgument, "")) { try PublicKey.ellipticCurve(.p256, point: point) }
            #expect(throws: DocumentError(.invalidArgument, "")) { try PublicKey.ed25519(point) }
        }
        let brainpool = try PublicKey.ellipticCurve(NamedCurve(oid: .brainpoolP256r1), point: point)
        #expect(brainpool.description == "EC brainpoolP256r1" && brainpool.bitCount == 256)
        let unknown = NamedCurve(oid: OID(1, 2, 3))
        #expect(throws: DocumentError(.unsupportedKey, "")) { try PublicKey.ellipticCurve(unknown, point: point) }
    }

    @Test("A point off its curve makes a key that checks nothing, with a reason")
    func pointOffCurve() throws {
        let point = [0x04] + [UInt8](repeating: 7, count: 64)
        for curve in [NamedCurve.p256, NamedCurve(oid: .secp256k1)] {
            let check = try PublicKey.ellipticCurve(curve, point: point)
                .check([0x30, 0x06, 2, 1, 1, 2, 1, 1], message: message, algorithm: .ecdsa(.sha256))
            #expect(check == .unsupported("the public key (EC \(curve)) is not supported or invalid"))
        }
    }

    @Test("RSA numbers that can be none are refused")
    func rsaNumbers() {
        let odd = [UInt8](repeating: 0xC1, count: 128)
        #expect(throws: Never.self) { try PublicKey.rsa(modulus: [0] + odd, exponent: [0, 1, 0, 1]) }
        for (modulus, exponent) in [
            ([], [3]), (Array(odd.prefix(63)), [3]), ([UInt8](repeating: 2, count: 128), [3]),
            ([UInt8](repeating: 1, count: 2049), [3]), (odd, []), (odd, [1]), (odd, [2]), (odd, odd + [1]),
        ] as [([UInt8], [UInt8])] {
            #expect(throws: DocumentError(.invalidArgument, "")) {
                try PublicKey.rsa(modulus: modulus, exponent: exponent)
            }
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
            let digest = try hash.hash(message)
            #expect(try Hex.encode(DigestInfo.encode(digest, hash: hash)) == prefix + Hex.encode(digest))
            #expect(throws: DocumentError(.invalidArgument, "")) {
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

    @Test("Every kind of key refuses algorithms of another kind")
    func wrongAlgorithms() throws {
        for kind in KeyKind.allCases {
            let key = try SoftwareKey.make(kind)
            let all: [SignatureAlgorithm] = [
                .rsaPKCS1(.sha256), .rsaPSS(.sha256), .ecdsa(.sha256), .ed25519, .rsaPKCS1(.sha1), .ecdsa(.sha1),
            ]
            for algorithm in all where !key.algorithms.contains(algorithm) {
                #expect(throws: DocumentError(.unsupportedAlgorithm, "")) {
                    try key.signChecked(message, algorithm: algorithm)
                }
            }
            #expect(throws: DocumentError(.unsupportedAlgorithm, "")) { try key.publicKey.preferredAlgorithm(of: []) }
        }
        #expect(throws: DocumentError(.unsupportedAlgorithm, "")) {
            try SoftwareKey.make(.rsa).publicKey.preferredAlgorithm(of: [.rsaPKCS1(.sha1), .ecdsa(.sha256)])
        }
    }
}
