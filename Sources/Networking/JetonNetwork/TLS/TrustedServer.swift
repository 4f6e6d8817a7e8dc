import Synchronization

/// The server that was trusted last, so that its certificates are not judged again for each connection.
final class TrustedServer: Sendable {
    private struct Judgement {
        let host: String
        let certificates: [[UInt8]]
        let until: Deadline
    }

    /// How long a judgement counts, about as long as a connection that is kept.
    private static let duration = Duration.seconds(60)

    private let last = Mutex<Judgement?>(nil)

    /// Whether these very certificates were trusted for the host within the last minute.
    func isTrusted(_ certificates: [[UInt8]], host: String) -> Bool {
        let now = Deadline.after(.zero)
        return last.withLock { last in
            guard let last else { return false }
            return now < last.until && last.host == host && last.certificates == certificates
        }
    }

    /// Notes that certificates were trusted.
    func note(_ certificates: [[UInt8]], host: String) {
        let judgement = Judgement(host: host, certificates: certificates, until: .after(TrustedServer.duration))
        last.withLock { $0 = judgement }
    }
}
