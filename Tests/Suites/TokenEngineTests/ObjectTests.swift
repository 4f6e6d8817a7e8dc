import JetonOctets
import Testing
import VirtualCard

@testable import TokenEngine

@Suite("Objects")
struct ObjectTests {
    @Test("Data of any length is kept, found by its names, changed and destroyed", arguments: [0, 1, 300, 9000])
    func data(_ length: Int) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let value = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let template = [
            Template.number(.class, 0), Template.flag(.token, true), Template.text(.label, "notes"),
            Template.text(.application, "test"), EngineAttribute(.value, value),
        ]
        let object = try rig.engine.createObject(session, template)
        #expect(try rig.find(template, in: session) == [object])
        let other = rig.anotherEngine()
        let reader = try other.openSession(slot: 0, isReadWrite: false)
        try other.findObjectsInit(reader, [Template.text(.label, "notes")])
        let found = try #require(try other.findObjects(reader, 2).first)
        #expect(try other.values(reader, found, [.value])[0].get() == value)
        try rig.engine.setAttributes(session, object, [Template.text(.label, "other")])
        #expect(try rig.value(.label, of: object, in: session) == Array("other".utf8))
        try rig.engine.destroyObject(session, object)
        #expect(try rig.find([Template.text(.application, "test")], in: session) == [])
    }

    @Test("An object of a session is seen until the session ends")
    func sessionObjects() throws {
        let rig = try EngineRig()
        let keeper = try rig.engine.openSession(slot: 0, isReadWrite: false)
        let session = try rig.engine.openSession(slot: 0, isReadWrite: false)
        let template = [Template.number(.class, 0), Template.text(.label, "passing"), EngineAttribute(.value, [1])]
        let object = try rig.engine.createObject(session, template)
        #expect(try rig.find([Template.text(.label, "passing")], in: keeper) == [object])
        let copy = try rig.engine.copyObject(session, object, [Template.text(.label, "copy")])
        #expect(try rig.value(.value, of: copy, in: session) == [1])
        try rig.engine.closeSession(session)
        #expect(try rig.find([Template.text(.label, "passing")], in: keeper) == [])
    }

    @Test("Private objects are not there before the login")
    func privacy() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.generate(.p256, in: session)
        try rig.engine.logOut(session)
        #expect(try rig.find([Template.number(.class, 3)], in: session) == [])
        #expect(try rig.find([Template.number(.class, 2)], in: session) == [pair.publicKey])
        #expect(fault { _ = try rig.value(.label, of: pair.privateKey, in: session) } == .objectHandleInvalid)
        #expect(
            fault { try rig.engine.signInit(session, EngineMechanism(.ecdsa), pair.privateKey) } == .keyHandleInvalid
        )
    }

    @Test(
        "A template that makes no object is refused",
        arguments: [
            ([], ReturnValue.templateIncomplete),
            ([Template.number(.class, 77)], .templateInconsistent),
            ([Template.number(.class, 1)], .templateIncomplete),
            ([Template.number(.class, 1), EngineAttribute(.value, [1, 2, 3])], .attributeValueInvalid),
            ([Template.number(.class, 2), Template.number(.keyType, 0)], .templateIncomplete),
            ([Template.number(.class, 3), Template.number(.keyType, 3)], .templateIncomplete),
            ([Template.number(.class, 3), Template.number(.keyType, 99)], .attributeValueInvalid),
            ([EngineAttribute(.class, [1])], .attributeValueInvalid),
            ([EngineAttribute(.class, [77, 0, 0, 0, 0, 0, 0, 0, 0])], .attributeValueInvalid),
        ]
    )
    func refused(_ template: [EngineAttribute], _ code: ReturnValue) throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        #expect(fault { _ = try rig.engine.createObject(session, template) } == code)
    }

    @Test("What an object is can't be changed")
    func readOnly() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.generate(.p256, in: session)
        let change = [Template.flag(.extractable, true)]
        #expect(fault { try rig.engine.setAttributes(session, pair.privateKey, change) } == .attributeReadOnly)
        let unknown = [Template.text(.application, "x")]
        #expect(fault { try rig.engine.setAttributes(session, pair.privateKey, unknown) } == .attributeTypeInvalid)
        let profile = try #require(try rig.find([Template.number(.class, 9)], in: session).first)
        #expect(fault { try rig.engine.destroyObject(session, profile) } == .actionProhibited)
    }

    @Test("An object that is made unmodifiable stays as it is; one on the card, which cannot, is not made")
    func unmodifiable() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let template = [Template.number(.class, 0), Template.text(.label, "fixed")]
        let object = try rig.engine.createObject(session, template + [Template.flag(.modifiable, false)])
        let change = [Template.text(.label, "changed")]
        #expect(fault { try rig.engine.setAttributes(session, object, change) } == .actionProhibited)
        #expect(try rig.value(.label, of: object, in: session) == Array("fixed".utf8))
        for type: AttributeType in [.modifiable, .destroyable] {
            let fixed = [Template.flag(.token, true), Template.flag(type, false)]
            #expect(
                fault { _ = try rig.engine.createObject(session, template + fixed) } == .templateInconsistent
            )
            #expect(
                fault { _ = try rig.generate(.p256, in: session, [Template.flag(type, false)]) }
                    == .templateInconsistent
            )
        }
        #expect(try rig.find([Template.number(.class, 3)], in: session) == [])
    }

    @Test("A search is one at a time, and gives each object once")
    func search() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        _ = try rig.generate(.p256, in: session)
        #expect(fault { _ = try rig.engine.findObjects(session, 1) } == .operationNotInitialized)
        try rig.engine.findObjectsInit(session, [])
        #expect(fault { try rig.engine.findObjectsInit(session, []) } == .operationActive)
        var found: [UInt] = []
        while let next = try rig.engine.findObjects(session, 1).first { found.append(next) }
        try rig.engine.findObjectsFinal(session)
        #expect(Set(found).count == found.count && found.count == 7)
        #expect(fault { try rig.engine.findObjectsFinal(session) } == .operationNotInitialized)
    }

    /// A certificate of a key that nobody signed.
    private func certificate(_ serialNumber: UInt8, of publicKeyInfo: [UInt8]) -> [UInt8] {
        let empty = TLV(tag: 0x30, value: []).encoded
        let number = TLV(tag: 0x02, value: [serialNumber]).encoded
        let body = TLV(tag: 0x30, value: number + empty + empty + empty + empty + publicKeyInfo).encoded
        return TLV(tag: 0x30, value: body + empty + TLV(tag: 0x03, value: [0]).encoded).encoded
    }

    @Test("When a slot's certificate goes, another one of the same key takes its place and keeps its handle")
    func successor() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.generate(.p256, in: session)
        let other = try rig.generate(.p256, in: session, label: "other")
        func store(_ number: UInt8, _ key: UInt) throws -> (handle: UInt, value: [UInt8]) {
            let value = certificate(number, of: try rig.value(.publicKeyInfo, of: key, in: session))
            let template = [
                Template.number(.class, 1), Template.flag(.token, true), EngineAttribute(.value, value),
                Template.text(.label, "c\(number)"),
            ]
            return (try rig.engine.createObject(session, template), value)
        }
        let first = try store(1, pair.publicKey)
        let foreign = try store(2, other.publicKey)
        let spare = try store(3, other.publicKey)
        let second = try store(4, pair.publicKey)
        try rig.engine.destroyObject(session, first.handle)
        #expect(try rig.value(.value, of: second.handle, in: session) == second.value)
        #expect(try rig.value(.label, of: second.handle, in: session) == Array("c4".utf8))
        #expect(try rig.value(.uniqueID, of: second.handle, in: session) == Array("piv-9a-certificate".utf8))
        #expect(try rig.value(.value, of: spare.handle, in: session) == spare.value)
        #expect(try rig.value(.uniqueID, of: foreign.handle, in: session) != Array("piv-9a-certificate".utf8))
        #expect(try rig.find([Template.number(.class, 1)], in: session).count == 3)
        // Another program sees it there too, and the place besides the slots is free again.
        let reader = rig.anotherEngine()
        let look = try reader.openSession(slot: 0, isReadWrite: false)
        try reader.findObjectsInit(look, [Template.text(.uniqueID, "piv-9a-certificate")])
        let found = try #require(try reader.findObjects(look, 2).first)
        #expect(try reader.values(look, found, [.value])[0].get() == second.value)
        try rig.engine.destroyObject(session, second.handle)
        #expect(try rig.find([Template.text(.uniqueID, "piv-9a-certificate")], in: session) == [])
    }

    @Test("A directory survives its encoding, and octets that are none are an empty one")
    func directory() {
        var directory = TokenDirectory()
        directory.label = "имя"
        directory.isUserPINUnset = true
        var key = KeyEntry(reference: 0x9A)
        key.privateLabel = [1]
        key.certificateIdentifier = []
        key.usage = [.sign]
        key.isPublicKeyHidden = true
        directory.keys[0x9A] = key
        var stored = StoredEntry(index: 63, objectClass: .certificate)
        stored.label = [2]
        directory.stored[63] = stored
        let encoded = directory.encoded
        #expect(TokenDirectory(encoded) == directory)
        for count in encoded.indices { _ = TokenDirectory(Array(encoded.prefix(count))) }
        #expect(TokenDirectory([0xFF, 0x01]) == TokenDirectory())
    }
}
