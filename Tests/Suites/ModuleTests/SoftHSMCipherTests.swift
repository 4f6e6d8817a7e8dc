import Cryptoki
import TestRig
import Testing

@Suite("SoftHSM: ciphers, digests, derivation, wrapping")
struct SoftHSMCipherTests {
    private static let key = (0..<32).map { UInt8($0) }
    private static let vector = (0..<16).map { UInt8(0xF0 | $0) }
    private static let plaintext = Array("sixteen octets and a few more, so that padding counts".utf8)

    @Test("AES-CBC and AES-CTR are what openssl makes of the same key", arguments: ["-aes-256-cbc", "-aes-256-ctr"])
    func aes(_ cipher: String) async throws {
        let token = try HSMToken("aes")
        let isCounter = cipher.hasSuffix("ctr")
        let mechanism =
            isCounter
            ? Mechanism(.aesCTR, .counter(counterBits: 128, counterBlock: Self.vector))
            : Mechanism(.aesCBCPad, .octets(Self.vector))
        let ciphertext = try Self.encrypted(token, mechanism)
        let openSSL = try OpenSSL()
        try openSSL.directory.write(ciphertext, to: "ciphertext")
        let output = try await openSSL.run(
            ["enc", "-d", cipher, "-in", "ciphertext", "-K", Self.hex(Self.key), "-iv", Self.hex(Self.vector)]
        )
        #expect(output.exitStatus == 0)
        #expect(output.standardOutput == Self.plaintext)
    }

    /// The plaintext under a mechanism, after the token itself has found it in one part and in several.
    private static func encrypted(_ token: HSMToken, _ mechanism: Mechanism) throws -> [UInt8] {
        var session = try token.session()
        let key = try HSMToken.aesKey(Self.key, in: &session)
        let plaintext = Self.plaintext
        let ciphertext = try session.encrypt(plaintext.span, with: mechanism, key: key)
        let back = try session.decrypt(ciphertext.span, with: mechanism, key: key)
        #expect(back == plaintext)
        var parts: [UInt8] = []
        try session.encryptInit(mechanism, key: key)
        for start in stride(from: 0, to: plaintext.count, by: 20) {
            let part = Array(plaintext[start..<min(start + 20, plaintext.count)])
            parts += try session.encryptUpdate(part.span)
        }
        parts += try session.encryptFinal()
        #expect(parts == ciphertext)
        var opened: [UInt8] = []
        try session.decryptInit(mechanism, key: key)
        for start in stride(from: 0, to: parts.count, by: 23) {
            let part = Array(parts[start..<min(start + 23, parts.count)])
            opened += try session.decryptUpdate(part.span)
        }
        opened += try session.decryptFinal()
        #expect(opened == plaintext)
        return ciphertext
    }

    @Test("AES-GCM gives test case 2 of its specification, and refuses a changed tag")
    func gcm() throws {
        let token = try HSMToken("gcm")
        var session = try token.session()
        let zeros = [UInt8](repeating: 0, count: 16)
        let vector = [UInt8](repeating: 0, count: 12)
        let key = try HSMToken.aesKey(zeros, in: &session)
        let expected: [UInt8] = [
            0x03, 0x88, 0xDA, 0xCE, 0x60, 0xB6, 0xA3, 0x92, 0xF3, 0x28, 0xC2, 0xB9, 0x71, 0xB2, 0xFE, 0x78, 0xAB, 0x6E,
            0x47, 0xD4, 0x2C, 0xEC, 0x13, 0xBD, 0xF5, 0x3A, 0x67, 0xB2, 0x12, 0x57, 0xBD, 0xDF,
        ]
        let result = try session.encryptGCM(zeros.span, initializationVector: vector, key: key)
        #expect(result.ciphertext == expected)
        #expect(result.initializationVector == vector)
        let mechanism = Mechanism(.aesGCM, .gcm(initializationVector: vector, additionalData: [], tagBits: 128))
        let ciphertext = try session.encrypt(zeros.span, with: mechanism, key: key)
        #expect(ciphertext == expected)
        let back = try session.decrypt(ciphertext.span, with: mechanism, key: key)
        #expect(back == zeros)
        var changed = ciphertext
        changed[31] ^= 1
        #expect(throws: CryptokiError.self) { try session.decrypt(changed.span, with: mechanism, key: key) }
        let other = Mechanism(.aesGCM, .gcm(initializationVector: vector, additionalData: [1], tagBits: 128))
        #expect(throws: CryptokiError.self) { try session.decrypt(ciphertext.span, with: other, key: key) }
    }

    @Test("RSA-OAEP: the token opens what openssl sealed")
    func oaep() async throws {
        let token = try HSMToken("oaep")
        let publicKey = try Self.rsaPublicKey(token)
        let openSSL = try OpenSSL()
        try openSSL.directory.write(publicKey, to: "key.der")
        try openSSL.directory.write(Self.plaintext, to: "plaintext")
        let output = try await openSSL.run([
            "pkeyutl", "-encrypt", "-pubin", "-keyform", "DER", "-inkey", "key.der", "-in", "plaintext", "-pkeyopt",
            "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:sha1",
        ])
        #expect(output.exitStatus == 0)
        var session = try Session(slot: token.slot)
        try session.login(pin: HSMToken.secret(HSMToken.pin))
        let privateKey = try #require(session.find([.objectClass(.privateKey)]).first)
        let sealed = output.standardOutput
        // SoftHSM knows OAEP with SHA-1 only.
        let mechanism = Mechanism(.rsaPKCSOAEP, .rsaOAEP(hash: .sha1, mask: .mgf1SHA1, label: []))
        let opened = try session.decrypt(sealed.span, with: mechanism, key: privateKey)
        #expect(opened == Self.plaintext)
    }

