import JetonOctets
import PIVCard
import SmartCard
import Synchronization

/// A PIV card that several threads use one after the other.
final class ConnectedCard: Sendable {
    typealias Card = PIVClient<CardChannel<SharedTransport>>

    /// Whether other programs can use the card between two commands.
    let isShared: Bool
    /// Whether the PIN can be typed at the reader.
    let canVerifyOnReader: Bool
    /// Whether the PIN can be changed at the reader.
    let canChangePINOnReader: Bool
    /// A number that changes with what is on the card; nil where nothing tells it.
    let revision: @Sendable () -> UInt64?
    /// Whether the card has a secure channel, used or not.
    let hasChannel: Bool
    private let card: Mutex<Card>
    private let isRemoved = Atomic(false)

    /// Takes over a connection.
    ///
    /// - Throws: `CKR_TOKEN_NOT_RECOGNIZED` if the card has no PIV application.
    init(_ connection: CardConnection) throws(TokenFault) {
        isShared = connection.isShared
        revision = connection.revision
        hasChannel = connection.channel != nil
        do throws(PIVError) {
            let card = try Self.select(connection.transport)
            canVerifyOnReader = card.canVerifyOnReader
            canChangePINOnReader = card.canChangePINOnReader
            self.card = Mutex(card)
        } catch {
            throw error.code == .noApplication
                ? TokenFault(.tokenNotRecognized, error.description) : TokenFault(error, .deviceError)
        }
    }

    /// Whether the card was found to be gone.
    var isGone: Bool { isRemoved.load(ordering: .acquiring) }

    /// Whether a thread is using the card now, or this one was interrupted while it did.
    var isInUse: Bool { card.withLockIfAvailable { _ in } == nil }

    /// Takes note that the card is gone.
    func markRemoved() { isRemoved.store(true, ordering: .releasing) }

    /// Runs commands, on a shared card while no other program can reach it.
    ///
    /// A piece of work that a reset or another program's use of the card explains starts over, once, as long as it has
    /// sent nothing but what may be sent twice; see ``CardWork``.
    ///
    /// - Parameters:
    ///   - work: What the commands do to the card.
    ///   - pin: What to verify again if the card has forgotten it because another program has reset it.
    ///   - refusal: What a key, an object or an input that the card refuses means here.
    ///   - body: Runs the commands.
    /// - Returns: What `body` returns.
    /// - Throws: `CKR_DEVICE_REMOVED`, `CKR_USER_NOT_LOGGED_IN` and what else an error of the card means;
    ///   `CKR_DEVICE_ERROR` where it is unknown whether a change was made.
    func use<Result: Sendable>(
        _ work: CardWork = .reading,
        verifying pin: SharedPIN? = nil,
        refusal: ReturnValue = .functionFailed,
        _ body: (inout Card) throws(PIVError) -> Result
    ) throws(TokenFault) -> Result {
        guard !isGone else { throw TokenFault(.deviceRemoved, "the card was removed") }
        do throws(PIVError) {
            return try card.withLock { (card) throws(PIVError) in
                guard work.isExclusive || isShared else { return try body(&card) }
                let transaction = CardTransaction<Card, PIVError>(
                    begin: { (card) throws(PIVError) in try Self.begin(&card, pin) },
                    end: Self.end
                )
                return try transaction.run(on: &card) { (card) throws(PIVError) in try attempt(&card, work, pin, body) }
            }
        } catch {
            if error.card?.isRemoval == true { markRemoved() }
            throw TokenFault(error, refusal)
        }
    }

    /// Selects the application; once more if another program has reset the card.
    private static func select(_ transport: SharedTransport) throws(PIVError) -> Card {
        do throws(PIVError) {
            return try Card(CardChannel(transport))
        } catch {
            guard error.card?.code == .cardReset else { throw error }
            do throws(CardError) {
                try transport.reconnect()
            } catch {
                throw PIVError(.failed, card: error)
            }
            return try Card(CardChannel(transport))
        }
    }

