import JetonASN1
import JetonLibcrypto
import JetonOctets
import Testing
import VirtualCard

@testable import TokenEngine

@Suite("Keys")
struct KeyTests {
    @Test("A key pair of every kind is made on the card and tells what it is", arguments: KeyKind.allCases)
    func generate(_ kind: KeyKind) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.generate(kind, in: session, label: "мой ключ", identifier: [0xA1, 0x02])
        #expect(try rig.value(.label, of: pair.privateKey, in: session) == Array("мой ключ".utf8))
        #expect(try rig.value(.id, of: pair.publicKey, in: session) == [0xA1, 0x02])
        for type: AttributeType in [.sensitive, .alwaysSensitive, .neverExtractable, .local, .token, .private] {
            #expect(try rig.value(type, of: pair.privateKey, in: session) == [1])
        }
        #expect(try rig.value(.extractable, of: pair.privateKey, in: session) == [0])
        let secret: AttributeType = kind == .rsa2048 ? .privateExponent : .value
        #expect(fault { _ = try rig.value(secret, of: pair.privateKey, in: session) } == .attributeSensitive)
        #expect(fault { _ = try rig.value(.application, of: pair.privateKey, in: session) } == .attributeTypeInvalid)
        let info = try rig.value(.publicKeyInfo, of: pair.publicKey, in: session)
        #expect(PublicKeyValue(publicKeyInfo: info)?.publicKeyInfo == info)
    }

    @Test("Names survive: another program that opens the card finds them")
    func names() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.generate(.p256, in: session, label: "first", identifier: [7, 7, 7])
        try rig.engine.setAttributes(session, pair.privateKey, [Template.text(.label, "renamed")])
        let other = rig.anotherEngine()
        let reader = try other.openSession(slot: 0, isReadWrite: false)
        try other.logIn(reader, .user, EngineRig.secret(EngineRig.pin))
        try other.findObjectsInit(reader, [EngineAttribute(.id, [7, 7, 7])])
        let found = try other.findObjects(reader, 10)
        #expect(found.count == 2)
        let labels = try found.map { String(decoding: try other.values(reader, $0, [.label])[0].get(), as: UTF8.self) }
        #expect(labels.sorted() == ["first", "renamed"])
    }

    @Test("A key never takes the place of another, and 22 of them find a place")
    func places() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        for number in 0..<22 { _ = try rig.generate(.p256, in: session, identifier: [0x80, UInt8(number)]) }
        #expect(fault { _ = try rig.generate(.p256, in: session, identifier: [0x80, 0x99]) } == .deviceMemory)
        // The two that ask for the PIN more or less often are named by their identifiers.
        let signature = try rig.generate(.p256, in: session, identifier: [2]).privateKey
        #expect(try rig.value(.alwaysAuthenticate, of: signature, in: session) == [1])
        let card = try rig.generate(.p256, in: session, identifier: [4]).privateKey
        #expect(try rig.value(.private, of: card, in: session) == [1])
        let references = try SoftwareCard(at: rig.path()).status().keyReferences
        #expect(references == Array(0x82...0x95) + [0x9A, 0x9C, 0x9D, 0x9E])
    }

    @Test("A key that needs no PIN is made only for who asks for it, and works without a login")
    func withoutPIN() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let key = try rig.generate(.p256, in: session, [Template.flag(.private, false)]).privateKey
        try rig.engine.logOut(session)
        #expect(try rig.sign([1], EngineMechanism(.ecdsa), key, in: session).count == 64)
    }

    @Test(
        "A template that asks for what the card can't do is refused",
        arguments: [
            ([Template.flag(.extractable, true)], ReturnValue.templateInconsistent),
            ([Template.flag(.sensitive, false)], .templateInconsistent),
            ([Template.number(.class, 2)], .templateInconsistent),
            ([Template.number(.keyType, 0)], .templateInconsistent),
            ([EngineAttribute(.private, [])], .attributeValueInvalid),
            ([EngineAttribute(.startDate, [1])], .attributeValueInvalid),
            ([Template.text(.label, "twice")], .templateInconsistent),
        ]
    )
    func refused(_ more: [EngineAttribute], _ code: ReturnValue) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        #expect(fault { _ = try rig.generate(.p256, in: session, more) } == code)
        #expect(try SoftwareCard(at: rig.path()).status().keyReferences == [])
    }

    @Test("Keys are made by a user who has logged in, in a session that may write")
    func rights() throws {
        let rig = try EngineRig()
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        #expect(fault { _ = try rig.generate(.p256, in: session) } == .userNotLoggedIn)
        let readOnly = try rig.userSession(isReadWrite: false)
        #expect(fault { _ = try rig.generate(.p256, in: readOnly) } == .sessionReadOnly)
    }

    @Test("A private key from outside signs as its public half says")
    func importKey() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let key = try ECPrivateKey(generatingOn: .p256)
        let scalar = try key.scalar().withBytes { bytes in bytes.indices.map { bytes[$0] } }
        let handle = try rig.engine.createObject(
            session,
            [
                Template.number(.class, 3), Template.number(.keyType, 3), KeyKind.p256.parameters,
                EngineAttribute(.value, scalar), Template.flag(.token, true), Template.text(.label, "imported"),
                EngineAttribute(.id, [9]),
            ]
        )
        #expect(try rig.value(.local, of: handle, in: session) == [0])
        let digest = [UInt8](repeating: 7, count: 32)
        let signature = try rig.sign(digest, EngineMechanism(.ecdsa), handle, in: session)
        let fits = try PublicKeyOperation.isECDSASignature(
            ECDSASignature(concatenated: signature, orderLength: signature.count / 2).derRepresentation,
            of: digest,
            on: .p256,
            by: key.publicPoint
        )
        #expect(fits)
    }

    @Test("A destroyed private key is gone from the card, and its public key stays until it is destroyed too")
    func destroy() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.generate(.p256, in: session, label: "short-lived", identifier: [0x55])
        try rig.engine.destroyObject(session, pair.privateKey)
        #expect(try SoftwareCard(at: rig.path()).status().keyReferences == [])
        #expect(try rig.find([EngineAttribute(.id, [0x55])], in: session) == [pair.publicKey])
        #expect(try rig.value(.label, of: pair.publicKey, in: session) == Array("short-lived".utf8))
        try rig.engine.destroyObject(session, pair.publicKey)
        #expect(try rig.find([EngineAttribute(.id, [0x55])], in: session) == [])
        #expect(fault { try rig.engine.destroyObject(session, pair.privateKey) } == .objectHandleInvalid)
    }

    @Test("A key that a session makes for itself goes with it, unless it is copied to the token")
    func sessionKeys() throws {
        let rig = try EngineRig()
        let keeper = try rig.userSession()
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        let pairs = try (0..<2).map { _ in
            try rig.engine.generateKeyPair(
                session,
                KeyKind.p256.mechanism,
                publicTemplate: [KeyKind.p256.parameters],
                privateTemplate: []
            )
        }
        #expect(try rig.value(.token, of: pairs[0].privateKey, in: session) == [0])
        let kept = try rig.engine.copyObject(
            session,
            pairs[0].privateKey,
            [Template.flag(.token, true), Template.text(.label, "kept")]
        )
        #expect(try rig.value(.token, of: kept, in: session) == [1])
        try rig.engine.closeSession(session)
        #expect(try SoftwareCard(at: rig.path()).status().keyReferences.count == 1)
        let found = try rig.find([Template.number(.class, 3)], in: keeper)
        #expect(try found.map { try rig.value(.label, of: $0, in: keeper) } == [Array("kept".utf8)])
    }
}