    private static func rsaPublicKey(_ token: HSMToken) throws -> [UInt8] {
        var session = try token.session()
        let pair = try HSMToken.keyPair(.rsa(bits: 2048), in: &session)
        return try OpenSSL.publicKeyInfo(.rsa(bits: 2048), pair.publicKey, in: &session)
    }

    @Test(
        "Digests are those of openssl, in one part and in several",
        arguments: [("sha1", MechanismType.sha1), ("sha256", .sha256), ("sha384", .sha384), ("sha512", .sha512)]
    )
    func digests(_ name: String, _ type: MechanismType) async throws {
        let token = try HSMToken("digest-\(name)")
        let digest = try Self.digest(token, type)
        let openSSL = try OpenSSL()
        try openSSL.directory.write(Self.plaintext, to: "plaintext")
        let output = try await openSSL.run(["dgst", "-\(name)", "-binary", "plaintext"])
        #expect(output.standardOutput == digest)
    }

    private static func digest(_ token: HSMToken, _ type: MechanismType) throws -> [UInt8] {
        var session = try token.session()
        let plaintext = Self.plaintext
        let digest = try session.digest(plaintext.span, with: Mechanism(type))
        try session.digestInit(Mechanism(type))
        for octet in plaintext { try session.digestUpdate([octet].span) }
        #expect(try session.digestFinal() == digest)
        return digest
    }

    @Test("ECDH: both ends derive the same secret")
    func ecdh() async throws {
        let token = try HSMToken("ecdh")
        let openSSL = try OpenSSL()
        #expect(
            try await openSSL.run(
                ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "peer.pem"]
            ).exitStatus == 0
        )
        let peer = try await openSSL.run(["pkey", "-in", "peer.pem", "-pubout", "-outform", "DER"]).standardOutput
        let (publicKey, shared) = try Self.derive(token, peerPoint: Array(peer.suffix(65)))
        try openSSL.directory.write(publicKey, to: "token.der")
        #expect(
            try await openSSL.run(["pkey", "-pubin", "-inform", "DER", "-in", "token.der", "-out", "token.pem"])
                .exitStatus == 0
        )
        let output = try await openSSL.run(["pkeyutl", "-derive", "-inkey", "peer.pem", "-peerkey", "token.pem"])
        #expect(output.standardOutput.count == 32)
        #expect(output.standardOutput == shared)
    }

    private static func derive(_ token: HSMToken, peerPoint: [UInt8]) throws -> (publicKey: [UInt8], shared: [UInt8]?) {
        var session = try token.session()
        let pair = try HSMToken.keyPair(.ec(.p256), in: &session)
        let derived = try session.deriveKey(
            from: pair.privateKey,
            with: Mechanism(.ecdh1Derive, .ecdh1(keyDerivation: .null, sharedData: [], publicPoint: peerPoint)),
            template: [
                .objectClass(.secretKey), .keyType(.genericSecret), .token(false), Attribute(.sensitive, false),
                Attribute(.extractable, true), Attribute(.valueLen, number: 32),
            ]
        )
        return (
            try OpenSSL.publicKeyInfo(.ec(.p256), pair.publicKey, in: &session),
            try session.attributes([.value], of: derived).octets(.value)
        )
    }

    @Test("A key goes out under a wrapping key and comes back the same", arguments: [true, false])
    func wrapping(_ isAES: Bool) throws {
        let token = try HSMToken("wrap-\(isAES)")
        var session = try token.session()
        let inner = try HSMToken.aesKey(Self.key, in: &session)
        let wrappingKey: ObjectHandle
        let unwrappingKey: ObjectHandle
        let mechanism: Mechanism
        if isAES {
            wrappingKey = try HSMToken.aesKey(Self.key.reversed(), in: &session)
            unwrappingKey = wrappingKey
            mechanism = Mechanism(.aesKeyWrap)
        } else {
            let options = KeyTemplates.Options(label: "wrap", id: [2])
            let pair = try session.generateKeyPair(
                Mechanism(.rsaPKCSKeyPairGen),
                publicTemplate: KeyTemplates.publicKey(.rsa(bits: 2048), options) + [Attribute(.wrap, true)],
                privateTemplate: KeyTemplates.privateKey(.rsa(bits: 2048), options) + [Attribute(.unwrap, true)]
            )
            (wrappingKey, unwrappingKey) = (pair.publicKey, pair.privateKey)
            mechanism = .rsaPKCS
        }
        let wrapped = try session.wrapKey(inner, with: mechanism, wrappingKey: wrappingKey)
        #expect(wrapped.count == (isAES ? 40 : 256))
        let back = try session.unwrapKey(
            wrapped.span,
            with: mechanism,
            unwrappingKey: unwrappingKey,
            template: [
                .objectClass(.secretKey), .keyType(.aes), .token(false), Attribute(.sensitive, false),
                Attribute(.extractable, true),
            ]
        )
        #expect(try session.attributes([.value], of: back).octets(.value) == Self.key)
    }

    @Test("A generated AES key is of the length asked for")
    func generated() throws {
        let token = try HSMToken("generate")
        var session = try token.session()
        let key = try session.generateKey(
            Mechanism(.aesKeyGen),
            template: [
                .objectClass(.secretKey), .keyType(.aes), .token(false), Attribute(.valueLen, number: 24),
                Attribute(.sensitive, false), Attribute(.extractable, true),
            ]
        )
        #expect(try session.attributes([.value], of: key).octets(.value)?.count == 24)
        #expect(try session.attributes([.valueLen], of: key).number(.valueLen) == 24)
    }

    private static func hex(_ octets: [UInt8]) -> String {
        octets.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
