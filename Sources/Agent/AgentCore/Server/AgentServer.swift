internal import Glibc
internal import JetonOctets
package import PeerIdentity
internal import SSHWire
internal import Synchronization
internal import TokenHost

/// The thread that serves all doors: it waits, reads, and writes; what blocks is done on other threads.
package final class AgentServer {
    /// Connections that are served at once; more wait to be accepted.
    private static let limit = 4096

    /// Answers of other threads, and what wakes the server's thread.
    private final class Mailbox: Sendable {
        private struct State {
            var answers: [(connection: Int, octets: [UInt8])] = []
            var isStopping = false
        }

        private let state = Mutex(State())
        let reader: Int32
        private let writer: Int32

        init?() {
            var ends: [Int32] = [-1, -1]
            guard unsafe pipe(&ends) == 0 else { return nil }
            for end in ends {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            (reader, writer) = (ends[0], ends[1])
        }

        func put(_ octets: [UInt8], for connection: Int) {
            state.withLock { $0.answers.append((connection, octets)) }
            wake()
        }

        func stop() {
            state.withLock { $0.isStopping = true }
            wake()
        }

        var isStopping: Bool { state.withLock { $0.isStopping } }

        private func wake() {
            var octet: UInt8 = 0
            _ = unsafe write(writer, &octet, 1)
        }

        func take() -> [(connection: Int, octets: [UInt8])] {
            var block = [UInt8](repeating: 0, count: 512)
            while unsafe read(reader, &block, block.count) == block.count {}
            return state.withLock { state in
                defer { state.answers = [] }
                return state.answers
            }
        }

        deinit {
            close(reader)
            close(writer)
        }
    }

    private let agent: Agent
    private let door: SSHDoor
    private let control: ControlDoor
    private let listeners: [ListeningSocket]
    private let mailbox: Mailbox
    private let session: Namespaces?
    private var connections: [Int: AgentConnection] = [:]
    private var lastNumber = 0

    /// Makes a server; nil, and errno, if the system gives it no pipe.
    ///
    /// - Parameters:
    ///   - agent: What the doors share.
    ///   - listeners: Where it listens.
    ///   - session: The namespaces of programs that are not in a container or sandbox; with nil all are.
    package init?(_ agent: Agent, listeners: [ListeningSocket], session: Namespaces?) {
        self.session = session
        guard let mailbox = Mailbox() else { return nil }
        self.agent = agent
        self.listeners = listeners
        self.mailbox = mailbox
        door = SSHDoor(agent: agent)
        control = ControlDoor(agent: agent) { mailbox.stop() }
        AgentServer.raiseLimit()
    }

    /// Serves until a client of the control door stops the agent.
    package func run() {
        while !mailbox.isStopping || connections.values.contains(where: \.isBusy) {
            let next = agent.ring.expire()
            let numbers = Array(connections.keys)
            var items = [pollfd(fd: mailbox.reader, events: Int16(POLLIN), revents: 0)]
            let accepts = connections.count < AgentServer.limit
            items += listeners.map { pollfd(fd: $0.descriptor, events: accepts ? Int16(POLLIN) : 0, revents: 0) }
            items += numbers.map {
                pollfd(fd: connections[$0]?.descriptor ?? -1, events: connections[$0]?.events ?? 0, revents: 0)
            }
            let patience = next.map { max(0, $0.milliseconds - BootTime.now.milliseconds) + 1 }
            guard unsafe poll(&items, nfds_t(items.count), patience.map { Int32(clamping: $0) } ?? -1) > 0 else {
                continue
            }
            for (connection, octets) in mailbox.take() { finish(connection, octets) }
            for (listener, item) in zip(listeners, items.dropFirst()) where item.revents & Int16(POLLIN) != 0 {
                accept(listener)
            }
            for (number, item) in zip(numbers, items.dropFirst(1 + listeners.count)) where item.revents != 0 {
                serve(number, item.revents)
            }
        }
        agent.endLogins()
    }

    private func accept(_ listener: ListeningSocket) {
        while connections.count < AgentServer.limit {
            let descriptor = Glibc.accept(listener.descriptor, nil, nil)
            guard descriptor >= 0 else { return }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            guard let peer = SocketPeer(descriptor, session: session), peer.user == geteuid() else {
                close(descriptor)
                continue
            }
            lastNumber += 1
            connections[lastNumber] = AgentConnection(descriptor, listener.kind, SSHClient(peer))
        }
    }

    private func serve(_ number: Int, _ events: Int16) {
        guard let connection = connections[number] else { return }
        if events & Int16(POLLOUT) != 0, !connection.flush() { return end(number) }
        if events & Int16(POLLIN) != 0 {
            guard connection.read() else { return end(number) }
        } else if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
            return end(number)
        }
        advance(number, connection)
    }

    /// Begins the next request of a connection, if there is one.
    private func advance(_ number: Int, _ connection: AgentConnection) {
        switch connection.next() {
        case .incomplete: if connection.isDone { end(number) }
        case .broken: end(number)
        case .message(let type, let payload, _):
            connection.isBusy = true
            let mailbox = mailbox
            let answer = { @Sendable (octets: [UInt8]) in mailbox.put(octets, for: number) }
            switch connection.kind {
            case .ssh: door.handle(type: type, payload: payload, connection.client, answer)
            case .control: control.handle(type: type, payload: payload, connection.client, answer)
            }
        }
    }

    private func finish(_ number: Int, _ octets: [UInt8]) {
        guard let connection = connections[number] else { return }
        connection.isBusy = false
        guard connection.write(octets) else { return end(number) }
        advance(number, connection)
    }

    private func end(_ number: Int) {
        connections.removeValue(forKey: number)?.client.cancellation.cancel()
    }

    /// A thousand clients need more descriptors than a process gets by default.
    private static func raiseLimit() {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 16_384)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
