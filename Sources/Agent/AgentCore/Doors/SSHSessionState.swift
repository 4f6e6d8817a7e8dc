internal import JetonOctets
internal import PeerIdentity
internal import SSHWire

/// What a connection at the ssh door has proven of itself.
struct SSHSessionState: Sendable {
    private static let longest = 16

    /// The binds, in their order.
    private(set) var binds: [SessionBind] = []
    /// Whether a bind was tried that failed: never taken back.
    private var hasFailed = false

    /// The bind that counts.
    var last: SessionBind? { binds.last }

    /// Where its requests come in.
    func door(_ program: PeerProgram?) -> AgentOperation.Door {
        binds.isEmpty && !isForwarded(program) ? .ssh : .remote
    }

    /// Whether requests come from another machine, or may: never taken back on a connection.
    func isForwarded(_ program: PeerProgram?) -> Bool {
        hasFailed || binds.contains(where: \.isForwarding) || (binds.isEmpty && (program?.isRelay ?? true))
    }

    /// Takes a bind, if the host's key proves it.
    ///
    /// - Returns: Whether it was taken.
    mutating func bind(_ bind: SessionBind) -> Bool {
        if isAllowed(bind), HostKey(bind.hostKey).key?.verifies(bind.signature, of: bind.sessionID) ?? false {
            if !binds.contains(where: { $0.sessionID == bind.sessionID }) { binds.append(bind) }
            return true
        }
        hasFailed = true
        return false
    }

    private func isAllowed(_ bind: SessionBind) -> Bool {
        if let same = binds.first(where: { $0.sessionID == bind.sessionID }) { return same.hostKey == bind.hostKey }
        // After one that forwards nothing, the connection is that session's.
        return last?.isForwarding ?? true && binds.count < SSHSessionState.longest
    }
}
