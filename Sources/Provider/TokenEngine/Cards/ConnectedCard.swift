import Octets
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
            let card = try Card(CardChannel(connection.transport))
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
    /// - Parameters:
    ///   - isChange: Whether the commands change the card, so that no other program may change any card meanwhile.
    ///   - pin: What to verify again if the card has forgotten it because another program has reset it.
    ///   - refusal: What a key, an object or an input that the card refuses means here.
    ///   - body: Runs the commands.
    /// - Returns: What `body` returns.
    /// - Throws: `CKR_DEVICE_REMOVED`, `CKR_USER_NOT_LOGGED_IN` and what else an error of the card means.
    func use<Result: Sendable>(
        isChange: Bool = false,
        verifying pin: SharedPIN? = nil,
        refusal: ReturnValue = .functionFailed,
        _ body: (inout Card) throws(PIVError) -> Result
    ) throws(TokenFault) -> Result {
        guard !isGone else { throw TokenFault(.deviceRemoved, "the card was removed") }
        do throws(PIVError) {
            return try card.withLock { (card) throws(PIVError) in
                guard isChange || isShared else { return try body(&card) }
                let transaction = CardTransaction<Card, PIVError>(
                    begin: { (card) throws(PIVError) in try Self.begin(&card, pin) },
                    end: Self.end
                )
                return try transaction.run(on: &card) { (card) throws(PIVError) in try attempt(&card, pin, body) }
            }
        } catch {
            if error.card?.isRemoval == true { markRemoved() }
            throw TokenFault(error, refusal)
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

    /// Runs the commands; where another program may have selected something else since, a second time if the card
    /// refuses them as it would then.
    private func attempt<Result: Sendable>(
        _ card: inout Card,
        _ pin: SharedPIN?,
        _ body: (inout Card) throws(PIVError) -> Result
    ) throws(PIVError) -> Result {
        do throws(PIVError) {
            return try body(&card)
        } catch {
            if error.card?.code == .cardReset {
                // A session of a secure channel has ended, or somebody has reset the card: nothing was done.
                do throws(CardError) {
                    try card.channel.transport.reconnect()
                } catch {
                    throw PIVError(.failed, card: error)
                }
                try Self.restore(&card, pin)
                return try body(&card)
            }
            let words: [StatusWord] = [
                .instructionNotSupported, .classNotSupported, .securityStatusNotSatisfied, .fileNotFound,
                .referencedDataNotFound, .conditionsOfUseNotSatisfied,
            ]
            guard isShared, let word = error.card?.statusWord, words.contains(word) else { throw error }
            try Self.restore(&card, pin)
            return try body(&card)
        }
    }

    /// Selects the application again, and verifies the PIN again if the card wants it and can't be locked by it.
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
