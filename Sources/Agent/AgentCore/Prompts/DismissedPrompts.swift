internal import PeerIdentity
internal import Synchronization
package import TokenHost

/// Programs and keys that a person has declined: they are not asked about again for 60 seconds, and each time twice as
/// long.
package final class DismissedPrompts: Sendable {
    private struct Subject: Hashable {
        let file: FileIdentity
        let key: String
    }

    private let refused = Mutex<[Subject: (until: BootTime, seconds: Int)]>([:])

    /// Starts with none.
    package init() {}

    /// Whether a request is not to be asked about now.
    package func holds(_ request: SignRequest, now: BootTime = .now) -> Bool {
        refused.withLock { $0[Subject(file: request.program.file, key: request.key)].map { $0.until > now } ?? false }
    }

    /// Notes a no.
    package func add(_ request: SignRequest, now: BootTime = .now) {
        refused.withLock { refused in
            let subject = Subject(file: request.program.file, key: request.key)
            let seconds = min((refused[subject]?.seconds ?? 30) * 2, 3600)
            if refused.count >= 1024 { refused = [:] }
            refused[subject] = (now.adding(seconds: seconds), seconds)
        }
    }

    /// Notes a yes.
    package func remove(_ request: SignRequest) {
        refused.withLock { _ = $0.removeValue(forKey: Subject(file: request.program.file, key: request.key)) }
    }

    /// Forgets all.
    package func removeAll() { refused.withLock { $0 = [:] } }
}
