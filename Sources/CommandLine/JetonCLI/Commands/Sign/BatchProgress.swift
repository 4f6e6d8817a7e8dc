internal import Synchronization

/// The line of a terminal that says how far a batch is, how fast, and how long it will take.
final class BatchProgress: Sendable {
    private let count: Int
    private let progress = Mutex(Progress())

    init(_ count: Int) { self.count = count }

    /// Shows how many files have ended.
    @Sendable func show(_ done: Int, in time: Duration) {
        progress.withLock { $0.show(words(done, in: time)) }
    }

    /// Removes the line, so that another one can be written.
    func remove() { progress.withLock { $0.remove() } }

    /// Ends the line.
    func finish() { progress.withLock { $0.finish() } }

    private func words(_ done: Int, in time: Duration) -> String {
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        let rate = Double(done) / max(seconds, 0.001)
        let left = Int(Double(count - done) / max(rate, 0.001))
        let rest = left < 120 ? "\(left) s" : "\(left / 60) min"
        return "signing: \(done) of \(count), \(BatchSummary.rate(done, in: time)), \(rest) left"
    }
}
