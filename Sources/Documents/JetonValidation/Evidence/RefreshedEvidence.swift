import Synchronization

/// What one collector has asked servers about again, so that many files with one issuer cost one request.
final class RefreshedEvidence: Sendable {
    private let keys = Mutex<Set<[UInt8]>>([])

    /// Whether a piece of evidence is looked for the first time; false from then on.
    func isFirst(_ key: [UInt8]) -> Bool { keys.withLock { $0.insert(key).inserted } }
}
