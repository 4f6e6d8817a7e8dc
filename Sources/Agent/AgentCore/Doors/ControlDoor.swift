internal import JetonJSON
internal import JetonOctets
internal import PeerIdentity
internal import SSHWire
internal import TokenHost
internal import TokenKit

/// The door of `jeton agent`: a JSON object in a frame of the agent protocol, answered by another.
///
/// A frame of type 201 has a request; in one of type 202 a PIN of at most 1,024 bytes follows the object. The answer is of
/// type 203, and an object with `error` if it failed.
struct ControlDoor: Sendable {
    /// A request.
    static let request: UInt8 = 201
    /// A request with a PIN behind it.
    static let requestWithPIN: UInt8 = 202
    /// An answer.
    static let answer: UInt8 = 203

    let agent: Agent
    let stop: @Sendable () -> Void

    /// Answers a message.
    func handle(type: UInt8, payload: [UInt8], _ client: SSHClient, _ answer: @escaping @Sendable ([UInt8]) -> Void) {
        let reply = { @Sendable (value: CanonicalJSON) in
            answer(AgentFrame.encode(type: ControlDoor.answer, payload: value.encoded))
        }
        let failed = { @Sendable (code: String, text: String) in
            reply(.object(["error": .string(code), "explanation": .string(text)]))
        }
        var reader = SSHReader(payload)
        guard [ControlDoor.request, ControlDoor.requestWithPIN].contains(type),
            let text = try? reader.string(atMost: 65_536),
            var object = try? CanonicalJSONObject(JSONReader<CanonicalJSON>.read(text, as: .interchange)),
            let name = try? object.string("do")
        else { return failed("malformed", "the message does not follow the protocol") }
        // A container's process with the socket could unlock and stop, and read where its user was.
        guard client.peer.program()?.isSandboxed == false else {
            return failed("sandboxed", "programs in a container or sandbox can't control the agent")
        }
        switch name {
        case "status": reply(status)
        case "keys":
            agent.ring.refresh { reply(keys) }
        case "lock":
            agent.endLogins()
            reply(.object([:]))
        case "log": reply(.object(["entries": .array(agent.journal.entries.map(\.json))]))
        case "forget":
            agent.journal.forget()
            reply(.object([:]))
        case "stop":
            reply(.object([:]))
            stop()
        case "unlock":
            guard type == ControlDoor.requestWithPIN, var octets = try? reader.string(atMost: 1024), !octets.isEmpty
            else {
                return failed("malformed", "no PIN came with the request")
            }
            let pin = SharedSecret(Secret(wiping: &octets))
            let token = (try? object.optionalString("token")) ?? nil
            let sendsRefused = (try? object.optionalBoolean("sendRefused")) ?? nil
            agent.ring.refresh { unlock(token, pin, sendsRefused ?? false, reply, failed) }
        default: failed("unknown", "the agent does not know this request")
        }
    }

    private func unlock(
        _ label: String?,
        _ pin: SharedSecret,
        _ sendsRefused: Bool,
        _ reply: @escaping @Sendable (CanonicalJSON) -> Void,
        _ failed: @escaping @Sendable (String, String) -> Void
    ) {
        let fitting = agent.ring.tokens.filter { label == nil || $0.identity.label == label }
        guard let token = fitting.first else { return failed("token-gone", "no such token is in a reader") }
        // A PIN is never tried at a token that was not meant.
        guard fitting.count == 1 else { return failed("ambiguous", "several tokens are in readers; name one") }
        let isTaken = token.submit { access in
            do throws(TokenHostError) {
                if !access.isLoggedIn { agent.forget(token) }
                try access.login(sendsRefused: sendsRefused) { (_: PINPrompt) throws(PINError) in pin }
                reply(.object(["token": .string(token.identity.label)]))
            } catch {
                failed(error.code.rawValue, error.description)
            }
        }
        if !isTaken { failed("too-many", "the system gives no more threads") }
    }

    private var status: CanonicalJSON {
        var policy = "ok"
        do { _ = try agent.policy() } catch { policy = error.line == 0 ? "unusable" : "line \(error.line)" }
        let now = BootTime.now.milliseconds
        let tokens = agent.ring.tokens.map { token -> CanonicalJSON in
            let status = token.status
            return .object([
                "label": .string(ForeignText(token.identity.label).shown(limit: 64)),
                "serialNumber": .string(ForeignText(token.identity.serialNumber).shown(limit: 64)),
                "module": .string(token.module.path), "loggedIn": .boolean(status.isLoggedIn),
                "endsIn": .integer(status.ends.map { max(0, $0.milliseconds - now) / 1000 } ?? 0),
                "waiting": .integer(Int64(token.waitingCount)),
            ])
        }
        let failures = agent.ring.failures.map { failure -> CanonicalJSON in
            .object(["module": .string(failure.key), "explanation": .string(failure.value.description)])
        }
        return .object([
            "locked": .boolean(agent.lock.isLocked), "policyFile": .string(agent.policyFile), "policy": .string(policy),
            "prompt": .boolean(agent.prompts.path != nil), "remembered": .integer(Int64(agent.remembered.count)),
            "tokens": .array(tokens), "failures": .array(failures),
            "journal": .string(agent.journal.isBroken ? "broken" : "ok"),
        ])
    }

    private var keys: CanonicalJSON {
        .object([
            "keys": .array(
                agent.ring.keys.map { key in
                    .object([
                        "fingerprint": .string(key.fingerprint), "type": .string(key.ssh.type),
                        "name": .string(key.name),
                        "token": .string(ForeignText(key.token.identity.label).shown(limit: 64)),
                        "guarded": .boolean(key.key.isGuarded), "loggedIn": .boolean(key.token.status.isLoggedIn),
                    ])
                }
            )
        ])
    }
}
