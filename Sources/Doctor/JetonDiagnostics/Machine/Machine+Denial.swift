internal import JetonOctets
internal import JetonPCSC

extension Machine {
    /// Whether the service turned this user away after it had taken the connection.
    ///
    /// The client library says "access denied" whenever the service closes the connection early, whatever the reason.
    var isTurnedAway: Bool {
        if service == .closes { return true }
        return pcsc.failure?.code == .securityViolation
    }

    /// Whether the service asks polkit.
    var servicePolicy: String? {
        let path = "/usr/share/polkit-1/actions/org.debian.pcsc-lite.policy"
        return exists(path) ? path : nil
    }

    private static let connectionCount = Fact<Int?>()

    /// Connections to the service's socket, by the kernel's table, which all may read; nil if it can't be read.
    var connectionCount: Int? {
        remember(Self.connectionCount) { connectionStates?.count { $0 == "03" } }
    }

    /// The states of the sockets with the service's name, as they are now: 01 listens, 03 is connected; nil if the
    /// kernel's table can't be read.
    var connectionStates: [Substring]? {
        guard let octets = try? probe.contents(of: "/proc/net/unix", limit: 16_777_216) else { return nil }
        return ForeignText(decoding: octets).lines().compactMap { line in
            let words = line.split(separator: " ")
            // Num RefCount Protocol Flags Type St Inode Path.
            return words.count == 8 && words[7] == socketPath ? words[5] : nil
        }
    }

    /// What the session is to logind: the words of its file; nil without a session.
    var sessionFields: [Substring: Substring]? {
        guard let id = probe.variables["XDG_SESSION_ID"], !id.isEmpty, !id.contains("/"),
            let text = text("/run/systemd/sessions/\(id)")
        else { return nil }
        var fields: [Substring: Substring] = [:]
        for line in text.lines() {
            if let sign = line.firstIndex(of: "=") { fields[line[..<sign]] = line[line.index(after: sign)...] }
        }
        return fields
    }

    /// What polkit says of an action of the service: true, false, or nil if it can't be asked.
    func isAuthorized(_ action: String) -> Bool? {
        let arguments = ["pkcheck", "--action-id", action, "--process", "\(probe.identity.processID)"]
        guard case .ended(let code, _) = probe.run(arguments) else { return nil }
        // pkcheck(1): 0 authorised, 1 not, 2 and 3 not without a password, 127 it could not ask.
        switch code {
        case 0: return true
        case 1, 2, 3: return false
        default: return nil
        }
    }

    /// Whether the number of connections is at the service's limit, 200 unless it is started with another.
    var isFull: Bool { (connectionCount ?? 0) >= 190 }

    private static let isDeniedByPolicy = Fact<Bool>()

    /// Whether polkit is what turned this user away, as far as that can be told.
    var isDeniedByPolicy: Bool {
        remember(Self.isDeniedByPolicy) {
            isTurnedAway && servicePolicy != nil && !isFull && !probe.identity.isRoot
                && isAuthorized("org.debian.pcsc-lite.access_pcsc") != true
        }
    }
}
