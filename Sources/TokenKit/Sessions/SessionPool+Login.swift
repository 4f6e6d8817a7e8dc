internal import Cryptoki
internal import Octets

extension SessionPool {
    /// What the pool knows of the login.
    struct LoginState {
        /// Whether the user was logged in when last looked, and nothing has happened since.
        var isCertain = false
        /// The pool's entry in the ledger; nil if it has not logged in.
        var hold: LoginLedger.Hold?
        /// Whether a login was there and went.
        var isLost = false
        /// The login under way; all who need it wait for its outcome.
        var attempt: Task<Void, any Error>?
        var waiterCount = 0
        /// What the token said of the last PIN, if it refused it.
        var refusal: ReturnValue?
        /// The PINs that were refused; none of them is sent again.
        var refusedPINs: [SharedSecret] = []
    }

    /// Ends the login, after the work in progress has ended; the next work that needs one asks for the PIN.
    ///
    /// The token is told only if no other part of this process relies on the login.
    public func logOut() async throws {
        await pause()
        defer { resume() }
        try await endLogin()
    }

    /// Logs out, with the pool at rest.
    func endLogin() async throws {
        objects = [:]
        login.isCertain = false
        guard let hold = login.hold else { return }
        login.hold = nil
        guard hold.end(), let worker = idleWorkers.first(where: { openWorkers.contains(ObjectIdentifier($0)) })
        else { return }
        do {
            try await worker.withSession { try $0.logout() }
        } catch let error as CryptokiError where error.code == .userNotLoggedIn {
            // Somebody else was faster.
        }
    }

    /// Makes sure that the user is logged in, by the session of a worker; all who need it at once share one attempt.
    func ensureLogin(on worker: TokenActor) async throws {
        if login.isCertain { return }
        let attempt: Task<Void, any Error>
        if let current = login.attempt {
            attempt = current
        } else {
            attempt = Task { try await self.logIn(on: worker) }
            login.attempt = attempt
        }
        login.waiterCount += 1
        defer {
            login.waiterCount -= 1
            if login.waiterCount == 0 { login.attempt = nil }
        }
        try await withTaskCancellationHandler {
            try await attempt.value
        } onCancel: {
            Task { await self.abandonLogin(attempt) }
        }
    }

    /// Tells the PIN provider to stop, if no other caller waits for the login.
    private func abandonLogin(_ attempt: Task<Void, any Error>) {
        if login.attempt == attempt, login.waiterCount <= 1 { attempt.cancel() }
    }

    private func logIn(on worker: TokenActor) async throws {
        if try await worker.withSession({ try $0.state().isUserLoggedIn }) {
            // A login that nobody in the ledger made is somebody else's, and not ours to end.
            if login.hold == nil, LoginLedger.shared.count(slot) > 0 { login.hold = LoginLedger.shared.hold(slot) }
            login.isCertain = true
            return
        }
        if login.hold != nil {
            login.hold = nil
            login.isLost = true
        }
        let place = slot
        let token = try await worker.run { () throws(CryptokiError) in try place.tokenInfo() }
        // Such a token lets everybody do everything.
        guard token.flags.contains(.loginRequired) else {
            login.isCertain = true
            return
        }
        let label = token.label.description
        if token.flags.contains(.userPINLocked) { throw TokenError(.pinLocked, tokenLabel: label) }
        if token.flags.contains(.userPINFinalTry), !configuration.allowsFinalTry {
            throw TokenError(.pinFinalTry, tokenLabel: label)
        }
        guard let pinProvider else { throw TokenError(.loginNeeded, tokenLabel: label) }
        let reason: PINRequest.Reason =
            if let refusal = login.refusal { .refused(refusal) } else { login.isLost ? .loginLost : .login }
        switch try await pinProvider(PINRequest(reason: reason, token: token)) {
        case .typedOnReader:
            try await send(on: worker) { (session) throws(CryptokiError) in try session.loginOnProtectedPath() }
        case .pin(let secret):
            let pin = SharedSecret(secret)
            if login.refusedPINs.contains(where: { $0.secret.equals(pin.secret) }) {
                throw TokenError(.pinAlreadyFailed, tokenLabel: label)
            }
            try await send(pin, on: worker) { (session) throws(CryptokiError) in try session.login(pin: pin.secret) }
        }
        login.hold = LoginLedger.shared.hold(slot)
        login.isCertain = true
        login.isLost = false
        login.refusal = nil
        login.refusedPINs = []
    }

    private func send(
        _ pin: SharedSecret? = nil,
        on worker: TokenActor,
        _ body: @escaping @Sendable (inout Session) throws(CryptokiError) -> Void
    ) async throws {
        do {
            try await worker.withSession(body)
        } catch let error as CryptokiError {
            // Another part of the program logged in since the session's state was read.
            if error.code == .userAlreadyLoggedIn { return }
            if error.code.isPINProblem {
                login.refusal = error.code
                if let pin { login.refusedPINs.append(pin) }
            }
            throw error
        }
    }
}
