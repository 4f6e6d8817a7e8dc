package import JetonNetwork
import JetonThreads
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A relay that listens for programs of this machine: a connection a thread.
///
/// A thread that has served a connection accepts another one, unless two wait for one already: libcrypto seeds random
/// generators for each new thread.
package final class RelayListener: Sendable {
    private struct Counts {
        /// Connections that were accepted.
        var accepted = 0
        /// Connections that are served now.
        var open = 0
        /// Threads that accept.
        var waiting = 1
    }

    /// What becomes of a thread that has accepted a connection.
    private enum Turn {
        case serve, serveAfterStart, refuse
    }

    private static let waitingLimit = 2

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
    private let counts = Mutex(Counts())

    /// Binds the place and listens.
    ///
    /// - Parameters:
    ///   - place: Where.
    ///   - target: The way to the target.
    /// - Throws: `NetworkError/Code/notListening` with the system's reason; `NetworkError/Code/addressNotAllowed` for a
    ///   socket in a directory of others, or a place at which another relay listens.
    package init(at place: RelayPlace, to target: RelayTarget) throws(NetworkError) {
        guard !target.settings.target.target.contains("?") else {
            throw NetworkError(.invalidURL, "the target of a listening relay must not have a query")
        }
        do { secret = try RelaySecret() } catch {
            throw NetworkError(.unreachable, "no secret could be generated: \(error)")
        }
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

    /// Accepts connections; returns when other threads do.
    package func run() {
        while true {
            let accepted = accept(descriptor, nil, nil)
            guard accepted >= 0 else {
                // Out of descriptors, or a client that has gone: later ones may do better.
                if errno != EINTR, errno != ECONNABORTED { usleep(100_000) }
                continue
            }
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
            guard serve(RelaySocket(accepted)) else { return }
        }
    }

    /// Removes the socket from the file system.
    package func remove() { if case .unix(let path) = place { unsafe unlink(path) } }

    /// Serves a connection, or refuses it.
    ///
    /// - Returns: Whether this thread is to accept another one.
    private func serve(_ socket: RelaySocket) -> Bool {
        if case .unix = place, !RelayBinding.isOwnPeer(socket.descriptor) {
            socket.close()
            return true
        }
        let limit = target.settings.limits.connections
        let (turn, number) = counts.withLock { counts -> (Turn, Int) in
            counts.accepted += 1
            guard counts.open < limit else { return (.refuse, counts.accepted) }
            counts.open += 1
            // The last one that accepts starts its successor first.
            if counts.waiting == 1 { return (.serveAfterStart, counts.accepted) }
            counts.waiting -= 1
            return (.serve, counts.accepted)
        }
        if turn == .refuse || turn == .serveAfterStart && !OwnThread.start({ [self] in run() }) {
            if turn != .refuse { counts.withLock { $0.open -= 1 } }
            refuse(socket, number)
            return true
        }
        let gate = RelayGate(target.settings, secret: secret, authority: authority)
        RelayConnection(socket, number: number, gate: gate, target: target).serve()
        return counts.withLock { counts in
            counts.open -= 1
            guard counts.waiting < RelayListener.waitingLimit else { return false }
            counts.waiting += 1
            return true
        }
    }

    private func refuse(_ socket: RelaySocket, _ number: Int) {
        let limit = target.settings.limits.connections
        let refusal = RelayRefusal(503, "\(limit) connections are open, the most that a relay allows")
        target.tell(.refused(connection: number, refusal))
        try? socket.write(refusal.bytes(to: "GET"), by: .after(.zero))
        socket.close()
    }
}
