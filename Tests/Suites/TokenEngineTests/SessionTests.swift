import JetonOctets
import Testing
import VirtualCard

@testable import TokenEngine

@Suite("Sessions")
struct SessionTests {
    @Test("As many sessions as the token says, each with any token, and not one more")
    func count() throws {
        let rig = try EngineRig(["alpha", "beta"])
        let most = Engine.maximumSessionCount
        var handles: Set<UInt> = []
        for number in 0..<most {
            handles.insert(try rig.engine.openSession(slot: 0, isReadWrite: number.isMultiple(of: 2)))
        }
        #expect(handles.count == most)
        #expect(try rig.engine.describeToken(0).sessionCount == most)
        #expect(try rig.engine.describeToken(0).readWriteSessionCount == most / 2)
        #expect(fault { _ = try rig.engine.openSession(slot: 0, isReadWrite: false) } == .sessionCount)
        let other = try rig.engine.openSession(slot: 1, isReadWrite: false)
        #expect(try rig.engine.describeToken(1).sessionCount == 1)
        try rig.engine.closeSession(try #require(handles.first))
        let again = try rig.engine.openSession(slot: 0, isReadWrite: false)
        #expect(!handles.contains(again))
        #expect(fault { _ = try rig.engine.openSession(slot: 0, isReadWrite: false) } == .sessionCount)
        try rig.engine.closeAllSessions(slot: 0)
        #expect(try rig.engine.describeToken(0).sessionCount == 0)
        #expect(try rig.engine.describeSession(other).slot == 1)
    }

    @Test("A card that went away while a session was open is noticed by the next command, and by the next session")
    func removal() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        try SoftwareCard.eject(at: rig.path())
        // Nothing has looked for the card yet.
        let late = try rig.engine.openSession(slot: 0, isReadWrite: false)
        #expect(fault { _ = try rig.generate(.p256, in: session) } == .deviceRemoved)
        #expect(fault { _ = try rig.engine.describeSession(late) } == .deviceRemoved)
        #expect(fault { _ = try rig.engine.openSession(slot: 0, isReadWrite: false) } == .tokenNotPresent)
    }
}

/// A session that may not write changes no object of the token, by any function.
@Suite("Sessions that may not write")
struct ReadOnlySessionTests {
    private struct Objects {
        let privateKey: UInt
        let publicKey: UInt
        let data: UInt
        let sessionData: UInt
        let sessionKey: UInt
    }

    private static let data = [Template.number(.class, 0), EngineAttribute(.value, [1])]
    private static let token = Template.flag(.token, true)

    private typealias Write = @Sendable (EngineRig, UInt, Objects) throws -> Void

    private static let writes: [(name: String, write: Write)] = [
        ("C_CreateObject", { rig, session, _ in _ = try rig.engine.createObject(session, data + [token]) }),
        (
            "C_CopyObject",
            { rig, session, objects in
                _ = try rig.engine.copyObject(session, objects.sessionData, [token])
            }
        ),
        (
            "C_CopyObject of a session's key",
            { rig, session, objects in
                _ = try rig.engine.copyObject(session, objects.sessionKey, [token])
            }
        ),
        ("C_DestroyObject of data", { rig, session, objects in try rig.engine.destroyObject(session, objects.data) }),
        (
            "C_DestroyObject of a private key",
            { rig, session, objects in
                try rig.engine.destroyObject(session, objects.privateKey)
            }
        ),
        (
            "C_DestroyObject of a public key",
            { rig, session, objects in
                try rig.engine.destroyObject(session, objects.publicKey)
            }
        ),
        (
            "C_SetAttributeValue of data",
            { rig, session, objects in
                try rig.engine.setAttributes(session, objects.data, [Template.text(.label, "other")])
            }
        ),
        (
            "C_SetAttributeValue of a key",
            { rig, session, objects in
                try rig.engine.setAttributes(session, objects.privateKey, [Template.text(.label, "other")])
            }
        ),
        ("C_GenerateKeyPair", { rig, session, _ in _ = try rig.generate(.p256, in: session) }),
        (
            "C_SetPIN",
            { rig, session, _ in
                try rig.engine.setPIN(session, from: EngineRig.secret(EngineRig.pin), to: EngineRig.secret("765432"))
            }
        ),
        ("C_SetPIN at the reader", { rig, session, _ in try rig.engine.setPINOnReader(session) }),
        ("C_InitPIN", { rig, session, _ in try rig.engine.initializePIN(session, EngineRig.secret("765432")) }),
    ]

    @Test("No function that writes works, and the card stays as it was", arguments: writes.indices)
    func refused(_ index: Int) throws {
        let rig = try EngineRig()
        let writer = try rig.userSession()
        let pair = try rig.generate(.p256, in: writer)
        let session = try rig.engine.openSession(slot: 0, isReadWrite: false)
        let objects = Objects(
            privateKey: pair.privateKey,
            publicKey: pair.publicKey,
            data: try rig.engine.createObject(writer, Self.data + [Self.token, Template.text(.label, "notes")]),
            sessionData: try rig.engine.createObject(session, Self.data),
            sessionKey: try rig.engine.generateKeyPair(
                session,
                KeyKind.p256.mechanism,
                publicTemplate: [KeyKind.p256.parameters],
                privateTemplate: []
            ).privateKey
        )
        let revision = SoftwareCard.revision(at: rig.path())
        let (name, write) = Self.writes[index]
        #expect(fault { try write(rig, session, objects) } == .sessionReadOnly, "\(name)")
        #expect(SoftwareCard.revision(at: rig.path()) == revision, "\(name)")
        #expect(try rig.value(.label, of: objects.data, in: session) == Array("notes".utf8))
        // The same by a session that may write; what needs another user or reader fails for that reason.
        #expect(fault { try write(rig, writer, objects) } != .sessionReadOnly, "\(name)")
    }

    @Test("Objects of the session itself it makes, changes, copies and destroys")
    func own() throws {
        let rig = try EngineRig()
        let session = try rig.userSession(isReadWrite: false)
        let object = try rig.engine.createObject(session, Self.data)
        try rig.engine.setAttributes(session, object, [Template.text(.label, "own")])
        let copy = try rig.engine.copyObject(session, object, [])
        #expect(try rig.value(.label, of: copy, in: session) == Array("own".utf8))
        try rig.engine.destroyObject(session, object)
        #expect(fault { _ = try rig.value(.label, of: object, in: session) } == .objectHandleInvalid)
        #expect(try SoftwareCard(at: rig.path()).status().keyReferences == [])
    }
}
