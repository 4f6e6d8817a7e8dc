import JetonLibcrypto
import JetonOctets
import Testing

@testable import TokenEngine

@Suite("Operations")
struct OperationTests {
    /// Every mechanism that signs, with keys that make such signatures.
    static let signatures: [(MechanismType, KeyKind)] =
        [(.rsaPKCS, .rsa2048), (.rsaX509, .rsa2048), (.ecdsa, .p256), (.ecdsa, .p384), (.eddsa, .ed25519)]
        + HashFunction.all.flatMap { hash -> [(MechanismType, KeyKind)] in
            [(hash.rsaPKCS, .rsa2048), (hash.rsaPSS, .rsa2048), (hash.ecdsa, .p256), (hash.ecdsa, .p384)]
        }

    private func mechanism(_ type: MechanismType) -> EngineMechanism {
        guard let hash = HashFunction.all.first(where: { $0.rsaPSS == type }) else { return EngineMechanism(type) }
        return EngineMechanism(
            type,
            .pss(
                hash: hash.mechanism,
                maskGeneration: hash.maskGeneration,
                saltLength: UInt(hash.length)
            )
        )
    }

    @Test("The mechanisms of a hash function bear its name, and its digests have its length")
    func hashFunctions() throws {
        let names = ["SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA3_224", "SHA3_256", "SHA3_384", "SHA3_512"]
        // CKG_MGF1_SHA1 and so on: PKCS #11 3.2, 6.1.7.
        let masks: [UInt] = [1, 5, 2, 3, 4, 6, 7, 8, 9]
        #expect(HashFunction.all.count == names.count)
        for (hash, (name, mask)) in zip(HashFunction.all, zip(names, masks)) {
            #expect(hash.mechanism.description == (name == "SHA1" ? "CKM_SHA_1" : "CKM_\(name)"))
            #expect(hash.rsaPKCS.description == "CKM_\(name)_RSA_PKCS")
            #expect(hash.rsaPSS.description == "CKM_\(name)_RSA_PKCS_PSS")
            #expect(hash.ecdsa.description == "CKM_ECDSA_\(name)")
            #expect(hash.maskGeneration.rawValue == mask)
            #expect(try hash.hash([]).count == hash.length)
        }
    }

