internal import JetonOctets

/// The Unix sockets of the machine and who is connected to whom, as `ss -xaH` of iproute2 lists them.
struct UnixSocketTable {
    /// The name of each socket, by its number; empty for most.
    private var names: [UInt64: String] = [:]
    /// The other end of each connected socket; 0 if that is gone.
    private var peers: [UInt64: UInt64] = [:]

    /// Reads the list: kind, state, two queues, name and number of this end, name and number of the other.
    init(_ text: ForeignText) {
        for line in text.lines() {
            let words = line.split(separator: " ")
            guard words.count >= 8, words[0] == "u_str", words[1] == "ESTAB", let own = UInt64(words[5]),
                let other = UInt64(words[7])
            else { continue }
            names[own] = String(words[4])
            peers[own] = other
        }
    }

    /// Whether a socket is connected to one of a name.
    func isConnected(_ socket: UInt64, to name: String) -> Bool {
        peers[socket].flatMap { names[$0] } == name
    }

    /// Whether anybody is connected to a socket of a name.
    func hasClients(of name: String) -> Bool {
        names.contains { number, own in own == name && peers[number] != 0 }
    }

    /// Whether a socket was connected, and the other end has gone.
    func isAbandoned(_ socket: UInt64) -> Bool { peers[socket] == 0 }
}

extension Machine {
    private static let unixSockets = Fact<UnixSocketTable?>()

    /// The Unix sockets; nil if they can't be listed.
    var unixSockets: UnixSocketTable? {
        remember(Self.unixSockets) {
            guard case .ended(0, let output) = probe.run(["ss", "-xaH"]) else { return nil }
            return UnixSocketTable(output)
        }
    }

    /// The numbers of a process's sockets, as far as this user may see them.
    func sockets(of process: RunningProcess) -> [UInt64] {
        names(in: "/proc/\(process.id)/fd").compactMap { name in
            guard let target = try? probe.target(ofLink: "/proc/\(process.id)/fd/\(name)"),
                target.hasPrefix("socket:[")
            else { return nil }
            return UInt64(target.dropFirst(8).dropLast())
        }
    }
}
