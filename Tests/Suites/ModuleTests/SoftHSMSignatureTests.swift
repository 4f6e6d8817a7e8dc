import Cryptoki
import Testing

@Suite("SoftHSM: signatures that openssl verifies")
struct SoftHSMSignatureTests {
    private static let message = Array("The quick brown fox jumps over the lazy dog".utf8)
    /// DigestInfo with SHA-256, up to the digest (RFC 8017, 9.2).
    private static let digestInfoPrefix: [UInt8] = [
        0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04,
        0x20,
    ]

    /// A digest made by the token.
    private static func sha256(_ octets: [UInt8], _ session: inout Session) throws -> [UInt8] {
        try session.digest(octets.span, with: Mechanism(.sha256))
    }

    @Test(
        "RSA: PKCS #1 v1.5 and PSS over a digest made before",
        arguments: [false, true]
    )
    func rsaOverDigest(_ isPSS: Bool) async throws {
        let token = try HSMToken("rsa-\(isPSS)")
        let made = try Self.make(token, .rsa(bits: 2048)) { session, key in
            let digest = try Self.sha256(Self.message, &session)
            if isPSS {
                let mechanism = Mechanism(.rsaPKCSPSS, .rsaPSS(hash: .sha256, mask: .mgf1SHA256, saltLength: 32))
                return (digest, try session.sign(digest.span, with: mechanism, key: key, expectedLength: 256))
            }
            let info = Self.digestInfoPrefix + digest
            return (digest, try session.sign(info.span, with: .rsaPKCS, key: key, expectedLength: 256))
        }
        #expect(made.signature.count == 256)
        let options =
            ["-pkeyopt", "digest:sha256"]
            + (isPSS ? ["-pkeyopt", "rsa_padding_mode:pss", "-pkeyopt", "rsa_pss_saltlen:32"] : [])
        try await Self.expectVerified(made.signature, of: made.input, made.publicKey, options)
    }

    @Test(
        "RSA: the token's own hashing, in one part and in several",
        arguments: [MechanismType.sha256RSAPKCS, .sha256RSAPKCSPSS],
        [1, 7, 100]
    )
    func rsaOverMessage(_ type: MechanismType, _ partSize: Int) async throws {
        let token = try HSMToken("rsa-parts")
        let isPSS = type == .sha256RSAPKCSPSS
        let mechanism = Mechanism(
            type,
            isPSS ? .rsaPSS(hash: .sha256, mask: .mgf1SHA256, saltLength: 32) : .none
        )
        let made = try Self.make(token, .rsa(bits: 2048)) { session, key in
            try session.signInit(mechanism, key: key)
            for start in stride(from: 0, to: Self.message.count, by: partSize) {
                let part = Array(Self.message[start..<min(start + partSize, Self.message.count)])
                try session.signUpdate(part.span)
            }
            let signature = try session.signFinal(expectedLength: 256)
            let publicKey = try session.find([.objectClass(.publicKey)])[0]
            let message = Self.message
            let isGood = try session.verify(signature.span, of: message.span, with: mechanism, key: publicKey)
            #expect(isGood)
            try session.verifyInit(mechanism, key: publicKey)
            try session.verifyUpdate(message.span)
            let isGoodInParts = try session.verifyFinal(signature.span)
            #expect(isGoodInParts)
            return (try Self.sha256(message, &session), signature)
        }
        let options =
            ["-pkeyopt", "digest:sha256"]
            + (isPSS ? ["-pkeyopt", "rsa_padding_mode:pss", "-pkeyopt", "rsa_pss_saltlen:32"] : [])
        try await Self.expectVerified(made.signature, of: made.input, made.publicKey, options)
    }

    @Test("ECDSA on each curve", arguments: KeySpecification.Curve.allCases)
    func ecdsa(_ curve: KeySpecification.Curve) async throws {
        let token = try HSMToken("ecdsa-\(curve.rawValue)")
        let made = try Self.make(token, .ec(curve)) { session, key in
            let digest = try Self.sha256(Self.message, &session)
            let signature = try session.sign(digest.span, with: .ecdsa, key: key)
            let publicKey = try session.find([.objectClass(.publicKey)])[0]
            let isGood = try session.verify(signature.span, of: digest.span, with: .ecdsa, key: publicKey)
            #expect(isGood)
            var other = digest
            other[0] ^= 1
            let isGoodForOther = try session.verify(signature.span, of: other.span, with: .ecdsa, key: publicKey)
            #expect(!isGoodForOther)
            return (digest, signature)
        }
        #expect(made.signature.count == 2 * curve.coordinateSize)
        let sequence = OpenSSL.sequence(made.signature)
        try await Self.expectVerified(sequence, of: made.input, made.publicKey, [])
    }

    @Test("Ed25519 over the whole message")
    func eddsa() async throws {
        let token = try HSMToken("eddsa")
        let made = try Self.make(token, .ed25519) { session, key in
            let message = Self.message
            return (message, try session.sign(message.span, with: .eddsa, key: key))
        }
        #expect(made.signature.count == 64)
        try await Self.expectVerified(made.signature, of: made.input, made.publicKey, ["-rawin"])
    }

    private struct Made {
        let input: [UInt8]
        let signature: [UInt8]
        let publicKey: [UInt8]
    }

    private static func make(
        _ token: HSMToken,
        _ specification: KeySpecification,
        _ sign: (inout Session, ObjectHandle) throws -> (input: [UInt8], signature: [UInt8])
    ) throws -> Made {
        var session = try token.session()
        let pair = try HSMToken.keyPair(specification, in: &session)
        let publicKey = try OpenSSL.publicKeyInfo(specification, pair.publicKey, in: &session)
        let (input, signature) = try sign(&session, pair.privateKey)
        return Made(input: input, signature: signature, publicKey: publicKey)
    }

    private static func expectVerified(
        _ signature: [UInt8],
        of input: [UInt8],
        _ publicKey: [UInt8],
        _ options: [String]
    ) async throws {
        let openSSL = try OpenSSL()
        #expect(try await openSSL.verifies(signature, of: input, publicKey: publicKey, options: options))
        var other = input
        other[0] ^= 1
        #expect(try await !openSSL.verifies(signature, of: other, publicKey: publicKey, options: options))
    }
}
