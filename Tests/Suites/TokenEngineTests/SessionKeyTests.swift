import JetonOctets
import PIVCard
import Synchronization
import TestRig
import Testing
import VirtualCard

@testable import TokenEngine

@Suite("Keys of sessions")
struct SessionKeyTests {
    private static let observer = SessionKeyOwner(
        machine: [UInt8](repeating: 1, count: 16),
        boot: [UInt8](repeating: 2, count: 16),
        namespace: 3,
        // The first process always runs; this one would have started with it.
        process: 1,
        startTime: 5,
        engine: 6
    )

    private static func owner(
        machine: UInt8 = 1,
        boot: UInt8 = 2,
        namespace: UInt64 = 3,
        process: UInt32 = 1,
        startTime: UInt64 = 5
    ) -> SessionKeyOwner {
        SessionKeyOwner(
            machine: [UInt8](repeating: machine, count: 16),
            boot: [UInt8](repeating: boot, count: 16),
            namespace: namespace,
            process: process,
            startTime: startTime,
            engine: 7
        )
    }

    @Test(
        "Only a program that has certainly ended has ended",
        arguments: [
            ("another engine of this process", owner(), false, false),
            ("an earlier process of this number", owner(startTime: 4), true, true),
            ("a process that is not there", owner(process: 0x3FFF_FFFF), true, true),
            ("the same number in another container", owner(namespace: 4, startTime: 4), false, false),
            ("an earlier boot of this machine", owner(boot: 3), true, true),
            ("another machine", owner(machine: 2, boot: 3), false, true),
            ("a machine without an identifier", owner(machine: 0, boot: 3), false, true),
        ]
    )
    func ended(_ name: String, _ owner: SessionKeyOwner, _ virtual: Bool, _ inReader: Bool) {
        #expect(owner.hasEnded(seenBy: Self.observer, isInReader: false) == virtual, "\(name)")
        #expect(owner.hasEnded(seenBy: Self.observer, isInReader: true) == inReader, "\(name)")
        #expect(SessionKeyOwner(owner.encoded) == owner)
        #expect(SessionKeyOwner(Array(owner.encoded.dropLast())) == nil)
    }

    @Test("This process is found among the running ones, and not by another start")
    func current() throws {
        let own = try #require(SessionKeyOwner.current(engine: 1))
        #expect(own == SessionKeyOwner.current(engine: 1))
        #expect(!own.hasEnded(seenBy: own, isInReader: true))
        let other = SessionKeyOwner(
            machine: own.machine,
            boot: own.boot,
            namespace: own.namespace,
            process: 0x3FFF_FFFF,
            startTime: own.startTime,
            engine: 1
        )
        #expect(!own.hasEnded(seenBy: other, isInReader: true))
        #expect(other.hasEnded(seenBy: own, isInReader: true))
    }

