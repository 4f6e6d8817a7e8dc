internal import JetonOctets

extension Machine {
    /// What tells, beside a refused connection, whether the service's socket is stale.
    struct SocketWitness {
        /// What was read.
        let evidence: Evidence
        /// Whether it says that nothing can listen there.
        let isDead: Bool
    }

    /// The kernel's table of Unix sockets: whether one with the service's name listens.
    var listenerWitness: SocketWitness {
        let name: ReportText = "/proc/net/unix"
        guard let states = connectionStates else {
            return SocketWitness(evidence: Evidence(name, "can't be read"), isDead: false)
        }
        let listens = states.contains("01")
        let words: ReportText = listens ? "a socket listens at \(socketPath)" : "no socket listens at \(socketPath)"
        return SocketWitness(evidence: Evidence(name, words), isDead: !listens)
    }

    /// The process that pcscd's file names, and those of its name that are in sight.
    var processWitness: SocketWitness {
        // pcscd writes two NULs behind the number.
        let number = word("/run/pcscd/pcscd.pid").map { $0.filter(\.isNumber) }.flatMap { $0.isEmpty ? nil : $0 }
        if let number {
            let name = word("/proc/\(number)/comm")
            return SocketWitness(
                evidence: Evidence("/run/pcscd/pcscd.pid", "\(number) (\(name ?? "no such process"))"),
                // One that has ended keeps its name until its parent asks for it.
                isDead: (name != "pcscd" || hasEnded(number)) && serviceProcess == nil
            )
        }
        let process = serviceProcess.map { "pcscd (\($0.id))" }
        return SocketWitness(
            evidence: Evidence("processes", "\(process ?? "none is named pcscd")"),
            isDead: process == nil && !processes.isEmpty
        )
    }

    /// Whether a process has ended and only its entry is left.
    private func hasEnded(_ number: String) -> Bool {
        guard let status = text("/proc/\(number)/stat"), let end = status.lastIndex(of: ")") else { return false }
        return status[end...].dropFirst().split(separator: " ").first == "Z"
    }

    /// What allows the service's socket to be removed: the connection is refused, nothing listens, and no pcscd runs;
    /// nil if one of the three says otherwise.
    package var staleSocketWitnesses: Witnesses? {
        guard service == .refused, socketPath == Machine.standardSocketPath, listenerWitness.isDead,
            processWitness.isDead
        else { return nil }
        return Witnesses(listenerWitness.evidence, processWitness.evidence)
    }
}

extension Fix {
    /// Whether what allowed the change still holds, on a machine that was not asked before.
    public func isStillRight(on machine: Machine) -> Bool {
        switch self {
        case .removeStale: machine.staleSocketWitnesses != nil
        case .setAside, .run: true
        }
    }
}
