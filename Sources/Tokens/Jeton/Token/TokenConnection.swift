internal import Cryptoki
internal import JetonOctets
internal import JetonX509
internal import SigningDesk
internal import Synchronization
internal import TokenKit

/// One token in use: its login, its sessions, its queue.
///
/// All ``Token`` values of one token share it.
///
/// Each call blocks as long as the token does; may be used from any thread.
final class TokenConnection: Sendable {
    /// What the module knows of, apart from the connection: its end calls the module.
    private final class Holdings: Disposable {
        struct State: ~Copyable {
            /// Nil when all is over: no one can ask then.
            var selected: SelectedToken?
            /// Holds the login: a token logs out when its last session is closed.
            var keeper: Session?
            var provider: PINProvider?
            var kept = KeptPIN()
            /// Grows with each loss of the token, which ends all sessions.
            var generation = 0
            /// The logins that were tried, and how the last one ended.
            var attempts = 0
            var failure: TokenError?
        }

        let state: Mutex<State>

        init(_ selected: SelectedToken) { state = Mutex(State(selected: selected)) }

        func dispose() {
            let keeper = state.withLock { $0.keeper.take() }
            _ = consume keeper
            let selected = state.withLock { $0.selected.take() }
            _ = consume selected
        }
    }

    let queue: TokenQueue
    private let holdings: Holdings
    /// Held by the login that is being made: the others wait, and share how it ends.
    private let loginTurn = Mutex(())
    private let options: TokenOptions

    init(_ selected: SelectedToken, _ options: TokenOptions) {
        self.options = options
        queue = TokenQueue(width: options.width, limit: options.waitingLimit)
        holdings = Holdings(selected)
        Disposal.awaitAtExit()
    }

    deinit { Disposal.dispose(holdings, on: queue) }

    /// The token as it was found, or found again.
    var selected: SelectedToken {
        holdings.state.withLock { state in
            guard let selected = state.selected else { preconditionFailure("a token was used after it was closed") }
            return selected
        }
    }
    /// The number of losses so far.
    var generation: Int { holdings.state.withLock { $0.generation } }
    /// The logins that were tried so far; what a login is given that waits for its turn.
    var attempts: Int { holdings.state.withLock { $0.attempts } }

    // MARK: - Sessions

    /// Opens a session on the token, wherever it is now.
    ///
    /// - Throws: ``TokenError/Code/tokenLost`` if it is gone, or another one is in its place; what the module answers.
    func openSession(readWrite: Bool = false) throws -> Session {
        let generation = generation
        return try noticingLoss(of: generation) { try present().openSession(readWrite: readWrite) }
    }

