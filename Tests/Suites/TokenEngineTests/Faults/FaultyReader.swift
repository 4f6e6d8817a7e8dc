import SecureChannel
import SmartCard
import Synchronization

@testable import TokenEngine
@testable import VirtualCard

/// A card in memory, in a reader that other programs use, and whose link fails at one command.
final class FaultyReader: SlotSource, CardConnector {
    private struct State {
        var system = CardSystem()
        var memory: CardMemory
        var delivered: [[UInt8]] = []
        /// Commands until the fault; nil for none.
        var countdown: Int?
        var fault: CardFault?
        var isFaultFound = false
        /// Whether every command is noted.
        var isWatched = false
        /// The answer to every command that has some bytes, in place of the card's.
        var refusals: [(octets: [UInt8], answer: [UInt8])] = []
        /// Whether the card's PIN is its global one, and the application's own is another.
        var hasGlobalPIN = false
        /// Whether the card shows the printed information to anyone, as one that does not know what it is for.
        var showsPrinted = false
        /// What damages answers; nil for none.
        var damage: AnswerDamage?
        /// Whether the card was reset, and no program has taken notice yet.
        var isReset = false
    }

    let name = "Reader 00 00"
    let manufacturer = "PC/SC"
    let isHardware = true
    private let state: Mutex<State>
    private let pairing: (identity: HostIdentity, store: PairingMemory)?

    init(_ scene: CardScene) {
        state = Mutex(State(memory: CardMemory(scene.contents, store: nil)))
        pairing = scene.pairing.map { ($0.identity, PairingMemory($0.record)) }
    }

    /// What the card remembers now.
    var contents: CardContents { state.withLock { $0.memory.contents } }

    /// The pairing as it is now.
    var record: CardPairing? { pairing?.store.load() }

    /// Every command that reached the card since the fault was armed.
    var delivered: [[UInt8]] { state.withLock { $0.delivered } }

    /// Lets a command fail: 0 for the next one.
    func arm(_ fault: CardFault, at position: Int) {
        state.withLock { state in
            state.delivered = []
            state.fault = fault
            state.countdown = position
        }
    }

    /// Answers every command that has some bytes, as a card that lacks what they name.
    func refuse(_ word: UInt16, commandsWith octets: [UInt8]) {
        state.withLock { $0.refusals.append((octets, [UInt8(word >> 8), UInt8(word & 0xFF)])) }
    }

    /// Makes the card's PIN its global one: reference 00, as its discovery object says.
    func makePINGlobal() { state.withLock { $0.hasGlobalPIN = true } }

    /// Makes the card show the object for printed information to anyone.
    func showPrintedInformation() { state.withLock { $0.showsPrinted = true } }

    /// Damages answers from now on, as a seed says; nil ends that.
    func damageAnswers(seed: UInt64?) { state.withLock { $0.damage = seed.map(AnswerDamage.init) } }

    /// Counts the commands that reach the card from now on.
    func watch() {
        state.withLock { state in
            state.delivered = []
            state.isWatched = true
        }
    }

    /// Lets no further command fail.
    ///
    /// - Returns: Whether one did.
    @discardableResult
    func disarm() -> Bool {
        state.withLock { state in
            state.countdown = nil
            return state.isFaultFound
        }
    }

    func connectors() -> [any CardConnector] { [self] }
    func insertion() -> UInt64? { 1 }

    func connect() throws(TokenFault) -> CardConnection {
        state.withLock { state in
            state.isReset = false
            state.system.reset(&state.memory)
        }
        let link = Link(reader: self)
        guard let pairing else { return CardConnection(SharedTransport(link), isShared: true) }
        var transport = SecureCardTransport(link, identity: pairing.identity, store: pairing.store)
        do throws(ChannelError) {
            try transport.open()
        } catch {
            throw TokenFault(error)
        }
        return CardConnection(SharedTransport(transport), isShared: true)
    }

    fileprivate func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        try state.withLock { (state) throws(CardError) in
            guard !state.isReset else { throw CardError(.cardReset) }
            if state.isWatched { state.delivered.append(command) }
            if let refusal = state.refusals.first(where: { Self.contains($0.octets, in: command) }) {
                return refusal.answer
            }
            if state.showsPrinted, Self.contains([0xCB, 0x3F, 0xFF, 0x05, 0x5C, 0x03, 0x5F, 0xC1, 0x09], in: command) {
                return Self.object(PIVObjectTag.printedInformation, state.memory.contents)
            }
            if state.hasGlobalPIN { return Self.answer(command, &state) }
            guard let fault = state.fault, let countdown = state.countdown else {
                let answer = state.system.process(command, memory: &state.memory)
                return state.damage?.apply(to: answer) ?? answer
            }
            state.countdown = countdown - 1
            guard countdown == 0 else {
                state.delivered.append(command)
                return state.system.process(command, memory: &state.memory)
            }
            state.isFaultFound = true
            if fault.reachesCard {
                state.delivered.append(command)
                _ = state.system.process(command, memory: &state.memory)
            }
            if fault.isReset {
                state.system.reset(&state.memory)
                state.isReset = true
            }
            if let answer = fault.answer { return answer }
            throw CardError(fault.isReset ? .cardReset : .transmissionFailed)
        }
    }

    /// The answer of a card with a global PIN and without Yubico's extensions.
    private static func answer(_ command: [UInt8], _ state: inout State) -> [UInt8] {
        var command = command
        switch (command[1], command[3]) {
        case (0x20, 0x00), (0x24, 0x00): command[3] = 0x80
        case (0x20, 0x80), (0x24, 0x80): return [0x63, 0xC2]
        case (0xCB, _) where contains([0x5C, 0x01, 0x7E], in: command):
            return [0x7E, 0x07, 0x4F, 0x00, 0x5F, 0x2F, 0x02, 0x60, 0x20, 0x90, 0x00]
        case (0xF7, _), (0xF8, _), (0xFD, _): return [0x6D, 0x00]
        default: break
        }
        return state.system.process(command, memory: &state.memory)
    }

    /// A short object, whoever asks.
    private static func object(_ tag: UInt32, _ contents: CardContents) -> [UInt8] {
        guard let value = contents.piv.objects[tag] else { return [0x6A, 0x82] }
        return [0x53, UInt8(value.count)] + value + [0x90, 0x00]
    }

    private static func contains(_ octets: [UInt8], in command: [UInt8]) -> Bool {
        command.indices.contains { command[$0...].starts(with: octets) }
    }

    fileprivate func beginTransaction() throws(CardError) {
        guard !state.withLock({ $0.isReset }) else { throw CardError(.cardReset) }
    }

    fileprivate func reconnect() { state.withLock { $0.isReset = false } }

    /// The way to the card.
    private struct Link: ~Copyable, TokenTransport {
        let reader: FaultyReader

        var supportsExtendedLength: Bool { true }

        mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] { try reader.transmit(command) }
        mutating func beginTransaction() throws(CardError) { try reader.beginTransaction() }
        mutating func endTransaction() throws(CardError) {}
        mutating func reconnect() throws(CardError) { reader.reconnect() }
    }
}
