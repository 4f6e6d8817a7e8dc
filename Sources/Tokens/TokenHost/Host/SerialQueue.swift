internal import JetonThreads
internal import Synchronization

/// Work that blocks, one piece after another, on a thread that is there only while there is work.
package final class SerialQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isRunning = false
    }

    private let state = Mutex(State())

    /// Makes an empty queue.
    package init() {}

    /// How many pieces wait, without the one that is done.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Adds work.
    ///
    /// - Returns: Whether it will be done; false if the system gives no thread.
    @discardableResult
    package func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
        let needsThread = state.withLock { state in
            state.waiting.append(work)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard needsThread, !OwnThread.start({ self.run() }) else { return true }
        state.withLock { $0 = State() }
        return false
    }

    private func run() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
