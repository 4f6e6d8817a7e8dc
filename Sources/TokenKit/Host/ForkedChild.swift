internal import CHost
internal import Cryptoki
internal import Glibc

/// A forked child of this process, watched by way of a shared call marker.
///
/// Forking without exec keeps the start short, but is sound only while the process has one thread: another one
/// might hold a lock that the child then never gets. ``isPossible`` tells.
@safe
struct ForkedChild: ~Copyable {
    private let process: pid_t
    private let marker: CallMarker

    /// Whether this process may fork: it has one thread.
    static var isPossible: Bool { host_thread_count() == 1 }

    /// Forks; the child runs `body`, then ends with the exit code that it gives, without the exit handlers of
    /// libraries: modules hang there.
    init?(_ body: () -> Int32) {
        guard let block = unsafe host_shared_block(CallMarker.size) else { return nil }
        marker = unsafe CallMarker(sharedBlock: block)
        // What is buffered would be written twice.
        unsafe fflush(nil)
        process = host_fork()
        if process < 0 { return nil }
        if process == 0 {
            marker.use()
            let code = body()
            unsafe fflush(nil)
            _exit(code)
        }
    }

    /// Waits until the child ends, or one call of a module takes longer than it may.
    consuming func wait(_ deadlines: CallDeadlines) -> ChildEnd {
        var lastCount: UInt32?
        var waited = 0
        // A quarter of the shortest deadline, so that a hang is noticed at most a quarter late.
        let step = max(10, min(250, deadlines.machine / 4))
        while true {
            var status: Int32 = 0
            let ended = unsafe host_wait(process, Int32(step), &status)
            if ended != 0 { return end(status, known: ended > 0) }
            let count = marker.callCount
            guard (marker.function != nil), count == lastCount else {
                lastCount = count
                waited = 0
                continue
            }
            waited += step
            let limit = deadlines.milliseconds(for: marker.function)
            if waited >= limit { return killed(after: limit) }
        }
    }

    /// Waits until the child ends, at most for a time in milliseconds.
    consuming func wait(atMost milliseconds: Int) -> ChildEnd {
        var status: Int32 = 0
        let ended = unsafe host_wait(process, Int32(clamping: milliseconds), &status)
        return ended == 0 ? killed(after: milliseconds) : end(status, known: ended > 0)
    }

    /// Lets SIGTERM reach the child and leaves SIGINT to it, for as long as it runs.
    borrowing func forwardSignals() { host_forward_signals(process) }

    private func killed(after milliseconds: Int) -> ChildEnd {
        let inModule = (marker.function != nil)
        let (path, function) = (marker.modulePath, functionName)
        kill(process, SIGKILL)
        var status: Int32 = 0
        _ = unsafe host_wait(process, 10_000, &status)
        let seconds = (milliseconds + 999) / 1000
        return inModule ? .hungInModule(path: path, function: function, seconds: seconds) : .hung(seconds: seconds)
    }

    private func end(_ status: Int32, known: Bool) -> ChildEnd {
        guard known else { return .crashed(signal: SIGKILL) }
        let signal = host_signal_of(status)
        if signal != 0 {
            return (marker.function != nil) && signal != SIGINT && signal != SIGTERM
                ? .crashedInModule(path: marker.modulePath, function: functionName, signal: signal)
                : .crashed(signal: signal)
        }
        let code = host_exit_code_of(status)
        return (marker.function != nil)
            ? .exitedInModule(path: marker.modulePath, function: functionName, code: code) : .exited(code)
    }

    private var functionName: String { marker.function.map { "\($0)" } ?? "a function of its own" }
}
