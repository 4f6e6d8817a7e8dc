public import Cryptoki

/// Sessions with one token, shared by many tasks: it grows as work comes in, and survives that the token goes away.
///
/// The pool begins with one session and opens further ones while work waits, as far as the token allows. Each session
/// has a thread of its own (``TokenActor``); work is served in the order in which it came, and work beyond the number
/// of sessions waits.
///
/// A login belongs to the application and not to a session, so the pool logs in once and keeps a session open for as
/// long as it is logged in. A PIN is asked for when a login is needed, is sent once, and an answer that was refused
/// is never sent again.
///
/// When a session is lost, because the token was removed or the module says so, all work in progress is let end, dead
/// sessions are dropped, and new ones are opened when work comes. The token is then looked for in all slots of the
/// module; another token is never taken for it. The work that met the loss fails with the module's error, unless its
/// caller said that it may be done twice.
///
/// Cancelling a task ends its waiting at once. A call that runs in the module can't be interrupted: it goes on to its
/// end, and its result is returned. A call that never returns keeps its thread and its session, and any recovery,
/// ``logOut()`` and ``close()`` wait for it.
///
/// ```swift
/// let pool = SessionPool(slot: slot) { request in .pin(try await ask(request)) }
/// let signature = try await pool.withObject(uri) { session, key in
///     try session.sign(digest.span, with: .ecdsa, key: key)
/// }
/// ```
public actor SessionPool {
    /// How a pool behaves.
    public struct Configuration: Sendable {
        /// Whether the sessions may change the token.
        public var isReadWrite = false
        /// The most sessions, and so threads, that the pool uses: 1 to 64.
        public var maximumThreads = 4
        /// Whether a PIN is sent although one more wrong one would lock it.
        public var allowsFinalTry = false

        /// Makes a configuration: read-only, at most four threads, no PIN on the final try.
        public init() {}
    }

    /// The most sessions that are opened with a token that does not tell its limit, or has none.
    static let usualLimit = 16

    let configuration: Configuration
    let pinProvider: PINProvider?
    /// Where the token was last seen.
    var slot: Slot
    /// The token that the pool is for; nil until the first contact.
    var identity: TokenIdentity?
    var login = LoginState()
    var objects: [PKCS11URI: ObjectHandle] = [:]

    // Workers are idle or lent; `openWorkers` are those whose session was opened and not found dead since.
    var idleWorkers: [TokenActor] = []
    var lentCount = 0
    var openWorkers: Set<ObjectIdentifier> = []
    var openingCount = 0
    /// How many workers there may be: 1 until the token was asked.
    var limit = 1
    /// Counts recoveries, so that of several works that meet one loss only the first recovers.
    var epoch = 0
    var isClosed = false

    private var waiters: [Waiter] = []
    private var nextWaiter = 0
    private var isPaused = false
    private var pausers: [CheckedContinuation<Void, Never>] = []

    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<TokenActor, any Error>
    }

    /// Makes a pool; the token is not touched before the first work.
    ///
    /// - Parameters:
    ///   - slot: The slot with the token.
    ///   - configuration: How the pool behaves.
    ///   - pinProvider: Asked for the PIN when a login is needed; nil if there is no user to ask.
    /// - Precondition: `configuration.maximumThreads` is 1 to 64.
    public init(slot: Slot, configuration: Configuration = Configuration(), pinProvider: PINProvider? = nil) {
        precondition((1...64).contains(configuration.maximumThreads), "a pool has 1 to 64 threads")
        self.slot = slot
        self.configuration = configuration
        self.pinProvider = pinProvider
    }

    /// How many sessions are open.
    public var openSessionCount: Int { openWorkers.count }

    /// Runs work on a session of its own for as long as it lasts.
    ///
    /// - Parameters:
    ///   - isLoggedIn: Whether the user has to be logged in.
    ///   - isIdempotent: Whether the work may be done twice: it is then done once more if its session was lost or the
    ///     login was gone.
    ///   - body: Runs on a thread of the pool, and may block.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `CryptokiError` from the opening of sessions and the login; ``TokenError``;
    ///   `CancellationError` if the task was cancelled before the work began; what the PIN provider throws.
    public func withSession<Result: Sendable>(
        isLoggedIn: Bool = false,
        isIdempotent: Bool = false,
        _ body: @escaping @Sendable (inout Session) throws -> Result
    ) async throws -> Result {
        try await perform(isLoggedIn: isLoggedIn, isIdempotent: isIdempotent) { worker in
            try await worker.withSession(body)
        }
    }

    /// Closes all sessions and lets go of the login, after the work in progress has ended.
    ///
    /// Work that waits, and work that comes later, fails with ``TokenError/Code/closed``.
    public func close() async {
        isClosed = true
        for waiter in waiters { waiter.continuation.resume(throwing: TokenError(.closed)) }
        waiters = []
        await pause()
        defer { resume() }
        try? await endLogin()
        for worker in idleWorkers { await worker.close() }
        idleWorkers = []
        openWorkers = []
        objects = [:]
    }

    // MARK: - Lending workers

    /// Does work on a worker, and once more if it may be done twice and met a loss.
    func perform<Result: Sendable>(
        isLoggedIn: Bool,
        isIdempotent: Bool,
        _ work: @Sendable (TokenActor) async throws -> Result
    ) async throws -> Result {
        var mayRepeat = isIdempotent
        var mayRestart = true
        var isFirst = true
        while true {
            let worker = try await lease(isFirst: isFirst)
            isFirst = false
            let leaseEpoch = epoch
            let wasOpen = openWorkers.contains(ObjectIdentifier(worker))
            var hasBegun = false
            let failure: any Error
            do {
                guard try await prepare(worker) else { continue }
                if isLoggedIn { try await ensureLogin(on: worker) }
                hasBegun = true
                let result = try await work(worker)
                putBack(worker)
                schedule()
                return result
            } catch {
                failure = error
            }
            putBack(worker)
            let isRepaired = await repair(failure, leaseEpoch: leaseEpoch)
            schedule()
            // A session that was dead before the work began is replaced whatever the work is, but only once.
            guard isRepaired, hasBegun ? mayRepeat : wasOpen && mayRestart else { throw failure }
            if hasBegun { mayRepeat = false } else { mayRestart = false }
        }
    }

    /// Takes a worker, or waits for one: at the end of the queue, or at its head for work that was there before.
    private func lease(isFirst: Bool) async throws -> TokenActor {
        try Task.checkCancellation()
        if isClosed { throw TokenError(.closed) }
        if waiters.isEmpty || !isFirst, let worker = try availableWorker() { return worker }
        nextWaiter += 1
        let number = nextWaiter
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // The handler may have run before there was anything for it to cancel.
                if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                let waiter = Waiter(number: number, continuation: continuation)
                waiters.insert(waiter, at: isFirst ? waiters.endIndex : waiters.startIndex)
            }
        } onCancel: {
            Task { await self.cancelWaiter(number) }
        }
    }

    private func cancelWaiter(_ number: Int) {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume(throwing: CancellationError())
    }

    /// A worker that is free or may be made, counted as lent; nil if there is none.
    private func availableWorker() throws(TokenError) -> TokenActor? {
        guard !isPaused, pausers.isEmpty else { return nil }
        if let worker = idleWorkers.popLast() {
            lentCount += 1
            return worker
        }
        guard lentCount < limit else { return nil }
        do {
            let worker = try TokenActor(slot: slot, readWrite: configuration.isReadWrite)
            lentCount += 1
            return worker
        } catch {
            // Without a thread more, those that there are do the work.
            guard lentCount == 0 else { return nil }
            throw error
        }
    }

    /// Takes a worker back; hands nothing out, so that a recovery can come first.
    private func putBack(_ worker: TokenActor) {
        lentCount -= 1
        idleWorkers.append(worker)
    }

    /// Gives up a worker that the token has no session for.
    func discard(_ worker: TokenActor) {
        lentCount -= 1
        limit = max(1, lentCount + idleWorkers.count)
        schedule()
    }

    /// Hands out what can be handed out: exclusive use to a caller that needs the pool at rest, otherwise workers.
    func schedule() {
        guard !isPaused else { return }
        if !pausers.isEmpty {
            guard lentCount == 0 else { return }
            isPaused = true
            return pausers.removeFirst().resume()
        }
        do {
            while !waiters.isEmpty, let worker = try availableWorker() {
                waiters.removeFirst().continuation.resume(returning: worker)
            }
        } catch {
            waiters.removeFirst().continuation.resume(throwing: error)
        }
    }

    /// Waits until no work is in progress; none begins before ``resume()``.
    func pause() async {
        await withCheckedContinuation { continuation in
            pausers.append(continuation)
            schedule()
        }
    }

    func resume() {
        isPaused = false
        schedule()
    }
}
