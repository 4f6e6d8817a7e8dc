import JetonNetwork

/// A connection to the target.
@safe
final class RelayUpstream: @unchecked Sendable {
    // Proof for @unchecked Sendable: used by the thread that took it out of the target's list of idle connections, under
    // whose lock it is handed over.
    let channel: TLSConnection
    let stream: RelayStream
    /// Whether the user is known to the target on this connection, as NTLM has it.
    var isAuthenticated = false
    /// When it was used last.
    var idleUntil: Deadline

    /// Which of the target's clients opened it.
    let generation: Int

    init(_ channel: TLSConnection, generation: Int, idleUntil: Deadline) {
        self.channel = channel
        self.generation = generation
        self.idleUntil = idleUntil
        stream = RelayStream(channel, .target)
    }

    /// Whether another request may be sent: the target has neither ended the connection nor sent anything.
    var isAlive: Bool {
        guard Deadline.after(.zero) < idleUntil, stream.isEmpty, !stream.isEnded else { return false }
        return (try? stream.fill()) != nil
    }
}
