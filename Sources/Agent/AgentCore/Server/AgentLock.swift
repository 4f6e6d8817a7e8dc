internal import Glibc
internal import JetonOctets
internal import JetonThreads
internal import Synchronization

/// The lock of `ssh-add -x`: while it is on nothing is listed or signed.
final class AgentLock: Sendable {
    private struct State {
        var passphrase: SharedSecret?
        var mistakes = 0
    }

    /// How much longer each wrong passphrase takes, in microseconds, and how long at most.
    private static let step = 100_000
    private static let longest = 10_000_000

    private let state = Mutex(State())
    private let queue = Mutex(())

    /// Whether the agent is locked.
    var isLocked: Bool { state.withLock { $0.passphrase != nil } }

    /// Locks.
    ///
    /// - Returns: False if it is locked already.
    func lock(_ passphrase: SharedSecret) -> Bool {
        state.withLock { state in
            guard state.passphrase == nil else { return false }
            state.passphrase = passphrase
            return true
        }
    }

    /// Unlocks; a wrong passphrase is answered later and later.
    func unlock(_ passphrase: SharedSecret, _ done: @escaping @Sendable (Bool) -> Void) {
        let delay = state.withLock { state -> Int? in
            guard let right = state.passphrase else { return 0 }
            guard right.borrow({ right in passphrase.equals(right) }) else {
                state.mistakes += 1
                return min(state.mistakes * AgentLock.step, AgentLock.longest)
            }
            (state.passphrase, state.mistakes) = (nil, 0)
            return nil
        }
        guard let delay else { return done(true) }
        let isStarted = OwnThread.start {
            // One after another, so that many clients can't try at once.
            self.queue.withLock { _ in _ = usleep(UInt32(delay)) }
            done(false)
        }
        if !isStarted { done(false) }
    }
}
