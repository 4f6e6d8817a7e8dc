internal import Synchronization

/// One call that waits for its turn, or runs.
protocol QueuedCall: AnyObject, Sendable {
    /// Runs the call, unless it was canceled.
    func run()

    /// Whether its caller has stopped waiting, or has what it waited for.
    var hasEnded: Bool { get }
}

/// A call whose caller waits in a task.
final class TaskCall<Value: Sendable>: QueuedCall {
    typealias Outcome = Result<Value, TokenError>

    private enum Phase {
        /// Not begun; the caller may not wait yet.
        case waiting(CheckedContinuation<Outcome, Never>?)
        case running(CheckedContinuation<Outcome, Never>?)
        /// Ended, with an outcome that was not fetched yet.
        case ended(Outcome?)
    }

    private let phase = Mutex(Phase.waiting(nil))
    private let body: @Sendable () throws -> Value
    private let abandoned: (@Sendable (Outcome) -> Void)?

    /// Makes a call.
    ///
    /// - Parameters:
    ///   - abandoned: Gets the outcome of a call whose caller had stopped waiting while it ran.
    ///   - body: The call.
    init(abandoned: (@Sendable (Outcome) -> Void)?, _ body: @escaping @Sendable () throws -> Value) {
        self.abandoned = abandoned
        self.body = body
    }

    func run() {
        let begins = phase.withLock { phase in
            guard case .waiting(let continuation) = phase else { return false }
            phase = .running(continuation)
            return true
        }
        guard begins else { return }
        let outcome: Outcome
        do throws(TokenError) {
            outcome = .success(try TokenError.wrapping(body))
        } catch {
            outcome = .failure(error)
        }
        if !end(outcome) { abandoned?(outcome) }
    }

    var hasEnded: Bool {
        phase.withLock { phase in
            if case .ended = phase { true } else { false }
        }
    }

    /// Stops waiting: a call that has not begun is not made, and one that runs goes on without its caller.
    func cancel() {
        let isRunning = phase.withLock { phase in
            if case .running = phase { true } else { false }
        }
        // Between the two the call may end: then there is nothing to cancel.
        _ = end(
            .failure(
                isRunning
                    ? TokenError(.canceledWhileRunning, "the task was canceled while the token was working")
                    : TokenError(.canceled, "the task was canceled before the token was called")
            )
        )
    }

    /// Refuses the call.
    func refuse(_ error: TokenError) { _ = end(.failure(error)) }

    /// Gives the caller an outcome; whether it was the first one.
    private func end(_ outcome: Outcome) -> Bool {
        let (isFirst, continuation) = phase.withLock { phase -> (Bool, CheckedContinuation<Outcome, Never>?) in
            switch phase {
            case .ended: return (false, nil)
            case .waiting(let continuation), .running(let continuation):
                phase = .ended(continuation == nil ? outcome : nil)
                return (true, continuation)
            }
        }
        continuation?.resume(returning: outcome)
        return isFirst
    }

    /// Waits for the outcome; called once.
    func outcome() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ended = phase.withLock { phase -> Outcome? in
                    switch phase {
                    case .waiting: phase = .waiting(continuation)
                    case .running: phase = .running(continuation)
                    case .ended(let outcome): return outcome
                    }
                    return nil
                }
                if let ended { continuation.resume(returning: ended) }
            }
        } onCancel: {
            cancel()
        }
    }
}