    private static func begin(_ card: inout Card, _ pin: SharedPIN?) throws(PIVError) {
        do throws(CardError) {
            try card.channel.transport.beginTransaction()
        } catch {
            guard error.code == .cardReset else { throw PIVError(.failed, card: error) }
            do throws(CardError) {
                try card.channel.transport.reconnect()
                try card.channel.transport.beginTransaction()
            } catch {
                throw PIVError(.failed, card: error)
            }
            do throws(PIVError) {
                try restore(&card, pin)
            } catch {
                // The caller ends only what began, and no other program could reach the card until then.
                try? end(&card)
                throw error
            }
        }
    }

    private static func end(_ card: inout Card) throws(PIVError) {
        do throws(CardError) {
            try card.channel.transport.endTransaction()
        } catch {
            throw PIVError(.failed, card: error)
        }
    }

    /// Runs the commands; a second time if a reset or another program's use of the card explains their failure, and
    /// nothing was sent that must not be sent twice.
    private func attempt<Result: Sendable>(
        _ card: inout Card,
        _ work: CardWork,
        _ pin: SharedPIN?,
        _ body: (inout Card) throws(PIVError) -> Result
    ) throws(PIVError) -> Result {
        card.channel.transport.beginWork(repeatsComputing: work == .computing)
        do throws(PIVError) {
            if isShared { try Self.open(&card, work, pin) }
            return try body(&card)
        } catch {
            guard !card.channel.transport.hasSentUnrepeatable else {
                throw error.isUncertain ? PIVError(.outcomeUnknown, card: error.card) : error
            }
            if error.card?.code == .cardReset {
                // A session of a secure channel has ended, or another program has reset the card.
                do throws(CardError) {
                    try card.channel.transport.reconnect()
                } catch {
                    throw PIVError(.failed, card: error)
                }
            } else {
                guard isShared, try Self.isForgotten(&card, error) else { throw error }
            }
            try Self.restore(&card, pin)
            return try once(&card, body)
        }
    }

    /// Runs the commands for the second and last time.
    private func once<Result: Sendable>(
        _ card: inout Card,
        _ body: (inout Card) throws(PIVError) -> Result
    ) throws(PIVError) -> Result {
        do throws(PIVError) {
            return try body(&card)
        } catch {
            let isSent = card.channel.transport.hasSentUnrepeatable
            throw isSent && error.isUncertain ? PIVError(.outcomeUnknown, card: error.card) : error
        }
    }

    /// Begins a piece of work by a command that changes nothing.
    private static func open(_ card: inout Card, _ work: CardWork, _ pin: SharedPIN?) throws(PIVError) {
        switch work {
        case .reading, .computing, .confirmed: return
        case .sendingPIN: try card.select()
        case .changing:
            // A card forgets the login with a SELECT, so it is selected only if the login is gone anyway.
            guard try card.pinTriesLeft() != nil else { return }
            try restore(&card, pin)
        }
    }

    /// Whether a refusal is explained by another program, which has selected something else or ended the login.
    private static func isForgotten(_ card: inout Card, _ error: PIVError) throws(PIVError) -> Bool {
        switch error.card?.refusal {
        case .instructionNotSupported, .classNotSupported, .fileNotFound, .referencedDataNotFound,
            .conditionsOfUseNotSatisfied:
            true
        // The card tells whether the login is gone, without a try.
        case .securityStatusNotSatisfied: try card.pinTriesLeft() != nil
        default: false
        }
    }

    /// Selects the application again, and verifies the PIN again: one that this card has accepted in this connection,
    /// if the card wants it and more than one try is left.
    private static func restore(_ card: inout Card, _ pin: SharedPIN?) throws(PIVError) {
        try card.select()
        guard let pin, pin.isUsable, let triesLeft = try card.pinTriesLeft(), triesLeft > 1 else { return }
        do throws(PIVError) {
            try card.verify(pin.secret)
        } catch {
            guard error.code == .pinIncorrect else { throw error }
            pin.markRejected()
            throw PIVError(.notAuthenticated)
        }
    }
}
