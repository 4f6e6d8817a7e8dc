public import SmartCard
import Synchronization

/// A transport of any kind.
public struct AnyCardTransport: CardTransport, Sendable {
    private let port: any CardPort

    /// Takes over a transport.
    public init<Transport: CardTransport & Sendable & ~Copyable>(_ transport: consuming sending Transport) {
        port = TransportPort(transport)
    }

    /// The longest command in octets.
    public var maximumCommandLength: Int { port.maximumCommandLength }
    /// Whether the extended form passes.
    public var supportsExtendedLength: Bool { port.supportsExtendedLength }
    /// The card's answer to its reset.
    public var answerToReset: AnswerToReset? { port.answerToReset }

    /// Sends one command and waits for its answer.
    public mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] { try port.transmit(command) }
    /// What the reader's own keys are good for.
    public var pinEntry: PINEntrySupport? { port.pinEntry }
    /// Has PINs typed at the reader and sends the command with them.
    public mutating func enterPIN(_ command: PINEntryCommand) throws(CardError) -> [UInt8] {
        try port.enterPIN(command)
    }
    /// Keeps other programs off the card.
    public mutating func beginTransaction() throws(CardError) { try port.beginTransaction() }
    /// Lets other programs reach the card again.
    public mutating func endTransaction() throws(CardError) { try port.endTransaction() }
    /// Takes notice of a reset.
    public mutating func reconnect() throws(CardError) { try port.reconnect() }
}

/// A transport behind a reference, so that one of any type can be held.
private protocol CardPort: Sendable {
    var maximumCommandLength: Int { get }
    var supportsExtendedLength: Bool { get }
    var answerToReset: AnswerToReset? { get }
    var pinEntry: PINEntrySupport? { get }
    func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8]
    func enterPIN(_ command: PINEntryCommand) throws(CardError) -> [UInt8]
    func beginTransaction() throws(CardError)
    func endTransaction() throws(CardError)
    func reconnect() throws(CardError)
}

private final class TransportPort<Transport: CardTransport & Sendable & ~Copyable>: CardPort {
    private let transport: Mutex<Transport>

    init(_ transport: consuming sending Transport) { self.transport = Mutex(transport) }

    var maximumCommandLength: Int { transport.withLock { $0.maximumCommandLength } }
    var supportsExtendedLength: Bool { transport.withLock { $0.supportsExtendedLength } }
    var answerToReset: AnswerToReset? { transport.withLock { $0.answerToReset } }

    func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        try transport.withLock { (transport) throws(CardError) in try transport.transmit(command) }
    }

    var pinEntry: PINEntrySupport? { transport.withLock { $0.pinEntry } }

    func enterPIN(_ command: PINEntryCommand) throws(CardError) -> [UInt8] {
        try transport.withLock { (transport) throws(CardError) in try transport.enterPIN(command) }
    }

    func beginTransaction() throws(CardError) {
        try transport.withLock { (transport) throws(CardError) in try transport.beginTransaction() }
    }

    func endTransaction() throws(CardError) {
        try transport.withLock { (transport) throws(CardError) in try transport.endTransaction() }
    }

    func reconnect() throws(CardError) {
        try transport.withLock { (transport) throws(CardError) in try transport.reconnect() }
    }
}
