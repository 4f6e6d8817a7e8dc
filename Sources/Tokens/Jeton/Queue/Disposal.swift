internal import Dispatch
internal import Glibc
internal import Synchronization

/// Something whose end calls the module: sessions that are closed, the last user of a module that finalizes it.
protocol Disposable: AnyObject, Sendable {
    /// Lets go of what calls the module.
    func dispose()
}

/// The end of something, as a call of a queue.
final class Disposal: QueuedCall {
    private static let pending = DispatchGroup()
    /// Whether the process waits for what is pending before the modules' own destructors run.
    private static let isAwaited = Mutex(false)

    private let disposable: any Disposable

    private init(_ disposable: any Disposable) { self.disposable = disposable }

    var hasEnded: Bool { false }

    func run() {
        disposable.dispose()
        Self.pending.leave()
    }

    /// Ends something: here, or on the queue's thread if this is a task, whose thread no module may hold.
    static func dispose(_ disposable: any Disposable, on queue: TokenQueue) {
        guard unsafe withUnsafeCurrentTask(body: { unsafe $0 != nil }) else {
            return awaitedAtExit { disposable.dispose() }
        }
        pending.enter()
        queue.add(Disposal(disposable))
    }

    /// Runs what the end of the process waits for.
    static func awaitedAtExit<Value>(_ body: () -> Value) -> Value {
        pending.enter()
        defer { pending.leave() }
        return body()
    }

    /// Lets the process end only after the calls that run and the ends that are pending, or two seconds; called once a module is loaded, since what is
    /// registered last runs first.
    static func awaitAtExit() {
        let isFirst = isAwaited.withLock { isAwaited in
            defer { isAwaited = true }
            return !isAwaited
        }
        guard isFirst else { return }
        _ = atexit { _ = Disposal.pending.wait(timeout: .now() + .seconds(2)) }
    }
}