    @Test("Ed25519 with a parameter is another scheme, which cards do not make", arguments: [false, true])
    func eddsaParameter(_ verifies: Bool) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.generate(.ed25519, in: session)
        let mechanism = EngineMechanism(.eddsa, .unknown)
        let code = fault {
            if verifies {
                try rig.engine.verifyInit(session, mechanism, pair.publicKey)
            } else {
                try rig.engine.signInit(session, mechanism, pair.privateKey)
            }
        }
        #expect(code == .mechanismParamInvalid)
        let signature = try rig.sign([1], EngineMechanism(.eddsa), pair.privateKey, in: session)
        try rig.verify(signature, [1], EngineMechanism(.eddsa), pair.publicKey, in: session)
    }

    @Test("Every mechanism's signature verifies, and not for other data")
    func sign() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        var keys: [KeyKind: (publicKey: UInt, privateKey: UInt)] = [:]
        for kind in KeyKind.allCases { keys[kind] = try rig.generate(kind, in: session) }
        let data = Array("the data to sign".utf8)
        for (type, kind) in Self.signatures {
            let mechanism = mechanism(type)
            let pair = try #require(keys[kind])
            let signature = try rig.sign(data, mechanism, pair.privateKey, in: session)
            try rig.verify(signature, data, mechanism, pair.publicKey, in: session)
            #expect(
                fault { try rig.verify(signature, data + [0], mechanism, pair.publicKey, in: session) }
                    == .signatureInvalid,
                "\(type) \(kind)"
            )
            var changed = signature
            changed[changed.count / 2] ^= 1
            #expect(
                fault { try rig.verify(changed, data, mechanism, pair.publicKey, in: session) } == .signatureInvalid
            )
            #expect(
                fault { try rig.verify([1], data, mechanism, pair.publicKey, in: session) } == .signatureLenRange
            )
        }
    }

    @Test("Data that comes in parts has the limit that data in one part has")
    func partsTooLong() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let key = try rig.generate(.ed25519, in: session).privateKey
        let half = [UInt8](repeating: 1, count: InputCollector.maximumLength / 2 + 1)
        try rig.engine.signInit(session, EngineMechanism(.eddsa), key)
        try rig.engine.signUpdate(session, half.span)
        #expect(fault { try rig.engine.signUpdate(session, half.span) } == .dataLenRange)
    }

    @Test("A mechanism that is not the key's, or a key that may not, is refused")
    func mismatched() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.generate(.p256, in: session, [Template.flag(.sign, false)])
        #expect(
            fault { try rig.engine.signInit(session, EngineMechanism(.rsaPKCS), pair.privateKey) }
                == .keyTypeInconsistent
        )
        #expect(
            fault { try rig.engine.signInit(session, EngineMechanism(.ecdsa), pair.privateKey) }
                == .keyFunctionNotPermitted
        )
        let unknown = EngineMechanism(MechanismType(rawValue: 0x1234))
        #expect(fault { try rig.engine.signInit(session, unknown, pair.privateKey) } == .mechanismInvalid)
        #expect(
            fault { try rig.engine.signInit(session, EngineMechanism(.ecdsa, .unknown), pair.privateKey) }
                == .mechanismParamInvalid
        )
        #expect(fault { try rig.engine.signInit(session, EngineMechanism(.ecdsa), 9999) } == .keyHandleInvalid)
        #expect(fault { try rig.engine.signInit(9999, EngineMechanism(.ecdsa), 1) } == .sessionHandleInvalid)
    }

    @Test("Data that is too long, or none, is refused")
    func lengths() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let rsa = try rig.generate(.rsa2048, in: session).privateKey
        let ec = try rig.generate(.p256, in: session).privateKey
        let long = [UInt8](repeating: 0xFF, count: 300)
        #expect(fault { _ = try rig.sign(long, EngineMechanism(.rsaPKCS), rsa, in: session) } == .dataLenRange)
        #expect(fault { _ = try rig.sign(long, EngineMechanism(.rsaX509), rsa, in: session) } == .dataLenRange)
        // As long as the modulus, and not below it.
        #expect(
            fault { _ = try rig.sign(Array(long.prefix(256)), EngineMechanism(.rsaX509), rsa, in: session) }
                == .dataInvalid
        )
        #expect(fault { _ = try rig.sign([], EngineMechanism(.ecdsa), ec, in: session) } == .dataLenRange)
        let huge = [UInt8](repeating: 0, count: 70_000)
        #expect(fault { _ = try rig.sign(huge, EngineMechanism(.ecdsa), ec, in: session) } == .dataLenRange)
        #expect(fault { try rig.engine.signUpdate(session, huge.span) } == .operationNotInitialized)
    }

    static let encryptions: [EngineMechanism] =
        [EngineMechanism(.rsaPKCS), EngineMechanism(.rsaX509)]
        + HashFunction.all.map {
            EngineMechanism(
                .rsaPKCSOAEP,
                .oaep(hash: $0.mechanism, maskGeneration: $0.maskGeneration, label: [1, 2, 3])
            )
        }

    @Test("What is encrypted is decrypted, and nothing else")
    func encrypt() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.generate(.rsa2048, in: session)
        let data = Array("secret".utf8)
        for mechanism in Self.encryptions {
            try rig.engine.encryptInit(session, mechanism, pair.publicKey)
            let encrypted = try rig.engine.encrypt(session, data)
            try rig.engine.decryptInit(session, mechanism, pair.privateKey)
            // With too little room the operation goes on, and the card is not asked a second time.
            #expect(try rig.engine.decrypt(session, encrypted, room: 1).count >= data.count)
            let plain = try rig.engine.decrypt(session, [], room: 1000)
            #expect(plain.suffix(data.count) == data[...])
            #expect(fault { _ = try rig.engine.decrypt(session, encrypted, room: 1) } == .operationNotInitialized)
            guard mechanism.type != .rsaX509 else { continue }
            #expect(plain == data)
            var changed = encrypted
            changed[10] ^= 1
            try rig.engine.decryptInit(session, mechanism, pair.privateKey)
            let code = fault { _ = try rig.engine.decrypt(session, changed, room: 1000) }
            #expect(code == .encryptedDataInvalid || mechanism.type == .rsaPKCS)
        }
        try rig.engine.decryptInit(session, EngineMechanism(.rsaPKCS), pair.privateKey)
        #expect(fault { _ = try rig.engine.decrypt(session, [1], room: 1000) } == .encryptedDataLenRange)
    }

    @Test("Two parties agree on one secret", arguments: [KeyKind.p256, .p384, .x25519])
    func derive(_ kind: KeyKind) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let first = try rig.generate(kind, in: session)
        let second = try rig.generate(kind, in: session)
        for derivation: KeyDerivationFunction in [.null, .sha1, .sha224, .sha256, .sha384, .sha512] {
            func secret(_ own: UInt, _ other: UInt) throws -> [UInt8] {
                let point = try rig.value(.ecPoint, of: other, in: session)
                let parameter = EngineMechanism.Parameter.ecdh(
                    derivation: derivation,
                    sharedData: derivation == .null ? [] : [5],
                    publicData: point
                )
                let key = try rig.engine.deriveKey(
                    session,
                    EngineMechanism(.ecdh1Derive, parameter),
                    own,
                    [
                        Template.number(.class, 4), Template.number(.keyType, 0x10),
                        Template.number(.valueLen, 24), Template.flag(.sensitive, false),
                        Template.flag(.extractable, true),
                    ]
                )
                return try rig.value(.value, of: key, in: session)
            }
            let agreed = try secret(first.privateKey, second.publicKey)
            #expect(agreed.count == 24)
            #expect(try secret(second.privateKey, first.publicKey) == agreed)
        }
    }

    @Test("A derived key that is sensitive keeps its value")
    func sensitive() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.generate(.p256, in: session)
        let point = try rig.value(.ecPoint, of: pair.publicKey, in: session)
        let mechanism = EngineMechanism(.ecdh1Derive, .ecdh(derivation: .null, sharedData: [], publicData: point))
        let key = try rig.engine.deriveKey(session, mechanism, pair.privateKey, [Template.flag(.sensitive, true)])
        #expect(fault { _ = try rig.value(.value, of: key, in: session) } == .attributeSensitive)
        let wrong = EngineMechanism(.ecdh1Derive, .ecdh(derivation: .null, sharedData: [], publicData: [4, 1]))
        #expect(
            fault { _ = try rig.engine.deriveKey(session, wrong, pair.privateKey, []) } == .mechanismParamInvalid
        )
        var offCurve = point
        offCurve[20] ^= 1
        let off = EngineMechanism(.ecdh1Derive, .ecdh(derivation: .null, sharedData: [], publicData: offCurve))
        #expect(
            fault { _ = try rig.engine.deriveKey(session, off, pair.privateKey, []) } == .mechanismParamInvalid
        )
    }

    @Test("Digests in parts are those of the whole")
    func digest() throws {
        let rig = try EngineRig()
        let session = try rig.engine.openSession(slot: 0, isReadWrite: false)
        let data = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        for hash in HashFunction.all {
            try rig.engine.digestInit(session, EngineMechanism(hash.mechanism))
            #expect(fault { try rig.engine.digestInit(session, EngineMechanism(hash.mechanism)) } == .operationActive)
            #expect(try rig.engine.digestLength(session) == hash.length)
            for start in stride(from: 0, to: data.count, by: 333) {
                try rig.engine.digestUpdate(session, Array(data[start...].prefix(333)).span)
            }
            #expect(try rig.engine.digestFinal(session) == hash.digest.hash(data))
        }
        #expect(fault { _ = try rig.engine.digestFinal(session) } == .operationNotInitialized)
    }

    @Test("Canceled operations are gone")
    func cancel() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let key = try rig.generate(.p256, in: session).privateKey
        try rig.engine.signInit(session, EngineMechanism(.ecdsa), key)
        try rig.engine.findObjectsInit(session, [])
        try rig.engine.cancel(session, [.sign])
        #expect(fault { _ = try rig.engine.signFinal(session) } == .operationNotInitialized)
        _ = try rig.engine.findObjects(session, 1)
    }
}
