import Octets
public import SecureChannel
public import SmartCard
import Synchronization

/// A transport of any kind.
public struct AnyCardTransport: CardTransport, Sendable {
    private let port: any CardPort
    private let channel: (any ChannelPort)?

    /// Takes over a transport.
    public init<Transport: CardTransport & Sendable & ~Copyable>(_ transport: consuming sending Transport) {
        port = TransportPort(transport)
        channel = nil
    }

    /// Takes over a transport that is a secure channel; its session ends with the last copy of this.
    public init<Transport: CardTransport & ChannelAdministration & Sendable & ~Copyable>(
        _ transport: consuming sending Transport
    ) {
        let port = TransportPort(transport)
        self.port = port
        channel = TransportChannel(port)
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

    /// The suite of the secure channel that commands go through; nil for none.
    var channelSuite: ChannelSuite? { channel?.suite }

    /// What the card tells of its channel, inside of the session.
    mutating func channelInformation() throws(CardError) -> ChannelInformation {
        try administered { (channel) throws(ChannelError) in try channel.information() }
    }

    /// Makes the card burn a new activation password, and gives it as it is printed.
    mutating func makePassword(slot: Int, _ suite: ChannelSuite) throws(CardError) -> SharedSecret {
        try administered { (channel) throws(ChannelError) in try channel.makePassword(slot: slot, suite) }
    }

    /// Makes the card replace its static keys; all pairings end.
    mutating func makeKeys() throws(CardError) {
        try administered { (channel) throws(ChannelError) in try channel.makeKeys() }
    }

    /// Sets whether the card refuses everything outside of sessions.
    mutating func requireChannel(_ isRequired: Bool) throws(CardError) {
        try administered { (channel) throws(ChannelError) in try channel.requireChannel(isRequired) }
    }

    private func administered<Result>(
        _ body: (any ChannelPort) throws(ChannelError) -> Result
    ) throws(CardError) -> Result {
        do throws(ChannelError) {
            guard let channel else { throw ChannelError(.notSupported) }
            return try body(channel)
        } catch {
            throw CardError(error)
        }
    }
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
    fileprivate let transport: Mutex<Transport>

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

/// A secure channel behind a reference.
private protocol ChannelPort: Sendable {
    var suite: ChannelSuite { get }
    func information() throws(ChannelError) -> ChannelInformation
    func makePassword(slot: Int, _ suite: ChannelSuite) throws(ChannelError) -> SharedSecret
    func makeKeys() throws(ChannelError)
    func requireChannel(_ isRequired: Bool) throws(ChannelError)
}

private final class TransportChannel<
    Transport: CardTransport & ChannelAdministration & Sendable & ~Copyable
>: ChannelPort {
    private let port: TransportPort<Transport>

    init(_ port: TransportPort<Transport>) { self.port = port }

    // A card has four logical channels, and in a reader that others use it stays powered: without this the session
    // would keep one of them for minutes after its program has ended.
    deinit { port.transport.withLock { $0.endSession() } }

    var suite: ChannelSuite { port.transport.withLock { $0.suite } }

    func information() throws(ChannelError) -> ChannelInformation {
        try port.transport.withLock { (transport) throws(ChannelError) in try transport.information() }
    }

    func makePassword(slot: Int, _ suite: ChannelSuite) throws(ChannelError) -> SharedSecret {
        try port.transport.withLock { (transport) throws(ChannelError) in
            SharedSecret(try transport.makePassword(slot: slot, suite))
        }
    }

    func makeKeys() throws(ChannelError) {
        try port.transport.withLock { (transport) throws(ChannelError) in try transport.makeKeys() }
    }

    func requireChannel(_ isRequired: Bool) throws(ChannelError) {
        try port.transport.withLock { (transport) throws(ChannelError) in try transport.requireChannel(isRequired) }
    }
}
