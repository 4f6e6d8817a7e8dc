import JetonASN1
import JetonLibcrypto
import JetonOctets
import TestRig
import Testing

@Suite("Signatures by swift-crypto, of RFC 8032 and by DSA")
struct SignatureDifferentialTests {
    @Test("Keys and signatures go both ways between us and swift-crypto", arguments: ForeignKey.allCases)
    func swiftCrypto(key: ForeignKey) throws {
        let message = Array("a message".utf8)
        let sample = try key.sample(of: message)
        let verifying = try VerifyingKey(subjectPublicKeyInfo: sample.subjectPublicKeyInfo)
        let software = try SoftwareKey(pkcs8: secret(sample.pkcs8))
        #expect(software.subjectPublicKeyInfo == sample.subjectPublicKeyInfo)
        #expect(software.publicKey.kind == verifying.kind)
        let method: SignatureMethod =
            switch key {
            case .rsa: .rsaPSS(.sha256, mask: .sha256, saltLength: 32)
            case .p256, .p384, .p521: .ecdsa
            case .ed25519: .edDSA
            }
        let input = method == .edDSA ? message : try Digest.sha256.hash(message)
        #expect(input == (method == .edDSA ? message : ForeignKey.sha256(message)))
        let ours = try software.sign(input, by: method)
        #expect(sample.verify(ours, message))
        #expect(!sample.verify(ours, message + [0]))
        for signature in [ours, sample.signature] {
            #expect(try verifying.isValid(signature, of: input, by: method))
            #expect(try !verifying.isValid(signature, of: input.reversed(), by: method))
        }
        for changed in changes(of: sample.signature) {
            #expect(try !verifying.isValid(changed, of: input, by: method))
        }
    }

    // RFC 8032, 7.1 (test 1, test 2) and 7.4 (blank, 1 octet).
    static let edwards: [(OID, String, String, String, String)] = [
        (
            .ed25519, "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            .ed25519, "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            .ed448,
            "6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3528c8a3fcc2f044e39a3fc5b94492f8f032e7549a20098f95b",
            "5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778edf124769b46c7061bd6783df1e50f6cd1fa1abeafe8256180",
            "",
            "533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f2b233f034f628281f2fd7a22ddd47d7828c59bd0a21bfd3980ff0d2028d4b18a9df63e006c5d1c2d345b925d8dc00b4104852db99ac5c7cdda8530a113a0f4dbb61149f05a7363268c71d95808ff2e652600"
        ),
    ]

    @Test("Ed25519 and Ed448 of RFC 8032", arguments: edwards)
    func edwardsVectors(identifier: OID, seed: String, point: String, message: String, signature: String) throws {
        let seed = try #require(Hex.decode(seed))
        let point = try #require(Hex.decode(point))
        let message = try #require(Hex.decode(message))
        let signature = try #require(Hex.decode(signature))
        let info = DER.sequence(DER.sequence(DER.oid(identifier)), DER.bitString(point))
        let pkcs8 = DER.sequence(
            DER.integer(0),
            DER.sequence(DER.oid(identifier)),
            DER.octetString(DER.octetString(seed))
        )
        let software = try SoftwareKey(pkcs8: secret(pkcs8))
        #expect(software.subjectPublicKeyInfo == info)
        #expect(try software.sign(message, by: .edDSA) == signature)
        let key = try VerifyingKey(subjectPublicKeyInfo: info)
        #expect(key.kind == (identifier == .ed25519 ? .ed25519 : .ed448))
        #expect(try key.isValid(signature, of: message, by: .edDSA))
        #expect(try !key.isValid(signature, of: message + [0], by: .edDSA))
        for changed in changes(of: signature) + [[], [0], Array(signature.dropLast()), signature + [0]] {
            #expect(try !key.isValid(changed, of: message, by: .edDSA))
        }
        #expect(throws: LibcryptoError(.invalidInput)) { try VerifyingKey(ed25519: Array(point.dropLast())) }
        #expect(throws: LibcryptoError(.invalidInput)) { try VerifyingKey(ed448: Array(point.dropLast())) }
        #expect(throws: LibcryptoError(.invalidInput)) { try key.isValid(signature, of: message, by: .ecdsa) }
    }

    @Test("DSA as openssl signs it, with its numbers changed", arguments: [(1024, 160), (2048, 256)])
    func dsa(bits: Int, order: Int) async throws {
        let openssl = try OpenSSLKeys()
        let parameters = openssl.directory.path("parameters.pem")
        _ = try await Engine.run(
            [
                "genpkey", "-quiet", "-genparam", "-algorithm", "DSA", "-pkeyopt", "dsa_paramgen_bits:\(bits)",
                "-pkeyopt",
                "dsa_paramgen_q_bits:\(order)", "-out", parameters,
            ]
        )
        let file = try await openssl.generate(["-paramfile", parameters])
        let info = try await openssl.subjectPublicKeyInfo(file)
        let key = try VerifyingKey(subjectPublicKeyInfo: info)
        #expect(key.kind == .dsa)
        #expect(key.bitCount == bits)
        for digest in [Digest.sha1, .sha256, .sha512] {
            let input = try digest.hash([])
            let signature = try await openssl.sign(input, file)
            #expect(try key.isValid(signature, of: input, by: .dsa))
            #expect(try !key.isValid(signature, of: input.reversed(), by: .dsa))
            for changed in changes(of: signature) + [[], signature + [0], Array(signature.dropLast())] {
                #expect(try !key.isValid(changed, of: input, by: .dsa))
            }
        }
        try refuseChanges(of: info)
    }

    /// A key with each of its numbers changed, exchanged or left out is no key.
    private func refuseChanges(of info: [UInt8]) throws {
        var outer = try ASN1Element.parse(info).members()
        var algorithm = try outer.next().members()
        _ = try algorithm.next()
        var reader = try algorithm.next().members()
        let p = try reader.next().unsignedInteger()
        let q = try reader.next().unsignedInteger()
        let g = try reader.next().unsignedInteger()
        let y = try ASN1Element.parse(outer.next().bitStringOctets()).unsignedInteger()
        func plusTwo(_ number: [UInt8]) -> [UInt8] { number.dropLast() + [number[number.count - 1] &+ 2] }
        _ = try VerifyingKey(dsaPrime: p, order: q, generator: g, publicValue: y)
        let last: [UInt8] = p.dropLast() + [p[p.count - 1] - 1]
        let changed: [([UInt8], [UInt8], [UInt8], [UInt8])] = [
            (plusTwo(p), q, g, y), (p, plusTwo(q), g, y), (p, q, plusTwo(g), y), (p, q, g, plusTwo(y)), (p, q, [1], y),
            (p, q, g, [1]), (p, q, g, []), (p, q, last, y), (p, q, g, p), (last, q, g, y),
            (p, Array(q.dropLast()), g, y),
            (q, q, g, y), (p, p, g, y),
        ]
        for (p, q, g, y) in changed {
            #expect(throws: LibcryptoError(.invalidInput)) {
                try VerifyingKey(dsaPrime: p, order: q, generator: g, publicValue: y)
            }
        }
    }
}
