internal import Glibc
internal import JetonFiles
package import JetonThreads
internal import Synchronization

/// Files that several threads take in turn, so that the token is busy while others are read, written and checked.
package final class SigningBatch: Sendable {
    /// What became of a file.
    package struct Outcome: Sendable {
        /// The size of what was made in bytes; nil if nothing was.
        package let size: UInt64?
        /// Why nothing was made.
        package let error: (any Error)?
    }

    /// What a batch came to.
    package struct Result: Sendable {
        /// What became of each file, by number; files that were not begun are left out.
        package let outcomes: [Int: Outcome]
        /// The error that ended the batch; nil if it came to its end.
        package let failure: (any Error)?
        /// How long it took.
        package let time: Duration
    }

    private struct State {
        var next = 0
        var outcomes: [Int: Outcome] = [:]
        var failure: (any Error)?
    }

    private let count: Int
    private let isLasting: @Sendable (any Error) -> Bool
    private let progress: @Sendable (Int, Duration) -> Void
    private let start = ContinuousClock.now
    private let state = Mutex(State())

    /// Makes a batch of so many files.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - isLasting: Whether the next file would meet an error too, so that it ends the batch.
    ///   - progress: Is told how many files have ended, and how long that took; one call at a time.
    package init(
        _ count: Int,
        isLasting: @escaping @Sendable (any Error) -> Bool,
        progress: @escaping @Sendable (Int, Duration) -> Void = { _, _ in }
    ) {
        self.count = count
        self.isLasting = isLasting
        self.progress = progress
    }

    /// How many threads are worth having for files of which one at a time is with the token.
    package static var threadCount: Int { min(8, max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 1)) }

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
    /// - Throws: `ThreadError` if the system gives no threads.
    package func run(
        threads: Int,
        _ sign: @escaping @Sendable (Int) throws -> UInt64,
        ended: @escaping @Sendable (Int, Outcome) throws -> Void
    ) throws(ThreadError) -> Result {
        if threads < 2 || count < 2 {
            work(sign, ended)
        } else {
            try ThreadGroup.run(min(threads, count)) { _ in self.work(sign, ended) }
        }
        let time = ContinuousClock.now - start
        return state.withLock { Result(outcomes: $0.outcomes, failure: $0.failure, time: time) }
    }

    private func work(
        _ sign: @Sendable (Int) throws -> UInt64,
        _ ended: @Sendable (Int, Outcome) throws -> Void
    ) {
        while let index = next() {
            var outcome: Outcome
            var ends = false
            do {
                outcome = Outcome(size: try sign(index), error: nil)
            } catch {
                outcome = Outcome(size: nil, error: error)
                ends = count == 1 || isLasting(error)
            }
            state.withLock { state in
                state.outcomes[index] = outcome
                if ends { state.failure = state.failure ?? outcome.error }
                do {
                    try ended(index, outcome)
                } catch {
                    state.failure = state.failure ?? error
                }
                progress(state.outcomes.count, ContinuousClock.now - start)
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
}
