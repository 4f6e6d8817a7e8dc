import JetonASN1
import JetonLibcrypto
import JetonOctets
import JetonPIV
import Testing
import VirtualCard

@testable import TokenEngine

/// Keys of GOST R 34.10, under references that only the virtual card has.
@Suite("Keys of GOST R 34.10")
struct GOSTKeyTests {
    /// What a template says of a kind of key, and the mechanisms for it.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let algorithm: KeyAlgorithm
        let generation: MechanismType
        let raw: MechanismType
        let hashing: MechanismType
        let digest: MechanismType
        var testDescription: String { name }

        var gost: GOSTParameters { get throws { try #require(algorithm.gost) } }
        var parameters: [EngineAttribute] {
            get throws {
                [
                    EngineAttribute(.gostr3410Params, DER.oid(try gost.parameterSet)),
                    EngineAttribute(.gostr3411Params, DER.oid(try gost.algorithm.digestParameterSet)),
                ]
            }
        }
    }

    private static func of256(_ name: String, _ algorithm: KeyAlgorithm) -> Kind {
        Kind(
            name: name,
            algorithm: algorithm,
            generation: .gostr3410KeyPairGen,
            raw: .gostr3410,
            hashing: algorithm == .gost2001 ? .gostr3410WithGOSTR3411 : .gostr3410WithGOSTR3411_12_256,
            digest: algorithm == .gost2001 ? .gostr3411 : .gostr3411_12_256
        )
    }

    private static func of512(_ name: String, _ algorithm: KeyAlgorithm) -> Kind {
        Kind(
            name: name,
            algorithm: algorithm,
            generation: .gostr3410_512KeyPairGen,
            raw: .gostr3410_512,
            hashing: .gostr3410WithGOSTR3411_12_512,
            digest: .gostr3411_12_512
        )
    }

    static let kinds = [
        of256("2001", .gost2001), of256("256a", .gost256A), of256("256b", .gost256B), of256("256c", .gost256C),
        of512("512a", .gost512A), of512("512b", .gost512B),
    ]

    private static func generate(
        _ kind: Kind,
        _ rig: EngineRig,
        in session: UInt,
        publicTemplate: [EngineAttribute]? = nil,
        privateTemplate: [EngineAttribute] = []
    ) throws -> (publicKey: UInt, privateKey: UInt) {
        try rig.engine.generateKeyPair(
            session,
            EngineMechanism(kind.generation),
            publicTemplate: [Template.flag(.token, true)] + (publicTemplate ?? kind.parameters),
            privateTemplate: [Template.flag(.token, true), Template.text(.label, "key")] + privateTemplate
        )
    }

    private static func digest(_ data: [UInt8], _ type: MechanismType, _ rig: EngineRig, in session: UInt) throws
        -> [UInt8]
    {
        try rig.engine.digestInit(session, EngineMechanism(type))
        try rig.engine.digestUpdate(session, data.span)
        return try rig.engine.digestFinal(session)
    }

    @Test("A key pair tells its type, its parameters and its public value", arguments: kinds)
    func generate(_ kind: Kind) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try Self.generate(kind, rig, in: session)
        let gost = try kind.gost
        for handle in [pair.publicKey, pair.privateKey] {
            let type: KeyType = gost.algorithm.length == 64 ? .gostr3410_512 : .gostr3410
            #expect(try rig.value(.keyType, of: handle, in: session) == AttributeSet.octets(type.rawValue))
            #expect(try rig.value(.gostr3410Params, of: handle, in: session) == DER.oid(gost.parameterSet))
            #expect(
                try rig.value(.gostr3411Params, of: handle, in: session) == DER.oid(gost.algorithm.digestParameterSet)
            )
            #expect(
                try rig.value(.keyGenMechanism, of: handle, in: session)
                    == AttributeSet.octets(kind.generation.rawValue)
            )
            #expect(fault { _ = try rig.value(.ecParams, of: handle, in: session) } == .attributeTypeInvalid)
        }
        #expect(fault { _ = try rig.value(.value, of: pair.privateKey, in: session) } == .attributeSensitive)
        #expect(try rig.value(.derive, of: pair.privateKey, in: session) == [0])
        let value = try rig.value(.value, of: pair.publicKey, in: session)
        #expect(throws: Never.self) { try GOSTPublicKey(octets: value, curve: gost.curve) }
        let info = try rig.value(.publicKeyInfo, of: pair.publicKey, in: session)
        #expect(info == gost.subjectPublicKeyInfo(value))
        #expect(PublicKeyValue(publicKeyInfo: info)?.publicKeyInfo == info)
        // Another program that opens the card sees the same key.
        let other = rig.anotherEngine()
        let reader = try other.openSession(slot: 0, isReadWrite: false)
        try other.logIn(reader, .user, EngineRig.secret(EngineRig.pin))
        try other.findObjectsInit(reader, [Template.number(.class, ObjectClass.privateKey.rawValue)])
        let found = try #require(other.findObjects(reader, 10).first)
        #expect(try other.values(reader, found, [.publicKeyInfo])[0].get() == info)
    }

    @Test(
        "The key signs a digest and a message, and the token verifies both; a changed bit is refused",
        arguments: kinds
    )
    func sign(_ kind: Kind) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try Self.generate(kind, rig, in: session)
        let message = try Random.octets(1000)
        let digest = try Self.digest(message, kind.digest, rig, in: session)
        #expect(try digest == kind.gost.algorithm.digest.hash(message))
        let verifying = try VerifyingKey(
            subjectPublicKeyInfo: rig.value(.publicKeyInfo, of: pair.publicKey, in: session)
        )
        let (raw, hashing) = (EngineMechanism(kind.raw), EngineMechanism(kind.hashing))
        let parameter = EngineMechanism(kind.hashing, .bytes(try kind.parameters[1].value))
        for (mechanism, data) in [(raw, digest), (hashing, message), (parameter, message)] {
            var signature = try rig.sign(data, mechanism, pair.privateKey, in: session)
            #expect(signature.count == 2 * digest.count)
            #expect(try verifying.isValid(signature, of: digest, by: .gost))
            try rig.verify(signature, digest, raw, pair.publicKey, in: session)
            try rig.verify(signature, message, hashing, pair.publicKey, in: session)
            signature[7] ^= 1
            #expect(
                fault { try rig.verify(signature, data, mechanism, pair.publicKey, in: session) } == .signatureInvalid
            )
            signature.removeLast()
            #expect(
                fault { try rig.verify(signature, data, mechanism, pair.publicKey, in: session) } == .signatureLenRange
            )
        }
        #expect(fault { _ = try rig.sign(digest + [0], raw, pair.privateKey, in: session) } == .dataLenRange)
        #expect(fault { _ = try rig.sign([], raw, pair.privateKey, in: session) } == .dataLenRange)
    }

    @Test("A mechanism for another kind of key, or with another hash's parameter, is refused")
    func mechanisms() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let (old, short, long) = (Self.kinds[0], Self.kinds[2], Self.kinds[4])
        let pair = try Self.generate(short, rig, in: session)
        for other in [long.raw, long.hashing, old.hashing, .ecdsa] {
            #expect(
                fault { try rig.engine.signInit(session, EngineMechanism(other), pair.privateKey) }
                    == .keyTypeInconsistent
            )
        }
        for bad: EngineMechanism.Parameter in [.bytes(try old.parameters[1].value), .bytes([]), .unknown] {
            #expect(
                fault { try rig.engine.signInit(session, EngineMechanism(short.hashing, bad), pair.privateKey) }
                    == .mechanismParamInvalid
            )
            #expect(
                fault { try rig.engine.digestInit(session, EngineMechanism(short.digest, bad)) }
                    == .mechanismParamInvalid
            )
        }
        let raw = EngineMechanism(short.raw, .bytes(try short.parameters[1].value))
        #expect(fault { try rig.engine.signInit(session, raw, pair.privateKey) } == .mechanismParamInvalid)
        #expect(
            fault { _ = try rig.engine.deriveKey(session, EngineMechanism(.ecdh1Derive), pair.privateKey, []) } != nil
        )
    }

    @Test("Templates that the card can't follow are refused")
    func templates() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let (kind, long) = (Self.kinds[2], Self.kinds[4])
        let set = try kind.parameters[0]
        #expect(fault { _ = try Self.generate(kind, rig, in: session, publicTemplate: []) } == .templateIncomplete)
        let unknown = EngineAttribute(.gostr3410Params, DER.oid(.gostCryptoProC))
        for bad in [[unknown], try long.parameters, [set, try long.parameters[1]]] {
            #expect(
                fault { _ = try Self.generate(kind, rig, in: session, publicTemplate: bad) } == .domainParamsInvalid
            )
        }
        // Without a hash function CKK_GOSTR3410 is the standard of 2001.
        let old = try Self.generate(kind, rig, in: session, publicTemplate: [set])
        #expect(
            try rig.value(.gostr3411Params, of: old.publicKey, in: session) == DER.oid(.gost341194CryptoPro)
        )
        // Some programs give the parameters of both halves.
        _ = try Self.generate(kind, rig, in: session, privateTemplate: kind.parameters)
        #expect(
            fault { _ = try Self.generate(kind, rig, in: session, privateTemplate: [unknown]) } == .templateInconsistent
        )
    }

    @Test("A public key from outside verifies; one that is not on the curve is refused")
    func publicKey() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let kind = Self.kinds[1]
        let key = try GOSTPrivateKey(generatingOn: kind.gost.curve)
        let digest = try Random.octets(32)
        func create(_ value: [UInt8]) throws -> UInt {
            try rig.engine.createObject(
                session,
                [
                    Template.number(.class, ObjectClass.publicKey.rawValue),
                    Template.number(.keyType, KeyType.gostr3410.rawValue), EngineAttribute(.value, value),
                ] + kind.parameters
            )
        }
        let handle = try create(key.publicKey.octets)
        try rig.verify(key.sign(digest: digest), digest, EngineMechanism(.gostr3410), handle, in: session)
        #expect(fault { _ = try create(Array(key.publicKey.octets.reversed())) } == .attributeValueInvalid)
        #expect(fault { _ = try create(Array(key.publicKey.octets.dropLast())) } == .attributeValueInvalid)
    }

    private static func importKey(_ kind: Kind, _ value: [UInt8], _ rig: EngineRig, in session: UInt) throws -> UInt {
        let type: KeyType = try kind.gost.algorithm.length == 64 ? .gostr3410_512 : .gostr3410
        return try rig.engine.createObject(
            session,
            [
                Template.number(.class, ObjectClass.privateKey.rawValue), Template.number(.keyType, type.rawValue),
                EngineAttribute(.value, value), Template.flag(.token, true), Template.text(.label, "imported"),
                EngineAttribute(.id, [9]),
            ] + kind.parameters
        )
    }

    @Test("A private key from outside signs as its public half says, and is not read again", arguments: kinds)
    func importing(_ kind: Kind) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let gost = try kind.gost
        let key = try GOSTPrivateKey(generatingOn: gost.curve)
        let handle = try Self.importKey(
            kind,
            key.octets.withBytes { span in span.indices.map { span[$0] } },
            rig,
            in: session
        )
        #expect(try rig.value(.local, of: handle, in: session) == [0])
        #expect(try rig.value(.gostr3410Params, of: handle, in: session) == DER.oid(gost.parameterSet))
        #expect(fault { _ = try rig.value(.value, of: handle, in: session) } == .attributeSensitive)
        let digest = try Random.octets(gost.algorithm.length)
        let signature = try rig.sign(digest, EngineMechanism(kind.raw), handle, in: session)
        let info = gost.subjectPublicKeyInfo(key.publicKey.octets)
        #expect(try VerifyingKey(subjectPublicKeyInfo: info).isValid(signature, of: digest, by: .gost))
        // The public half is there already, and takes the caller's names.
        let type: KeyType = gost.algorithm.length == 64 ? .gostr3410_512 : .gostr3410
        let half = try rig.engine.createObject(
            session,
            [
                Template.number(.class, ObjectClass.publicKey.rawValue), Template.number(.keyType, type.rawValue),
                EngineAttribute(.value, key.publicKey.octets), Template.flag(.token, true), EngineAttribute(.id, [9]),
            ] + kind.parameters
        )
        #expect(try Set(rig.find([EngineAttribute(.id, [9])], in: session)) == [handle, half])
        #expect(try rig.value(.publicKeyInfo, of: half, in: session) == info)
    }

    @Test("A private number that is zero, not below the order or of another length is refused", arguments: kinds)
    func importRange(_ kind: Kind) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let length = try kind.gost.algorithm.length
        let bad: [[UInt8]] = [
            [UInt8](repeating: 0, count: length), [UInt8](repeating: 0xFF, count: length),
            [UInt8](repeating: 1, count: length - 1), [UInt8](repeating: 1, count: length + 1), [],
        ]
        for value in bad {
            #expect(
                fault { _ = try Self.importKey(kind, value, rig, in: session) } == .attributeValueInvalid,
                "\(value)"
            )
        }
        #expect(try rig.find([EngineAttribute(.id, [9])], in: session) == [])
        // One is a number, and its first byte is the least significant.
        #expect(throws: Never.self) {
            _ = try Self.importKey(kind, [1] + [UInt8](repeating: 0, count: length - 1), rig, in: session)
        }
    }

    @Test("Each reference names one kind of key, and no other number does")
    func references() throws {
        #expect(Set(KeyAlgorithm.gostAlgorithms.map(\.rawValue)) == Set(0xD0...0xD5))
        for algorithm in KeyAlgorithm.gostAlgorithms {
            let gost = try #require(algorithm.gost)
            #expect(KeyAlgorithm(gost) == algorithm && algorithm.pointLength == 2 * gost.algorithm.length)
        }
        #expect(KeyAlgorithm(rawValue: 0xD6).gost == nil && KeyAlgorithm.p256.gost == nil)
    }
}
