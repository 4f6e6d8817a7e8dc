import JetonNetwork
import Synchronization

/// The way to the target: its client, and the connections that wait for the next request.
///
/// May be used by any number of threads.
package final class RelayTarget: Sendable {
    /// The connections that wait for a request.
    private struct Idle {
        var connections: [RelayUpstream] = []
        /// How many clients were forgotten: connections of theirs are not used again.
        var generation = 0
    }

    private struct Counts {
        var handshakes = 0
        var signatures = 0
    }

    /// The settings.
    package let settings: RelaySettings
    private let open: @Sendable () throws(RelayRefusal) -> RelayClient
    private let report: @Sendable (RelayEvent) -> Void
    private let client: Mutex<RelayClient?>
    private let idle = Mutex(Idle())
    private let counts = Mutex(Counts())
    private let question = Atomic(false)

    /// Whether the target has asked for the password on a connection on which it had accepted it: it is told ahead of each
    /// request from then on.
    var asksEachTime: Bool { question.load(ordering: .relaxed) }

    /// Notes that the target asks for the password again.
    func noteQuestion() { question.store(true, ordering: .relaxed) }

    /// Makes the way; no connection is made yet.
    ///
    /// - Parameters:
    ///   - settings: Where it leads.
    ///   - client: Makes the connections; its key is the token's, if one is used.
    ///   - open: Makes another client after the token's key failed; called by one thread at a time.
    ///   - report: Told of what happens, by any thread.
    package init(
        _ settings: RelaySettings,
        client: RelayClient,
        open: @escaping @Sendable () throws(RelayRefusal) -> RelayClient,
        report: @escaping @Sendable (RelayEvent) -> Void
    ) {
        self.settings = settings
        self.client = Mutex(client)
        self.open = open
        self.report = report
    }

    /// Tells of something that happened.
    func tell(_ event: RelayEvent) { report(event) }

    /// A connection that waited; nil for none, and where the token has gone by which it was opened.
    func takeIdle() -> RelayUpstream? {
        if let client = client.withLock({ $0 }), !client.isUsable() { forgetClient() }
        while let upstream = idle.withLock({ $0.connections.popLast() }) {
            if upstream.isAlive { return upstream }
            upstream.channel.close()
        }
        return nil
    }

    /// Makes a connection.
    func connect() throws(RelayRefusal) -> RelayUpstream {
        let generation = idle.withLock { $0.generation }
        let client = try currentClient().client
        let channel: TLSConnection
        do throws(NetworkError) {
            channel = try client.connectSecurely(to: settings.target)
        } catch {
            failed(error)
            throw RelayRefusal(target: error)
        }
        let counts = counts.withLock { counts in
            counts.handshakes += 1
            if channel.isClientAuthenticated { counts.signatures += 1 }
            return counts
        }
        report(.connected(handshakes: counts.handshakes, signatures: counts.signatures))
        return RelayUpstream(channel, generation: generation, idleUntil: .after(settings.limits.idle))
    }

    /// Keeps a connection for the next request.
    func keep(_ upstream: RelayUpstream) {
        upstream.idleUntil = .after(settings.limits.idle)
        let surplus = idle.withLock { idle -> RelayUpstream? in
            guard upstream.generation == idle.generation else { return upstream }
            idle.connections.append(upstream)
            return idle.connections.count > settings.limits.idleTargets ? idle.connections.removeFirst() : nil
        }
        surplus?.channel.close()
    }

    /// Notes a failure: after one of the token's key, the client is made again, and no connection goes on that the
    /// token has opened.
    func failed(_ error: NetworkError) {
        if error.code == .keyFailed { forgetClient() }
    }

    private func forgetClient() {
        client.withLock { $0 = nil }
        let dropped = idle.withLock { idle in
            idle.generation += 1
            defer { idle.connections = [] }
            return idle.connections
        }
        for upstream in dropped { upstream.channel.close() }
    }

    private func currentClient() throws(RelayRefusal) -> RelayClient {
        // The lock is held, so that one thread asks for a PIN.
        let result: Result<RelayClient, RelayRefusal> = client.withLock { client in
            if let client { return .success(client) }
            do throws(RelayRefusal) {
                let made = try open()
                client = made
                return .success(made)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }
}
