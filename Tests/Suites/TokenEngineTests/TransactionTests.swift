import JetonOctets
import SmartCard
import Synchronization
import TestRig
import Testing
import VirtualCard

@testable import TokenEngine

@Suite("Transactions with a card that other programs use")
struct TransactionTests {
    /// A reader that other programs use: it counts the transactions that are under way, and can report a reset.
    private final class Reader: SlotSource, CardConnector {
        let name = "Reader 00 00"
        let manufacturer = "PC/SC"
        let isHardware = true
        /// Transactions that began and have not ended.
        let open = Mutex(0)
        /// Whether the next transaction finds that another program has reset the card.
        let isReset = Mutex(false)
        private let card: SoftwareCard

        init(_ card: SoftwareCard) { self.card = card }

        func connectors() -> [any CardConnector] { [self] }
        func insertion() -> UInt64? { 1 }
        func connect() throws(TokenFault) -> CardConnection {
            CardConnection(SharedTransport(Link(VirtualCardTransport(card), self)), isShared: true)
        }
    }

    /// The way to the card in the reader.
    private struct Link: ~Copyable, TokenTransport {
        var base: VirtualCardTransport
        let reader: Reader

        init(_ base: consuming VirtualCardTransport, _ reader: Reader) {
            self.base = base
            self.reader = reader
        }

        var supportsExtendedLength: Bool { base.supportsExtendedLength }

        mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] { try base.transmit(command) }

        mutating func beginTransaction() throws(CardError) {
            let isReset = reader.isReset.withLock { isReset in
                defer { isReset = false }
                return isReset
            }
            guard !isReset else { throw CardError(.cardReset) }
            reader.open.withLock { $0 += 1 }
        }

        mutating func endTransaction() throws(CardError) { reader.open.withLock { $0 -= 1 } }

        mutating func reconnect() throws(CardError) { try base.reconnect() }
    }

    @Test("A transaction ends, also if the card no longer takes the PIN after another program has reset it")
    func changedPIN() throws {
        let rig = try EngineRig()
        let reader = Reader(try SoftwareCard(at: rig.path()))
        let engine = Engine([reader])
        _ = engine.slotIdentifiers(withToken: true, isNewList: true)
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        try engine.logIn(session, .user, EngineRig.secret(EngineRig.pin))
        let pair = try engine.generateKeyPair(
            session,
            KeyKind.p256.mechanism,
            publicTemplate: [Template.flag(.token, true), KeyKind.p256.parameters],
            privateTemplate: [Template.flag(.token, true)]
        )
        func sign() throws {
            try engine.signInit(session, EngineMechanism(.ecdsa), pair.privateKey)
            try engine.signUpdate(session, [UInt8](repeating: 1, count: 32).span)
            _ = try engine.signFinal(session)
        }
        reader.isReset.withLock { $0 = true }
        try sign()
        #expect(reader.open.withLock { $0 } == 0)
        let other = try rig.userSession()
        try rig.engine.setPIN(other, from: EngineRig.secret(EngineRig.pin), to: EngineRig.secret("345678"))
        reader.isReset.withLock { $0 = true }
        #expect(fault(sign) == .userNotLoggedIn)
        #expect(!reader.isReset.withLock { $0 })
        #expect(reader.open.withLock { $0 } == 0)
    }
}