    /// Runs work on sessions of a generation; a loss ends all of them.
    func noticingLoss<Value: ~Copyable>(of generation: Int, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            if TokenError(error).code == .tokenLost { lose(generation) }
            throw error
        }
    }

    private func lose(_ generation: Int) {
        // Closed outside of the lock: the module may take its time.
        let keeper = holdings.state.withLock { state -> Session? in
            guard state.generation == generation else { return nil }
            state.generation += 1
            return state.keeper.take()
        }
        _ = consume keeper
    }

    /// The token where it is now: in its slot, or in another of its module.
    ///
    /// Another token is never taken for it.
    private func present() throws -> SelectedToken {
        let selected = selected
        let slot = try selected.slot
        if Self.isToken(selected, in: slot) { return selected }
        guard let other = try slot.module.slots().first(where: { Self.isToken(selected, in: $0) }) else {
            throw TokenError(.tokenLost, "token '\(selected.name)' has been removed")
        }
        let moved = selected.moved(to: other)
        holdings.state.withLock { $0.selected = moved }
        return moved
    }

    private static func isToken(_ selected: SelectedToken, in slot: Slot) -> Bool {
        guard let now = try? slot.tokenInfo() else { return false }
        let token = selected.token
        return now.label == token.label && now.serialNumber == token.serialNumber && now.model == token.model
            && now.manufacturer == token.manufacturer
    }

    // MARK: - Login

    /// Logs in, unless a login holds.
    ///
    /// - Parameters:
    ///   - provider: Gets the PIN.
    ///   - seen: ``attempts`` when the caller began to wait: the failure of a later one is its own failure, too, so that
    ///     a wrong PIN costs one try however many wait.
    /// - Throws: ``TokenError``.
    func login(_ provider: PINProvider, seen: Int) throws(TokenError) {
        try loginTurn.withLock { (_) throws(TokenError) in
            if isLoggedIn { return }
            let shared = holdings.state.withLock { $0.attempts > seen ? $0.failure : nil }
            if let shared { throw shared }
            do throws(TokenError) {
                let session = try TokenError.wrapping { try loggedIn(provider) }
                settle(nil, provider, session)
            } catch {
                settle(error, nil, nil)
                throw error
            }
        }
    }

    private func loggedIn(_ provider: PINProvider) throws -> Session {
        var session = try openSession()
        let generation = generation
        try noticingLoss(of: generation) {
            try guarded(provider).login(&session, source: provider.source)
        }
        return session
    }

    private func settle(_ failure: TokenError?, _ provider: PINProvider?, _ session: consuming Session?) {
        var session = session
        holdings.state.withLock { state in
            state.attempts += 1
            state.failure = failure
            guard failure == nil else { return }
            state.provider = provider
            state.kept = KeptPIN()
            state.keeper = session.take()
        }
    }

    private var isLoggedIn: Bool {
        holdings.state.withLock { state in
            guard let session = try? state.keeper?.state() else { return false }
            return session.isUserLoggedIn
        }
    }

    /// Whether a login was made and not ended, as far as is known without asking the token.
    var hasLogin: Bool {
        holdings.state.withLock { state in
            switch state.keeper {
            case .some: true
            case .none: false
            }
        }
    }

    /// Logs out, in all sessions of this process.
    func logout() throws(TokenError) {
        var keeper = holdings.state.withLock { state -> Session? in
            state.provider = nil
            state.kept = KeptPIN()
            return state.keeper.take()
        }
        try TokenError.wrapping { try keeper?.logout() }
    }

    private func guarded(_ provider: PINProvider) throws -> GuardedLogin {
        var login = GuardedLogin(selected, route: Host.route, pinGuard: try Host.pinGuard()) { source, prompt in
            try provider.read(source, prompt)
        }
        let notify = options.notify
        login.notify = { notify($0.description) }
        return login
    }

    // MARK: - Keys

    /// What logs in for a key that requires the PIN for each signature; nil without a login.
    func signatureLogin() throws -> SignatureLogin? {
        let (provider, kept) = holdings.state.withLock { ($0.provider, $0.kept) }
        guard let provider else { return nil }
        let login = try guarded(provider)
        return SignatureLogin(
            read: { try kept.entry { try login.read(provider.source, role: .contextSpecific) } },
            send: { session, pin in
                do {
                    try login.authenticate(&session, pin, role: .contextSpecific)
                } catch {
                    kept.refuse(error)
                    throw error
                }
            }
        )
    }

    /// The key with a public half, on a session of its own: its handle may be another one since.
    ///
    /// - Throws: ``TokenError/Code/notFound``, ``TokenError/Code/loginRequired``; what the module answers.
    func signer(_ key: PublicKey, id: [UInt8], certificate: Certificate?) throws -> TokenSigningKey {
        let login = try signatureLogin()
        var session = try openSession()
        let template: [Attribute] = [.objectClass(.privateKey)]
        let named = id.isEmpty ? [] : try session.find(template + [.id(id)])
        let handles = named.isEmpty ? try session.find(template) : named
        for handle in handles {
            let signer = try? TokenSigningKey(
                handle,
                session: try openSession(),
                certificate: certificate,
                login: login
            )
            if let signer, signer.publicKey.kind == key.kind { return signer }
        }
        guard hasLogin || !selected.token.flags.contains(.loginRequired) else {
            throw TokenError(.loginRequired, "the key of token '\(selected.name)' is visible only after a login")
        }
        throw TokenError(.notFound, "the key is no longer on token '\(selected.name)'")
    }
}
