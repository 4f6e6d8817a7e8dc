internal import JetonOctets
internal import JetonX509
internal import PeerIdentity
internal import SSHWire
internal import Synchronization
internal import TokenHost
internal import TokenKit

/// The ssh door: RFC 9987.
struct SSHDoor: Sendable {
    /// Keys that are offered for one host at most: sshd counts each as a failed login (MaxAuthTries is 6).
    private static let keysForHost = 5

    let agent: Agent

    /// Answers a message.
    ///
    /// - Parameters:
    ///   - type: The message's type.
    ///   - payload: What follows it.
    ///   - client: Who sent it, and what its connection has proven.
    ///   - answer: Gets the answer's bytes, once, at once or later on another thread.
    func handle(type: UInt8, payload: [UInt8], _ client: SSHClient, _ answer: @escaping @Sendable ([UInt8]) -> Void) {
        let program = client.peer.program()
        guard let request = try? AgentRequest(type: type, payload: payload) else {
            agent.note(.query, client.session.door(program), program, refusal: Refusal(.malformed))
            return answer(AgentAnswer.failure)
        }
        guard let operation = request.operation else { return answer(AgentAnswer.failure) }
        if case .bind(let bind) = request { return answer(take(bind, client, program)) }
        let door = client.session.door(program)
        guard AgentOperation.isServed(operation, at: door, isLocked: agent.lock.isLocked) else {
            let reason: Refusal.Reason = agent.lock.isLocked && door == .ssh ? .locked : .notServed
            agent.note(operation, door, program, refusal: Refusal(reason))
            return answer(AgentAnswer.failure)
        }
        switch request {
        case .identities: list(client, program, answer)
        case .sign(let blob, let data, let flags): sign(blob, data, flags, client, program, answer)
        case .query: answer(AgentAnswer.extensions)
        case .removeAll:
            agent.endLogins()
            agent.note(operation, door, program)
            answer(AgentAnswer.success)
        case .remove(let blob): answer(remove(blob, door, program))
        case .lock(let secret): answer(agent.lock.lock(secret) ? AgentAnswer.success : AgentAnswer.failure)
        case .unlock(let secret):
            agent.lock.unlock(secret) { answer($0 ? AgentAnswer.success : AgentAnswer.failure) }
        default: answer(AgentAnswer.failure)
        }
    }

    private func take(_ bind: SessionBind, _ client: SSHClient, _ program: PeerProgram?) -> [UInt8] {
        guard client.session.bind(bind) else {
            agent.note(.bind, .remote, program, refusal: Refusal(.bind))
            return AgentAnswer.failure
        }
        return AgentAnswer.success
    }

    private func remove(_ blob: [UInt8], _ door: AgentOperation.Door, _ program: PeerProgram?) -> [UInt8] {
        guard let key = agent.ring.keys.first(where: { $0.blob == blob }) else {
            agent.note(.remove, door, program, refusal: Refusal(.noKey))
            return AgentAnswer.failure
        }
        agent.endLogin(of: key.token)
        agent.note(.remove, door, program)
        return AgentAnswer.success
    }

    // MARK: - List

    private func list(_ client: SSHClient, _ program: PeerProgram?, _ answer: @escaping @Sendable ([UInt8]) -> Void) {
        guard !agent.lock.isLocked else { return answer(AgentAnswer.identities([])) }
        let host = client.session.last.map { AgentKey.fingerprint(of: $0.hostKey) }
        agent.ring.refresh {
            var keys = agent.ring.keys
            if keys.contains(where: \.key.isGuarded) {
                let named = Set(((try? agent.policy())?.rules ?? []).filter(\.namesAll).compactMap(\.key))
                keys = keys.filter { !$0.key.isGuarded || named.contains($0.fingerprint) }
            }
            if let host { keys = Array(agent.hosts.ordered(keys, for: host).prefix(SSHDoor.keysForHost)) }
            answer(AgentAnswer.identities(keys.map { ($0.blob, $0.name) }))
        }
    }

    // MARK: - Sign

    private func sign(
        _ blob: [UInt8],
        _ data: [UInt8],
        _ flags: AgentRequest.SignatureFlags,
        _ client: SSHClient,
        _ program: PeerProgram?,
        _ answer: @escaping @Sendable ([UInt8]) -> Void
    ) {
        let door = client.session.door(program)
        let refuse = { @Sendable (refusal: Refusal, request: SignRequest?) in
            agent.note(.sign, door, program, request, refusal: refusal)
            answer(AgentAnswer.failure)
        }
        guard let program else { return refuse(Refusal(.noProgram), nil) }
        let plain = (try? SSHCertificate(blob))?.key.blob ?? blob
        let session = client.session
        let cancellation = client.cancellation
        let perform = { @Sendable (key: AgentKey) in
            let request = self.request(key, blob, data, session, program)
            guard let request else { return refuse(Refusal(.session), nil) }
            let work = SignWork(
                agent: agent,
                key: key,
                data: data,
                flags: flags,
                request: request,
                cancellation: cancellation
            )
            work.start(at: door) { outcome in
                switch outcome {
                case .success(let signature):
                    if let bind = session.last { agent.hosts.note(key.fingerprint, worksFor: bind.hostKey) }
                    agent.note(.sign, door, program, request)
                    answer(AgentAnswer.signature(signature))
                case .failure(let refusal): refuse(refusal, request)
                }
            }
        }
        if let key = agent.ring.keys.first(where: { $0.blob == plain }) { return perform(key) }
        agent.ring.refresh {
            guard let key = agent.ring.keys.first(where: { $0.blob == plain }) else {
                return refuse(Refusal(.noKey), nil)
            }
            perform(key)
        }
    }

    /// What is asked, read from what is signed and from what the connection has proven; nil if the two don't fit.
    private func request(
        _ key: AgentKey,
        _ blob: [UInt8],
        _ data: [UInt8],
        _ session: SSHSessionState,
        _ program: PeerProgram
    ) -> SignRequest? {
        let signed = SignedData(data)
        var destination = SignRequest.Destination.unknown
        var isHostProven = false
        switch signed {
        case .login(let login):
            guard login.keyBlob == blob else { return nil }
            let bind = session.last.flatMap { $0.isForwarding ? nil : $0 }
            guard bind == nil || login.sessionID == bind?.sessionID else { return nil }
            if let hostKey = login.hostKey ?? bind?.hostKey {
                destination = .host(AgentKey.fingerprint(of: hostKey))
                isHostProven = bind != nil && login.hostKey == bind?.hostKey
            }
        case .message(let message): destination = .namespace(message.namespace)
        case .certificate, .raw: break
        }
        return SignRequest(
            program: program,
            key: key.fingerprint,
            keyName: key.name,
            isGuarded: key.key.isGuarded,
            data: signed,
            destination: destination,
            isHostProven: isHostProven,
            isForwarded: session.isForwarded(program)
        )
    }
}

extension AgentRequest {
    /// What the table of operations calls it; nil for what no agent has to know.
    fileprivate var operation: AgentOperation? {
        switch self {
        case .identities: .list
        case .sign: .sign
        case .addKey: .addKey
        case .remove, .removeAll: .remove
        case .addToken: .addToken
        case .removeToken: .removeToken
        case .lock, .unlock: .lock
        case .bind: .bind
        case .query: .query
        case .unknownExtension, .unknown: nil
        }
    }
}

extension PolicyRule {
    /// Whether it names program, key and purpose, and lets a person be asked.
    fileprivate var namesAll: Bool { program != nil && key != nil && purpose != nil && verdict != .refuse }
}
