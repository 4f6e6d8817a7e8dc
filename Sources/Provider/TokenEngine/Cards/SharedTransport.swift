import JetonOctets
import SecureChannel
public import SmartCard
import Synchronization

/// A transport of any kind with shared ownership; the last owner ends the session of a secure channel.
///
/// Any thread may use it; one command runs at a time.
public final class SharedTransport: CardTransport, Sendable {
    private let transport: Mutex<any TokenTransport & Sendable & ~Copyable>
    /// Whether keys that compute count among what may be done twice.
    private let repeatsComputing = Atomic(false)
    private let isUnrepeatable = Atomic(false)

    /// Takes over a transport.
    public init<Transport: TokenTransport & Sendable & ~Copyable>(_ transport: consuming sending Transport) {
        self.transport = Mutex(transport)
    }

    // A card has four logical channels, and in a reader that others use it stays powered: without this the session
    // would keep one of them for minutes after its program has ended.
    deinit { transport.withLock { $0.endSession() } }

    /// The longest command in bytes.
    public var maximumCommandLength: Int { transport.withLock { $0.maximumCommandLength } }
    /// Whether the extended form passes.
    public var supportsExtendedLength: Bool { transport.withLock { $0.supportsExtendedLength } }
    /// The card's answer to its reset.
    public var answerToReset: AnswerToReset? { transport.withLock { $0.answerToReset } }
    /// What the reader's own keys are good for.
    public var pinEntry: PINEntrySupport? { transport.withLock { $0.pinEntry } }

    /// Sends one command and waits for its answer.
    public func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        note(RepeatableCommand.includes(command, computing: repeatsComputing.load(ordering: .relaxed)))
        return try transport.withLock { (transport) throws(CardError) in try transport.transmit(command) }
    }

    /// Has PINs typed at the reader and sends the command with them.
    public func enterPIN(_ command: PINEntryCommand) throws(CardError) -> [UInt8] {
        note(false)
        return try transport.withLock { (transport) throws(CardError) in try transport.enterPIN(command) }
    }

    /// Keeps other programs off the card.
    public func beginTransaction() throws(CardError) {
        try transport.withLock { (transport) throws(CardError) in try transport.beginTransaction() }
    }

    /// Lets other programs reach the card again.
    public func endTransaction() throws(CardError) {
        try transport.withLock { (transport) throws(CardError) in try transport.endTransaction() }
    }

    /// Takes notice of a reset.
    public func reconnect() throws(CardError) {
        try transport.withLock { (transport) throws(CardError) in try transport.reconnect() }
    }

    // MARK: - What may be repeated

    /// Whether a command was sent since ``beginWork(repeatsComputing:)`` that must not be sent twice, done or not.
    var hasSentUnrepeatable: Bool { isUnrepeatable.load(ordering: .relaxed) }

    /// Begins to watch the commands of one piece of work, of which a thread does one at a time.
    ///
    /// - Parameter repeatsComputing: Whether keys that compute may be asked twice.
    func beginWork(repeatsComputing: Bool) {
        self.repeatsComputing.store(repeatsComputing, ordering: .relaxed)
        isUnrepeatable.store(false, ordering: .relaxed)
    }

    private func note(_ isRepeatable: Bool) {
        if !isRepeatable { isUnrepeatable.store(true, ordering: .relaxed) }
    }

    // MARK: - The secure channel

    /// The suite of the secure channel that commands go through; nil for none.
    var channelSuite: ChannelSuite? { transport.withLock { $0.channelSuite } }

    /// What the card tells of its channel, inside of the session.
    func channelInformation() throws(CardError) -> ChannelInformation {
        try administer { (transport) throws(ChannelError) in try transport.information() }
    }

    /// Makes the card burn a new activation password, and gives it as it is printed.
    func makePassword(slot: Int, _ suite: ChannelSuite) throws(CardError) -> SharedSecret {
        note(false)
        return try administer { (transport) throws(ChannelError) in
            SharedSecret(try transport.makePassword(slot: slot, suite))
        }
    }

    /// Makes the card replace its static keys; all pairings end.
    func makeKeys() throws(CardError) {
        note(false)
        return try administer { (transport) throws(ChannelError) in try transport.makeKeys() }
    }

    /// Sets whether the card refuses everything outside of sessions.
    func requireChannel(_ isRequired: Bool) throws(CardError) {
        note(false)
        return try administer { (transport) throws(ChannelError) in try transport.requireChannel(isRequired) }
    }

    private func administer<Result: Sendable>(
        _ body: (inout any TokenTransport & Sendable & ~Copyable) throws(ChannelError) -> Result
    ) throws(CardError) -> Result {
        do throws(ChannelError) {
            return try transport.withLock { (transport) throws(ChannelError) in try body(&transport) }
        } catch {
            throw CardError(error)
        }
    }
}
