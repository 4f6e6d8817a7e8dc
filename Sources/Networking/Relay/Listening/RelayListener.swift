package import Network
import Synchronization
import Threads

#if canImport(Glibc)
    import Glibc
#endif

/// A relay that listens for programs of this machine: a connection a thread.
package final class RelayListener: Sendable {
    /// What stands in the field Host of every request, and in URLs.
    package let authority: String
    /// What clients must know.
    package let secret: RelaySecret
    /// The port that it listens at; 0 for a socket in the file system.
    package var port: UInt16 {
        guard case .loopback = place, let colon = authority.lastIndex(of: ":") else { return 0 }
        return UInt16(authority[authority.index(after: colon)...]) ?? 0
    }

    private let place: RelayPlace
    private let descriptor: Int32
    private let target: RelayTarget
    private let open = Mutex(0)

    /// Binds the place and listens.
    ///
    /// - Parameters:
    ///   - place: Where.
    ///   - target: The way to the target.
    /// - Throws: `NetworkError/Code/notListening` with the system's reason; `NetworkError/Code/addressNotAllowed` for a
    ///   socket in a directory of others, or a place at which another relay listens.
    package init(at place: RelayPlace, to target: RelayTarget) throws(NetworkError) {
        guard !target.settings.target.target.contains("?") else {
            throw NetworkError(.invalidURL, "the target of a relay that listens has no query")
        }
        do { secret = try RelaySecret() } catch { throw NetworkError(.unreachable, "no secret: \(error)") }
        let bound: (descriptor: Int32, authority: String)
        switch place {
        case .unix(let path): bound = try RelayBinding.unix(path)
        case .loopback(let port, let isIPv6): bound = try RelayBinding.loopback(port, isIPv6: isIPv6)
        }
        descriptor = bound.descriptor
        authority = bound.authority
        self.place = place
        self.target = target
    }

    /// Accepts connections; does not return.
    package func run() {
        var number = 0
        while true {
            let accepted = accept(descriptor, nil, nil)
            guard accepted >= 0 else {
                // Out of descriptors, or a client that has gone: later ones may do better.
                if errno != EINTR, errno != ECONNABORTED { usleep(100_000) }
                continue
            }
            number += 1
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
            serve(RelaySocket(accepted), number)
        }
    }

    /// Removes the socket from the file system.
    package func remove() { if case .unix(let path) = place { unsafe unlink(path) } }

    private func serve(_ socket: RelaySocket, _ number: Int) {
        if case .unix = place, !RelayBinding.isOwnPeer(socket.descriptor) { return socket.close() }
        let limit = target.settings.limits.connections
        let isFull = open.withLock { open in
            if open >= limit { return true }
            open += 1
            return false
        }
        let descriptor = socket.release()
        let isStarted =
            !isFull
            && OwnThread.start { [self] in
                let gate = RelayGate(target.settings, secret: secret, authority: authority)
                RelayConnection(RelaySocket(descriptor), number: number, gate: gate, target: target).serve()
                open.withLock { $0 -= 1 }
            }
        guard !isStarted else { return }
        if !isFull { open.withLock { $0 -= 1 } }
        let refusal = RelayRefusal(503, "\(limit) connections are open, and a relay has no more")
        target.tell(.refused(connection: number, refusal))
        let refused = RelaySocket(descriptor)
        try? refused.write(refusal.bytes(to: "GET"), by: .after(.zero))
        refused.close()
    }
}
