public import SmartCard

/// A transport whose commands and answers are hidden and protected on the way to the card.
///
/// Wraps any transport to a card that this program is paired with; who uses it sees a card as without a channel.
/// Commands pass after ``open()``. When the session ends, for whatever reason, the next command throws
/// `CardError.cardReset`: the card's selections and verified PINs are gone with it, and ``reconnect()`` begins a new
/// session. No command is ever sent twice.
///
/// New keys (REKEY) come by themselves. A session can't be used after fork. Exchanges block the calling thread, and
/// one thread uses a transport at a time.
public struct SecureCardTransport<Base: CardTransport & ~Copyable>: ~Copyable, CardTransport {
    /// How often a handshake starts over because another session took its counter.
    private static var maximumHandshakes: Int { 4 }

    var channel: CardChannel<Base>
    let identity: HostIdentity
    let store: any PairingStore
    private let policy: ChannelPolicy
    let random: any RandomSource
    let time: any TimeSource
    var session: HostSession?
    private var isInTransaction = false

    /// Whether the card's counter was further ahead than this program's sessions explain: another program may use the
    /// same keys.
    public private(set) var isCloneSuspected = false

    /// Takes over a transport; nothing is sent before ``open()``.
    ///
    /// - Parameters:
    ///   - base: The way to the card.
    ///   - identity: What the program was paired with.
    ///   - store: What it remembers of the card.
    ///   - policy: What it accepts.
    ///   - random: Where challenges and keys come from.
    ///   - time: What time it is.
    public init(
        _ base: consuming Base,
        identity: HostIdentity,
        store: any PairingStore,
        policy: ChannelPolicy = ChannelPolicy(),
        random: any RandomSource = SystemRandom(),
        time: any TimeSource = SystemTime()
    ) {
        channel = CardChannel(base, correctsExpectedLength: false)
        self.identity = identity
        self.store = store
        self.policy = policy
        self.random = random
        self.time = time
    }

    /// Whether there is a session, as far as this end knows.
    public var isOpen: Bool { session != nil }

    /// Begins a session; one that is there is forgotten.
    ///
    /// Programs that share the pairing do this one after the other: the store is held from the moment the counter is
    /// compared until the card's new one is saved.
    ///
    /// - Throws: ``ChannelError``: `notPaired`, `suiteChanged`, `handshakeFailed`, `cloneSuspected`, `noFreeChannel`, `notSupported`,
    ///   `storageFailed`, `exchangeFailed`.
    public mutating func open() throws(ChannelError) {
        session = nil
        do throws(ChannelError) {
            // The card first and the store then, in every program: in another order two could wait for each other.
            try beginHandshake()
            defer { endHandshake() }
            let information = try channel.channelInformation()
            guard let number = (0..<4).first(where: { !information.channelsInUse.contains($0) }) else {
                throw ChannelError(.noFreeChannel)
            }
            for _ in 0..<Self.maximumHandshakes {
                switch try begin(with: information, on: number) {
                case .open: return
                case .counterTaken: continue
                case .forgotten(let error): throw error
                }
            }
            throw ChannelError(.handshakeFailed)
        } catch {
            session = nil
            throw error
        }
    }

    /// Ends the session for both ends and gives the transport back; the session is over even if the card does not hear
    /// of it.
    public consuming func close() throws(ChannelError) -> Base {
        endSession()
        return channel.close()
    }

    // MARK: - CardTransport

    /// Yes; what is too long for the card or reader underneath goes in parts.
    public var supportsExtendedLength: Bool { true }

    /// Somewhat less than without a channel, whose messages are longer than the commands in them.
    public var maximumCommandLength: Int { 4 + 3 + SecureMessaging.maximumDataLength(identity.suite) + 2 }

    /// The card's answer to its reset.
    public var answerToReset: AnswerToReset? { channel.transport.answerToReset }

    /// Sends one command through the session and waits for its answer.
    ///
    /// - Throws: `CardError`: `cardReset` if there is no session any more; `commandTooLong` also for a link of a chain,
    ///   which a channel does not need; `secureChannelFailed`; what the transport underneath throws.
    public mutating func transmit(_ command: [UInt8]) throws(CardError) -> [UInt8] {
        guard var decoded = try? CommandAPDU(decoding: command) else { throw CardError(.commandTooLong) }
        defer { decoded.wipe() }
        do throws(ChannelError) {
            return try send(decoded).encoded
        } catch {
            throw CardError(error)
        }
    }

    /// Keeps other programs off the card.
    public mutating func beginTransaction() throws(CardError) {
        try channel.transport.beginTransaction()
        isInTransaction = true
    }

    /// Lets other programs reach the card again.
    public mutating func endTransaction() throws(CardError) {
        isInTransaction = false
        try channel.transport.endTransaction()
    }

    /// Begins a new session, after the transport underneath has taken notice of a reset.
    public mutating func reconnect() throws(CardError) {
        session = nil
        try channel.transport.reconnect()
        do throws(ChannelError) { try open() } catch { throw CardError(error) }
    }

    // MARK: - The session