    /// A rig on whose card an engine of a program that has ended has left a key.
    private func leaveKey() throws -> (EngineRig, KeyEntry) {
        let rig = try EngineRig()
        let own = try #require(SessionKeyOwner.current(engine: 1))
        let dead = SessionKeyOwner(
            machine: own.machine,
            boot: own.boot,
            namespace: own.namespace,
            process: own.process,
            startTime: own.startTime &- 1,
            engine: 1
        )
        let engine = Engine([VirtualCardDirectory(rig.folder.path)]) { dead }
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        try engine.logIn(session, .user, EngineRig.secret(EngineRig.pin))
        _ = try engine.generateKeyPair(
            session,
            KeyKind.p256.mechanism,
            publicTemplate: [KeyKind.p256.parameters],
            privateTemplate: []
        )
        let token = try #require(try rig.anotherEngine().slot(0).token())
        let directory = try token.state.withLock { state in
            try token.refreshDirectory(&state)
            return state.directory
        }
        return (rig, try #require(directory.keys[0x9A]))
    }

    @Test("A login destroys what a program left, but no key that another program has put in its place")
    func replaced() throws {
        for isReplaced in [false, true] {
            let (rig, entry) = try leaveKey()
            #expect(entry.owner != nil)
            if isReplaced { try replace(rig, 0x9A) }
            let session = try rig.userSession()
            let found = try rig.find([Template.number(.class, 3)], in: session)
            #expect(found.count == (isReplaced ? 1 : 0))
            #expect(try SoftwareCard(at: rig.path()).status().keyReferences == (isReplaced ? [0x9A] : []))
        }
    }

    /// Puts a new key in a place as a program does that knows nothing of the directory.
    private func replace(_ rig: EngineRig, _ reference: UInt8) throws {
        let engine = rig.anotherEngine()
        let token = try #require(try engine.slot(0).token())
        try token.state.withLock { state in
            let pin = SharedPIN(EngineRig.secret(EngineRig.pin))
            try token.card.use { (card) throws(PIVError) in try card.verify(pin.secret) }
            state.login = .user(pin)
            try token.change(&state) { (card, _) throws(PIVError) in
                _ = try card.generateKey(.p256, in: KeySlot(rawValue: reference), pinPolicy: .once)
            }
        }
    }

    @Test("A public key of a session lives on without its private key, as long as the session")
    func publicHalf() throws {
        let rig = try EngineRig()
        let keeper = try rig.engine.openSession(slot: 0, isReadWrite: true)
        let session = try rig.userSession()
        let pair = try rig.engine.generateKeyPair(
            session,
            KeyKind.p256.mechanism,
            publicTemplate: [KeyKind.p256.parameters],
            privateTemplate: []
        )
        try rig.engine.destroyObject(session, pair.privateKey)
        #expect(try SoftwareCard(at: rig.path()).status().keyReferences == [])
        #expect(try rig.value(.token, of: pair.publicKey, in: session) == [0])
        #expect(try rig.find([Template.number(.class, 2)], in: session) == [pair.publicKey])
        try rig.engine.closeSession(session)
        #expect(try rig.find([Template.number(.class, 2)], in: keeper) == [])
        let other = rig.anotherEngine()
        let reader = try other.openSession(slot: 0, isReadWrite: false)
        try other.findObjectsInit(reader, [Template.number(.class, 2)])
        #expect(try other.findObjects(reader, 10) == [])
    }

    @Test("Private objects of sessions end with the login, public ones with their session")
    func logout() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let data = { (isPrivate: Bool) in
            [Template.number(.class, 0), Template.flag(.private, isPrivate), EngineAttribute(.value, [1])]
        }
        let hidden = try rig.engine.createObject(session, data(true))
        let open = try rig.engine.createObject(session, data(false))
        try rig.engine.logOut(session)
        #expect(try rig.value(.value, of: open, in: session) == [1])
        try rig.engine.logIn(session, .user, EngineRig.secret(EngineRig.pin))
        #expect(fault { _ = try rig.value(.value, of: hidden, in: session) } == .objectHandleInvalid)
    }

    @Test("A session that another thread closes meanwhile makes no key and no object that would outlive it")
    func closedMeanwhile() throws {
        let rig = try EngineRig()
        let keeper = try rig.userSession()
        let session = try rig.engine.openSession(slot: 0, isReadWrite: true)
        // What a call holds that has looked up its session and waits for the card.
        let token = try rig.engine.session(session).token
        try rig.engine.closeSession(session)
        let parameters = try AttributeSet([KeyKind.p256.parameters])
        #expect(
            fault { _ = try token.generate(.p256, parameters, AttributeSet(), session: session) } == .sessionClosed
        )
        #expect(try SoftwareCard(at: rig.path()).status().keyReferences == [])
        let data = try AttributeSet([Template.number(.class, 0), EngineAttribute(.value, [1])])
        #expect(fault { _ = try token.create(data, session: session) } == .sessionClosed)
        #expect(try rig.find([EngineAttribute(.value, [1])], in: keeper) == [])
    }

    @Test("A key that is copied to the token is no session's any more, also for the sweep")
    func kept() throws {
        let rig = try EngineRig()
        let session = try rig.userSession()
        let pair = try rig.engine.generateKeyPair(
            session,
            KeyKind.p256.mechanism,
            publicTemplate: [KeyKind.p256.parameters],
            privateTemplate: []
        )
        _ = try rig.engine.copyObject(session, pair.privateKey, [Template.flag(.token, true)])
        rig.engine.close()
        let other = rig.anotherEngine()
        let again = try other.openSession(slot: 0, isReadWrite: false)
        try other.logIn(again, .user, EngineRig.secret(EngineRig.pin))
        try other.findObjectsInit(again, [Template.number(.class, 3)])
        #expect(try other.findObjects(again, 10).count == 1)
    }
}
