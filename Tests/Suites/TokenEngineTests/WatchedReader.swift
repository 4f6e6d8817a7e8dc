import SmartCard
import Synchronization
import VirtualCard

@testable import TokenEngine

/// How an exchange of cards shows itself on a connection that is open.
enum CardExchange: CaseIterable {
    /// The service reports a removal, as pcscd does.
    case removal
    /// The service reports a reset, after which commands reach the other card.
    case reset
    /// Not at all: an attacker in between passes on the commands to the other card.
    case none
}

/// A reader with a card that a test can exchange, and everything that is sent to it.
final class WatchedReader: SlotSource, CardConnector {
    private struct State {
        var path: String
        var number: UInt64 = 1
        var log: [[UInt8]] = []
        var refusesChannel = false
        var exchange: CardExchange?
    }

    let name = "Reader 00 00"
    let manufacturer = "PC/SC"
    let isHardware = true
    private let state: Mutex<State>

    init(_ path: String) { state = Mutex(State(path: path)) }

    /// Makes a card without a channel, initialized and with the PIN of the tests.
    static func makeCard(at path: String, label: String, serialNumber: UInt32) throws {
        _ = try SoftwareCard.create(at: path, VirtualCardOptions(serialNumber: serialNumber))
        let engine = Engine([WatchedReader(path)])
        _ = engine.slotIdentifiers(withToken: true, isNewList: true)
        try engine.initializeToken(0, EngineRig.secret(EngineRig.securityOfficerPIN), label: label)
        let session = try engine.openSession(slot: 0, isReadWrite: true)
        try engine.logIn(session, .securityOfficer, EngineRig.secret(EngineRig.securityOfficerPIN))
        try engine.initializePIN(session, EngineRig.secret(EngineRig.pin))
    }

    /// Puts another card into the reader.
    func put(_ path: String) {
        state.withLock { state in
            state.path = path
            state.number += 1
            state.log = []
        }
    }

    /// Puts another card into the reader while connections to the first one are open.
    func exchange(for path: String, seenAs exchange: CardExchange) {
        put(path)
        state.withLock { $0.exchange = exchange }
    }

    /// The number of the card that is there, and how its exchange shows itself.
    fileprivate var present: (number: UInt64, path: String, exchange: CardExchange?) {
        state.withLock { ($0.number, $0.path, $0.exchange) }
    }

    /// Answers every command of the secure channel as a card that has none.
    func refuseChannel() { state.withLock { $0.refusesChannel = true } }

    /// Everything that was sent to the card that is there.
    var commands: [[UInt8]] { state.withLock { $0.log } }

    /// Commands that carry a PIN or PUK: VERIFY, CHANGE REFERENCE DATA, RESET RETRY COUNTER.
    var pinCommands: [[UInt8]] {
        state.withLock {
            $0.log.filter { [0x20, 0x24, 0x2C].contains($0[1]) && $0.count > 5 && $0[0] & 0x0C == 0 }
        }
    }

    /// Takes note of a command.
    ///
    /// - Returns: Whether it is refused.
    fileprivate func note(_ command: [UInt8]) -> Bool {
        state.withLock { state in
            state.log.append(command)
            return state.refusesChannel && command[1] == 0x86
        }
    }

    func connectors() -> [any CardConnector] { [self] }
    func insertion() -> UInt64? { state.withLock { $0.number } }

    func connect() throws(TokenFault) -> CardConnection {
        let present = self.present
        let card: SoftwareCard
        do { card = try SoftwareCard(at: present.path) } catch { throw TokenFault(.tokenNotPresent, "\(error)") }
        let tap = Tap(VirtualCardTransport(card), self, number: present.number)
        return CardConnection(SharedTransport(tap), isShared: true)
    }
}

/// A transport that a wire listens on.
private struct Tap: ~Copyable, TokenTransport {
    var base: VirtualCardTransport
    let wire: WatchedReader
    /// The card that the connection leads to.
    var number: UInt64

    init(_ base: consuming VirtualCardTransport, _ wire: WatchedReader, number: UInt64) {
        self.base = base
        self.wire = wire
        self.number = number
    }

    var maximumCommandLength: Int { base.maximumCommandLength }
    var supportsExtendedLength: Bool { base.supportsExtendedLength }
    var answerToReset: AnswerToReset? { base.answerToReset }

    mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        try notice()
        if wire.note(command) { return [0x6E, 0x00] }
        return try base.transmit(command)
    }

    mutating func beginTransaction() throws(CardError) {
        try notice()
        try base.beginTransaction()
    }

    mutating func endTransaction() throws(CardError) { try base.endTransaction() }

    mutating func reconnect() throws(CardError) {
        guard wire.present.number != number else { return try base.reconnect() }
        guard wire.present.exchange != .removal else { throw CardError(.cardRemoved) }
        try follow()
    }

    /// Takes notice of an exchange.
    private mutating func notice() throws(CardError) {
        let present = wire.present
        guard present.number != number, let exchange = present.exchange else { return }
        switch exchange {
        case .removal: throw CardError(.cardRemoved)
        case .reset: throw CardError(.cardReset)
        case .none: try follow()
        }
    }

    /// Leads to the other card from now on.
    private mutating func follow() throws(CardError) {
        let present = wire.present
        guard let card = try? SoftwareCard(at: present.path) else { throw CardError(.cardRemoved) }
        base = VirtualCardTransport(card)
        number = present.number
    }
}
