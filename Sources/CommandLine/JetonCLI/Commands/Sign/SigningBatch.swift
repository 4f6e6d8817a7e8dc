internal import Glibc
internal import Synchronization

/// Files that several threads take in turn, so that the token is busy while others are read, written and checked.
final class SigningBatch: Sendable {
    /// What became of a file.
    struct Outcome: Sendable {
        /// The size of what was made in bytes; nil if nothing was.
        let size: UInt64?
        /// Why nothing was made.
        let error: CommandError?
    }

    /// What a batch came to.
    struct Result: Sendable {
        /// What became of each file, by number; files that were not begun are left out.
        let outcomes: [Int: Outcome]
        /// The error that ended the batch; nil if it came to its end.
        let failure: CommandError?
        /// How long it took.
        let time: Duration
    }

    private struct State {
        var next = 0
        var outcomes: [Int: Outcome] = [:]
        var failure: CommandError?
        var progress = Progress()
    }

    private let count: Int
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    /// Makes a batch of so many files.
    init(_ count: Int) { self.count = count }

    /// How many threads are worth having for files of which one at a time is with the token.
    static var threadCount: Int { min(8, max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 1)) }

    /// Signs all files.
    ///
    /// An error that the next file would meet too, such as a token that is gone, a refused PIN or a full disk, ends
    /// the batch; files that are begun are finished.
    ///
    /// - Parameters:
    ///   - threads: How many files are in work at a time.
    ///   - sign: Signs the file with a number, and gives the size of what was made.
    ///   - ended: Is told of each file, one at a time.
    /// - Returns: What the batch came to, also where an error ended it.
    /// - Throws: ``CommandError`` if the system gives no threads.
    func run(
        threads: Int,
        _ sign: @escaping @Sendable (Int) throws -> UInt64,
        ended: @escaping @Sendable (Int, Outcome) throws -> Void
    ) throws -> Result {
        if threads < 2 || count < 2 {
            work(sign, ended)
        } else {
            try ThreadGroup.run(min(threads, count)) { _ in self.work(sign, ended) }
        }
        let time = ContinuousClock.now - start
        return state.withLock { state in
            state.progress.finish()
            return Result(outcomes: state.outcomes, failure: state.failure, time: time)
        }
    }

    private func work(
        _ sign: @Sendable (Int) throws -> UInt64,
        _ ended: @Sendable (Int, Outcome) throws -> Void
    ) {
        while let index = next() {
            var outcome: Outcome
            var isLasting = false
            do {
                outcome = Outcome(size: try sign(index), error: nil)
            } catch {
                let error = ErrorReport.describe(error)
                outcome = Outcome(size: nil, error: error)
                isLasting = error.isLasting || count == 1
            }
            state.withLock { state in
                state.outcomes[index] = outcome
                state.progress.remove()
                if isLasting { state.failure = state.failure ?? outcome.error }
                do {
                    try ended(index, outcome)
                } catch {
                    state.failure = state.failure ?? ErrorReport.describe(error)
                }
                let (done, time) = (state.outcomes.count, ContinuousClock.now - start)
                state.progress.show(Self.words(done, of: count, in: time))
            }
        }
    }

    private func next() -> Int? {
        state.withLock { state in
            guard state.next < count, state.failure == nil else { return nil }
            defer { state.next += 1 }
            return state.next
        }
    }

    /// How far a batch is, how fast, and how long it will take.
    private static func words(_ done: Int, of count: Int, in time: Duration) -> String {
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
        let rate = Double(done) / max(seconds, 0.001)
        let left = Int(Double(count - done) / max(rate, 0.001))
        let speed = BatchSummary.rate(done, in: time)
        let rest = left < 120 ? "\(left) s" : "\(left / 60) min"
        return "signing: \(done) of \(count), \(speed), \(rest) left"
    }
}
