public import Cryptoki

/// One conversation with a token: a session, and a thread that all its calls run on.
///
/// This is PKCS #11 for asynchronous programs. The only way in is ``withSession(_:)``, whose closure is synchronous: no
/// suspension can happen in the middle of an exchange, so two callers never mix their operations. Callers are served
/// one after the other; for work in parallel see ``SessionPool``.
///
/// ```swift
/// let token = try TokenActor(slot: slot)
/// let random = try await token.withSession { try $0.random(count: 16) }
/// ```
///
/// A call that runs in the module can't be interrupted. When the caller's task is cancelled meanwhile, the call goes on
/// to its end, and its result is returned.
public actor TokenActor {
    private let executor: TokenExecutor
    private let isReadWrite: Bool
    private var slot: Slot
    private var session: Session?

    /// Runs the actor's jobs on the thread of its own.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Starts a thread; the session is opened by the first work.
    ///
    /// - Throws: ``TokenError/Code/threadUnavailable``.
    public init(slot: Slot, readWrite: Bool = false) throws(TokenError) {
        self.slot = slot
        isReadWrite = readWrite
        executor = try TokenExecutor()
    }

    isolated deinit {
        // Closing a session is a call that blocks: it has to run here, on the actor's thread.
        session = nil
    }

    /// Runs work on the session, after opening it if there is none.
    ///
    /// When the work fails because the session is gone, or leaves an operation active on it, the session is dropped,
    /// and another one takes its place. The login is not repeated here.
    ///
    /// - Parameter body: Runs on the actor's thread, and may block.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws; `CryptokiError` if no session can be opened.
    public func withSession<Result: Sendable>(
        _ body: @Sendable (inout Session) throws -> Result
    ) throws -> Result {
        var current = try openedSession()
        do {
            let result = try body(&current)
            session = consume current
            return result
        } catch {
            if let failure = error as? CryptokiError, failure.code.isSessionLoss { throw error }
            if let failure = error as? CryptokiError, failure.leavesOperation {
                // Another session before this one is closed, since the login ends with the last. Where the token has no
                // second one, the next work opens it.
                session = try? Session(slot: slot, readWrite: isReadWrite)
                throw error
            }
            session = consume current
            throw error
        }
    }

    private func openedSession() throws(CryptokiError) -> Session {
        if let current = session.take() { return current }
        return try Session(slot: slot, readWrite: isReadWrite)
    }

    /// Opens the session if there is none.
    ///
    /// - Parameter slot: Where the token is now.
    func open(slot: Slot) throws(CryptokiError) {
        self.slot = slot
        let current = try openedSession()
        session = consume current
    }

    /// Closes the session if there is one.
    func close() { session = nil }

    /// Closes the session unless it still lives.
    ///
    /// - Returns: Whether there is a session.
    func closeIfDead() -> Bool {
        guard var current = session.take() else { return false }
        guard (try? current.state()) != nil else { return false }
        session = consume current
        return true
    }

    /// Runs something that needs no session on the actor's thread.
    func run<Result: Sendable, Failure: Error>(
        _ body: @Sendable () throws(Failure) -> Result
    ) throws(Failure) -> Result { try body() }
}

extension CryptokiError {
    /// Whether the session may be stuck in an operation that only its closing ends.
    fileprivate var leavesOperation: Bool {
        switch fault {
        case .neverLargeEnough, .impossibleLength: true
        default: code == .operationActive
        }
    }
}
