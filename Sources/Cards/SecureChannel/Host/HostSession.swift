import SmartCard

#if canImport(Glibc)
    import Glibc
#endif

/// A session, host's side.
///
/// The owner lets go of it at the first error, which wipes its keys.
struct HostSession: ~Copyable, Sendable {
    /// The logical channel, 0–3.
    let channel: UInt8
    private var messaging: SecureMessaging
    private let process: pid_t
    var whole: SessionUsage
    private var sinceRekey: SessionUsage

    init(
        _ messaging: consuming SecureMessaging,
        channel: UInt8,
        at now: UInt64,
        process: pid_t = getpid()
    ) {
        self.messaging = messaging
        self.channel = channel
        self.process = process
        whole = SessionUsage(since: now)
        sinceRekey = SessionUsage(since: now)
    }

    /// Whether the keys are due for replacement.
    func needsRekey(at now: UInt64) -> Bool { sinceRekey.hasReached(.hostRekey, at: now) }

    /// Whether no more commands may be sent.
    func isExpired(at now: UInt64) -> Bool { whole.hasReached(.session, at: now) }

    /// A command as it goes to the card.
    ///
    /// - Throws: ``ChannelError/Code/forked`` in a process that got the session by fork: the other one has it, too,
    ///   and both would use the same nonces.
    mutating func protect(_ command: CommandAPDU) throws(ChannelError) -> CommandAPDU {
        guard getpid() == process else { throw ChannelError(.forked) }
        var command = command
        command.header.cla |= channel
        whole.countCommand(command.data.count)
        sinceRekey.countCommand(command.data.count)
        return try messaging.protect(command)
    }

    /// The answer as it came from the card.
    mutating func open(_ answer: ResponseAPDU, instruction: UInt8) throws(ChannelError) -> ResponseAPDU {
        let opened = try messaging.open(answer, instruction: instruction)
        whole.countAnswer(opened.data.count)
        sinceRekey.countAnswer(opened.data.count)
        return opened
    }

    mutating func rekey(seed: [UInt8], at now: UInt64) throws(ChannelError) {
        try messaging.rekey(seed: seed)
        sinceRekey = SessionUsage(since: now)
    }
}
