internal import JetonJobs
internal import JetonOctets
internal import SSHWire
internal import Synchronization
internal import TokenHost
internal import TokenKit

/// One request to sign, from the policy's verdict to the signature.
struct SignWork: Sendable {
    let agent: Agent
    let key: AgentKey
    let data: [UInt8]
    let flags: AgentRequest.SignatureFlags
    let request: SignRequest
    let cancellation: Cancellation

    /// Begins; what needs a person or the token is done on the token's thread.
    func start(at door: AgentOperation.Door, _ done: @escaping @Sendable (Result<SSHSignature, Refusal>) -> Void) {
        do throws(Refusal) {
            // Before it waits: what is refused anyhow must not wait for a person who types.
            _ = try judge()
            try agent.waiting.enter(request)
        } catch {
            return done(.failure(error))
        }
        let isTaken = key.token.submit { access in
            let outcome = Result { () throws(Refusal) in try self.run(access) }
            agent.waiting.leave(request)
            done(outcome)
        }
        if !isTaken {
            agent.waiting.leave(request)
            done(.failure(Refusal(.tooMany)))
        }
    }

    /// Whether a person is to be asked.
    private func judge() throws(Refusal) -> Bool {
        let policy: AgentPolicy
        do { policy = try agent.policy() } catch { throw Refusal(.badPolicy) }
        switch policy.verdict(of: request) {
        case (.allow, _): return false
        case (.ask, _):
            guard !agent.remembered.holds(request) else { return false }
            guard !agent.dismissed.holds(request) else { throw Refusal(.dismissed) }
            return true
        case (.refuse, true): throw Refusal(.policy)
        case (.refuse, false): throw Refusal(request.isGuarded ? .guarded : .raw)
        }
    }

    private func run(_ access: TokenAccess) throws(Refusal) -> SSHSignature {
        guard !cancellation.isCanceled else { throw Refusal(.gone) }
        guard let (name, algorithm) = key.algorithm(flags) else { throw Refusal(.algorithm) }
        var mustAsk = try judge()
        let question = try question()
        var refusal: Refusal?
        let ask = { (prompt: PINPrompt) throws(PINError) -> SharedSecret in
            do throws(Refusal) {
                let pin = try self.agent.prompts.pin(question, prompt: prompt, self.cancellation)
                // Who enters the PIN has seen the request.
                mustAsk = false
                return pin
            } catch {
                refusal = error
                throw PINError(.canceled)
            }
        }
        if !access.isLoggedIn { agent.forget(key.token) }
        do throws(TokenHostError) { try access.login(ask: ask) } catch { throw failure(error, refusal) }
        let known = access.known(key.key)
        // What a key is for may show only now.
        guard request.isGuarded || !known.isGuarded else { throw Refusal(.guarded) }
        if mustAsk, !known.alwaysAuthenticates { try confirm(question) }
        agent.remembered.remember(request)
        guard !cancellation.isCanceled else { throw Refusal(.gone) }
        let signature: [UInt8]
        do throws(TokenHostError) {
            signature = try access.sign(with: known, data, algorithm: algorithm, ask: ask)
        } catch {
            throw failure(error, refusal)
        }
        guard let encoded = key.encode(signature, as: name) else { throw Refusal(.algorithm) }
        return encoded
    }

    private func question() throws(Refusal) -> Question {
        do { return try request.question(of: data, hostName: agent.hosts.name(of: request)) } catch {
            throw Refusal(.promptFailed)
        }
    }

    private func failure(_ error: TokenHostError, _ refusal: Refusal?) -> Refusal {
        refusal.map(note) ?? Refusal(.token, token: error)
    }

    private func confirm(_ question: Question) throws(Refusal) {
        do throws(Refusal) {
            try agent.prompts.confirm(question, cancellation)
        } catch {
            throw note(error)
        }
        agent.dismissed.remove(request)
    }

    private func note(_ refusal: Refusal) -> Refusal {
        if refusal.reason == .declined { agent.dismissed.add(request) }
        return refusal
    }
}
