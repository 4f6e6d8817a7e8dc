import JetonOctets
import SmartCard
import Synchronization
import Testing

@testable import SecureChannel

@Suite("Counters of sessions, by which a copy is found out")
struct SessionCounterTests {
    @Test(
        "S6: The card's counter tells of copies and of other users of the keys",
        arguments: [
            (10, 9, ChannelError(.cloneSuspected), false), (10, 8, ChannelError(.cloneSuspected), false),
            (10, 0, ChannelError(.cloneSuspected), false), (10, 10, nil, false), (10, 11, nil, false),
            (10, 12, nil, true), (10, 500, nil, true), (UInt32.max - 1, UInt32.max - 1, nil, false),
            (UInt32.max, UInt32.max - 1, ChannelError(.cloneSuspected), false),
        ]
    )
    func counter(_ last: UInt32, _ onCard: UInt32, _ error: ChannelError?, _ isSuspected: Bool) throws {
        let card = try TestCard(.modern)
        let program = try card.pairedProgram()
        program.store.update { $0?.lastCounter = last }
        card.wire.card.records.peers[0].counter = onCard
        var transport = card.transport(program)
        var thrown: ChannelError?
        do throws(ChannelError) { try transport.open() } catch { thrown = error }
        #expect(thrown == error)
        let suspected = transport.isCloneSuspected
        #expect(suspected == isSuspected)
        #expect(program.store.load()?.lastCounter == (error == nil ? onCard + 1 : last))
        guard isSuspected else { return }
        card.wire.card.records.peers[0].counter += 10
        var strict = card.transport(program, ChannelPolicy(counterJump: .refuse))
        #expect(throws: ChannelError(.cloneSuspected)) { try strict.open() }
    }

    @Test("S6: A counter at its end is not begun anew")
    func counterEnd() throws {
        let card = try TestCard(.modern)
        let program = try card.pairedProgram()
        card.wire.card.records.peers[0].counter = .max
        var transport = card.transport(program)
        #expect(throws: ChannelError.self) { try transport.open() }
        #expect(card.wire.application.sessions.isEmpty)
    }

    @Test("S6: Two programs with copies of one pairing that begin at once both get a session")
    func race() throws {
        let card = try TestCard(.modern)
        let program = try card.pairedProgram()
        let copy = TestCard.Program(program.identity)
        copy.store.update { $0 = program.store.load() }
        var first = card.transport(program)
        // Just before the first one's proof, the second one has a whole handshake.
        card.wire.onCommand = { _, command in
            guard command[2] == 2, command[3] == 2 else { return .passed }
            card.wire.onCommand = { _, _ in .passed }
            var second = card.transport(copy)
            _ = try? second.open()
            card.wire.application.sessions[1] = card.wire.application.sessions.removeValue(forKey: 0)
            return .passed
        }
        #expect(throws: ChannelError.self) { try first.open() }
        try first.open()
        let isSuspected = first.isCloneSuspected
        #expect(!isSuspected)
        #expect(card.wire.application.sessions.count == 2)
        #expect(card.wire.card.records.peers[0].counter == 2)
    }

    @Test("The shared store is held, and the card too, from the comparison of the counter until the new one is saved")
    func held() throws {
        let card = try TestCard(.modern)
        let program = try card.pairedProgram()
        let store = HeldStore(program.store)
        var transport = SecureCardTransport(card.wire, identity: program.identity, store: store)
        var seen: [UInt8: Bool] = [:]
        card.wire.onCommand = { _, command in
            if command[2] == 2 { seen[command[3]] = store.isHeld && card.wire.isInTransaction }
            return .passed
        }
        try transport.open()
        #expect(seen == [1: true, 2: true])
        #expect(!store.isHeld && !card.wire.isInTransaction)
        // Whoever has the card for itself already keeps it.
        try transport.beginTransaction()
        try transport.reconnect()
        #expect(card.wire.isInTransaction)
        try transport.endTransaction()
        #expect(!card.wire.isInTransaction)
        #expect(program.store.load()?.lastCounter == 2)
        // What can't be saved gives no session.
        store.isBroken = true
        #expect(throws: ChannelError(.storageFailed)) { try transport.open() }
        let isOpen = transport.isOpen
        #expect(!isOpen)
    }

    /// A store that tells whether it is held, and may fail to save.
    private final class HeldStore: PairingStore {
        private let memory: PairingMemory
        private let flags = Mutex((isHeld: false, isBroken: false))

        init(_ memory: PairingMemory) { self.memory = memory }

        var isHeld: Bool { flags.withLock { $0.isHeld } }
        var isBroken: Bool {
            get { flags.withLock { $0.isBroken } }
            set { flags.withLock { $0.isBroken = newValue } }
        }

        func load() throws(ChannelError) -> CardPairing? { memory.load() }

        func update<Result>(
            _ change: (inout CardPairing?) throws(ChannelError) -> Result
        ) throws(ChannelError) -> Result {
            try memory.update { (pairing: inout CardPairing?) throws(ChannelError) -> Result in
                flags.withLock { $0.isHeld = true }
                defer { flags.withLock { $0.isHeld = false } }
                let result = try change(&pairing)
                if isBroken { throw ChannelError(.storageFailed) }
                return result
            }
        }
    }

    @Test("S6: A counter that was taken meanwhile is answered with 9843, and the host begins anew")
    func counterTaken() throws {
        let card = try TestCard(.modern)
        let program = try card.pairedProgram()
        var transport = card.transport(program)
        card.wire.onCommand = { _, command in
            guard command[2] == 2, command[3] == 2 else { return .passed }
            card.wire.onCommand = { _, _ in .passed }
            card.wire.card.records.peers[0].counter += 1
            return .passed
        }
        try transport.open()
        #expect(card.wire.log.contains { $0.answer == [0x98, 0x43] })
        #expect(program.store.load()?.lastCounter == 2)
    }

    @Test("S6: A card that can't save the counter opens no session")
    func brokenMemory() throws {
        let card = try TestCard(.modern)
        let program = try card.pairedProgram()
        card.wire.card.isBroken = true
        var transport = card.transport(program)
        #expect(throws: ChannelError(.refused)) { try transport.open() }
        #expect(card.wire.application.sessions.isEmpty)
    }
}