    /// Sends a command through the session, with new keys if they are due.
    mutating func send(_ command: CommandAPDU) throws(ChannelError) -> ResponseAPDU {
        let now = time.seconds()
        if session?.isExpired(at: now) == true {
            session = nil
            throw ChannelError(.sessionExpired)
        }
        if session?.needsRekey(at: now) == true { try rekey() }
        let answer = try exchange(command)
        guard answer.status == .rekeyRequired else { return answer }
        // The card says inside of the session that it has not done the command.
        try rekey()
        return try exchange(command)
    }

    /// One message of the session and its answer; any failure is its end.
    mutating func exchange(_ command: CommandAPDU) throws(ChannelError) -> ResponseAPDU {
        do throws(ChannelError) {
            guard var message = try session?.protect(command) else { throw ChannelError(.sessionClosed) }
            defer { message.wipe() }
            let answer = try channel.exchange(message)
            guard let opened = try session?.open(answer, instruction: command.header.ins) else {
                throw ChannelError(.sessionClosed)
            }
            return opened
        } catch {
            // A command that was never sent leaves both ends as they were.
            if error.code != .commandUnsuitable { session = nil }
            throw error
        }
    }

    private mutating func rekey() throws(ChannelError) {
        let challenge = try random.octets(MessageField.challenge)
        let answer = try exchange(ChannelFunction.rekey.command(challenge))
        do throws(ChannelError) {
            guard answer.status == .success, answer.data.count == MessageField.challenge else {
                throw ChannelError(.messageMalformed, statusWord: answer.status)
            }
            try session?.rekey(seed: challenge + answer.data, at: time.seconds())
        } catch {
            session = nil
            throw error
        }
    }

    /// Keeps other programs off the card during a handshake, unless they are already.
    private mutating func beginHandshake() throws(ChannelError) {
        guard !isInTransaction else { return }
        do throws(CardError) {
            try channel.transport.beginTransaction()
        } catch {
            throw ChannelError(.exchangeFailed, card: error)
        }
    }

    private mutating func endHandshake() {
        // Its failure shows at the next command.
        if !isInTransaction { try? channel.transport.endTransaction() }
    }

    /// How a handshake ended.
    private enum Attempt {
        /// There is a session.
        case open
        /// Another session, of a program with a store of its own, took the counter meanwhile.
        case counterTaken
        /// The pairing never came to be, and is forgotten.
        case forgotten(ChannelError)
    }

    /// One handshake, while no other program that shares the pairing begins one.
    private mutating func begin(
        with information: ChannelInformation,
        on number: UInt8
    ) throws(ChannelError) -> Attempt {
        let store = store
        return try store.update { (saved: inout CardPairing?) throws(ChannelError) -> Attempt in
            guard var pairing = saved, pairing.card == information.identifier, pairing.suite == identity.suite,
                pairing.state != .revoked
            else { throw ChannelError(.notPaired) }
            // The pairing has fixed the suite: a card that lacks it now is another one, or is spoken for.
            guard information.suites.includes(pairing.suite) else { throw ChannelError(.suiteChanged) }
            let handshake = try HostHandshake(
                identity,
                pairing,
                isEphemeral: !pairing.suite.parameters.allowsStaticSessions || policy.usesEphemeralKeys,
                random: random
            )
            let offer: [UInt8]
            do throws(ChannelError) {
                offer = try channel.perform(.session, step: 1, channel: number, handshake.request.encoded)
            } catch {
                guard error.code != .suiteNotSupported else {
                    throw ChannelError(.suiteChanged, statusWord: error.statusWord)
                }
                // The pairing's last answer was lost, and the card had not taken the step before it.
                guard error.code == .notPaired, pairing.state == .pending else { throw error }
                saved = nil
                return .forgotten(error)
            }
            let result = try handshake.finish(receiving: offer)
            try check(result.counter, against: pairing)
            let answer = try channel.exchange(ChannelFunction.session.command(step: 2, channel: number, result.proof))
            if answer.data.isEmpty {
                if answer.status == .sessionCounterTaken { return .counterTaken }
                throw answer.status == .success ? ChannelError(.plainStatus) : ChannelError(answer)
            }
            let counter = result.counter
            var messaging = SecureMessaging(pairing.suite, result.keys)
            let opened = try messaging.open(answer, instruction: ChannelFunction.instruction)
            guard opened.status == .success, opened.data.isEmpty else { throw ChannelError(.messageMalformed) }
            let now = time.seconds()
            pairing.state = .active
            pairing.lastCounter = max(pairing.lastCounter, counter)
            pairing.lastSeen = now
            saved = pairing
            session = HostSession(messaging, channel: number, at: now)
            return .open
        }
    }

    /// Compares the card's counter with the one that this program saw last.
    ///
    /// One more than the next is explained by a program that ended before it saved the number.
    private mutating func check(_ counter: UInt32, against pairing: CardPairing) throws(ChannelError) {
        guard counter > pairing.lastCounter else { throw ChannelError(.cloneSuspected) }
        // A card that was paired again, and whose last answer was lost, may still count from the pairing before.
        let isExplained = UInt64(counter) <= UInt64(pairing.lastCounter) + 2 || pairing.state == .pending
        guard !isExplained else { return }
        guard policy.counterJump == .report else { throw ChannelError(.cloneSuspected) }
        isCloneSuspected = true
    }
}

extension SecureCardTransport: Sendable where Base: Sendable, Base: ~Copyable {}
