internal import Dispatch
internal import JetonThreads
internal import Synchronization

/// The calls of one token's module, in the order in which they came, on threads of their own.
///
/// No call of a module runs on the pool that runs tasks: a slow card, or a person who looks for a PIN, holds a thread of
/// this queue and nothing else. A thread starts with the first call and ends after five idle seconds. At most
/// ``limit`` calls wait; the next is refused at once, so that a flood of handshakes does not grow without bound.
final class TokenQueue: Sendable {
    private struct State {
        var waiting: [any QueuedCall] = []
        /// Where the first of the calls is: those before it are gone.
        var first = 0
        var threads = 0
        var idle = 0

        var count: Int { waiting.count - first }

        /// Whether one more may wait; calls that were canceled give way.
        mutating func hasRoom(_ limit: Int) -> Bool {
            if count < limit { return true }
            waiting.removeFirst(first)
            first = 0
            waiting.removeAll { $0.hasEnded }
            return count < limit
        }

        mutating func next() -> (any QueuedCall)? {
            guard first < waiting.count else { return nil }
            let call = waiting[first]
            first += 1
            // Moves what is left seldom, so that a call costs the same however many wait.
            if first == waiting.count || first >= 256 {
                waiting.removeFirst(first)
                first = 0
            }
            return call
        }
    }

    /// What the threads are called, at most 15 bytes: `top -H` and a debugger show it.
    private static let threadName = "jeton-token"
    private static let idleSeconds = 5

    /// How many calls may wait.
    let limit: Int
    /// How many calls may run at once.
    let width: Int
    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)

    init(width: Int = 1, limit: Int = 1024) {
        self.width = width
        self.limit = limit
    }

    /// How many calls wait for their turn.
    var waiting: Int { state.withLock { $0.count } }

    /// Makes a call on a thread of the queue, while the caller's task waits without a thread.
    ///
    /// - Parameters:
    ///   - abandoned: Gets the outcome of a call whose task was canceled while it ran.
    ///   - body: The call.
    /// - Returns: What the call returns.
    /// - Throws: ``TokenError``; ``TokenError/Code/queueFull``, ``TokenError/Code/canceled`` and
    ///   ``TokenError/Code/canceledWhileRunning`` of its own.
    func run<Value: Sendable>(
        abandoned: (@Sendable (Result<Value, TokenError>) -> Void)? = nil,
        _ body: @escaping @Sendable () throws -> Value
    ) async throws(TokenError) -> Value {
        let call = TaskCall(abandoned: abandoned, body)
        if !enter(call, limit: limit) {
            call.refuse(TokenError(.queueFull, "\(limit) calls are already waiting for the token"))
        }
        return try await call.outcome().get()
    }

    /// Adds a call that has no limit, and that runs here if the system gives no thread.
    func add(_ call: any QueuedCall) {
        if !enter(call, limit: .max) { call.run() }
    }

    private func enter(_ call: any QueuedCall, limit: Int) -> Bool {
        let (isTaken, startsThread) = state.withLock { state in
            guard state.hasRoom(limit) else { return (false, false) }
            state.waiting.append(call)
            guard state.idle < state.count, state.threads < width else { return (true, false) }
            state.threads += 1
            return (true, true)
        }
        guard isTaken else { return false }
        if startsThread, !OwnThread.start(named: Self.threadName, { self.serve() }) {
            // The system gives no thread: those that run take the call. With none it would wait forever.
            let isAlone = state.withLock { state in
                state.threads -= 1
                guard state.threads == 0 else { return false }
                state.waiting = []
                state.first = 0
                return true
            }
            if isAlone { return false }
        }
        arrived.signal()
        return true
    }

    /// Runs calls until none has come for a while.
    private func serve() {
        while true {
            state.withLock { $0.idle += 1 }
            let outcome = arrived.wait(timeout: .now() + .seconds(Self.idleSeconds))
            // Until the call and what it holds are let go of: at the end of the process no module may be at work.
            let ends = Disposal.awaitedAtExit { takeNext(isIdle: outcome == .timedOut) }
            if ends { return }
        }
    }

    /// Runs the next call, if there is one; whether the thread ends.
    private func takeNext(isIdle: Bool) -> Bool {
        let (call, ends) = state.withLock { state -> ((any QueuedCall)?, Bool) in
            state.idle -= 1
            if let call = state.next() { return (call, false) }
            guard isIdle else { return (nil, false) }
            state.threads -= 1
            return (nil, true)
        }
        call?.run()
        return ends
    }
}
