internal import CJetonHost
internal import Cryptoki
internal import Glibc
internal import JetonPrograms

/// A child process that runs modules, watched by way of a shared call marker if it was forked.
///
/// Forking without exec keeps the start short, but is sound only while the process has one thread: another one might
/// hold a lock that the child then never gets.
@safe
struct WatchedChild {
    private let process: pid_t
    private let marker: CallMarker?
    /// What ``UnattendedCall`` notes; nil if the child was not forked.
    private let unattended: UnsafePointer<UInt32>?

    /// Whether this process may fork: it has one thread.
    static var canFork: Bool { host_thread_count() == 1 }

    /// Forks; the child runs `body`, then ends with the exit code that it gives, without the exit handlers of
    /// libraries: modules hang there.
    init?(_ body: () -> Int32) {
        // The note stands behind the marker, at a multiple of its size.
        let offset = (CallMarker.size + UnattendedCall.size - 1) / UnattendedCall.size * UnattendedCall.size
        guard let block = unsafe host_shared_block(offset + UnattendedCall.size) else { return nil }
        let marker = unsafe CallMarker(sharedBlock: block)
        let note = unsafe block + offset
        unsafe unattended = UnsafePointer(note.bindMemory(to: UInt32.self, capacity: 1))
        // What is buffered would be written twice.
        fflush(nil)
        process = host_fork()
        self.marker = marker
        if process < 0 { return nil }
        if process == 0 {
            marker.use()
            unsafe UnattendedCall.use(note)
            let code = body()
            fflush(nil)
            _exit(code)
        }
    }

    /// Starts a program with its standard output going to a descriptor and its standard error to nowhere.
    init?(program: String, arguments: [String], output: Int32) {
        var call = ProgramCall(silent: [program] + arguments)
        call.output = .descriptor(output)
        guard let running = try? call.start() else { return nil }
        process = running.process
        marker = nil
        unsafe unattended = nil
    }

    /// Passes the signals that ask a program to end on to the child, for as long as it runs.
    func forwardSignals() { host_forward_signals(process) }

    /// Ends what ``forwardSignals()`` began.
    static func forwardNoSignals() { host_forward_signals(0) }

    /// Waits until the child ends, or one call of a module takes longer than it may.
    ///
    /// - Parameters:
    ///   - deadlines: How long one call may take.
    ///   - path: The only module that the child runs, which a crash outside all functions is put down to; empty if the
    ///     child does more.
    /// - Returns: How the child ended.
    func wait(_ deadlines: CallDeadlines, path: String = "") -> ChildEnd {
        var lastCount: UInt32?
        var waited = 0
        // A quarter of the shortest deadline, so that a hang is noticed at most a quarter late.
        let step = max(10, min(250, deadlines.machine / 4))
        while true {
            if let end = self.end(within: step, path: path) { return end }
            let count = marker?.callCount
            guard let function = marker?.function, count == lastCount else {
                lastCount = count
                waited = 0
                continue
            }
            waited += step
            let isUnattended = unsafe unattended.map { unsafe $0.pointee != 0 } ?? false
            let limit = deadlines.milliseconds(for: function, isUnattended: isUnattended)
            if waited >= limit { return kill(after: limit, path: path) }
        }
    }

    /// Waits until the child ends, at most for a time in milliseconds.
    ///
    /// - Parameters:
    ///   - milliseconds: How long to wait from now.
    ///   - path: The only module that the child runs.
    ///   - total: The whole time that the child had, for the message.
    /// - Returns: How the child ended.
    func wait(atMost milliseconds: Int, path: String, total: Int) -> ChildEnd {
        end(within: milliseconds, path: path) ?? kill(after: total, path: path)
    }

    /// Waits for the end of the child, at most for a time in milliseconds, and lets it run on after that.
    ///
    /// - Parameters:
    ///   - milliseconds: How long to wait from now.
    ///   - path: The only module that the child runs; empty if the child does more.
    /// - Returns: How the child ended; nil if it still runs.
    func end(within milliseconds: Int, path: String = "") -> ChildEnd? {
        var status: Int32 = 0
        let hasEnded = unsafe host_wait(process, Int32(clamping: milliseconds), &status) == 0
        if !hasEnded, errno == ETIMEDOUT { return nil }
        return WatchedChild.end(status, known: hasEnded, marker: marker, path: path)
    }

    /// Whether the child has ended and was not waited for yet.
    var hasEnded: Bool { host_has_ended(process) != 0 }

    private func kill(after milliseconds: Int, path: String) -> ChildEnd {
        let end = WatchedChild.end(after: milliseconds, marker: marker, path: path)
        Glibc.kill(process, SIGKILL)
        var status: Int32 = 0
        _ = unsafe host_wait(process, 10_000, &status)
        return end
    }

    /// The end of a child that took too long.
    private static func end(after milliseconds: Int, marker: CallMarker?, path: String) -> ChildEnd {
        let seconds = (milliseconds + 999) / 1000
        guard let function = functionName(marker, orIf: !path.isEmpty) else { return .hung(seconds: seconds) }
        return .hungInModule(path: markedPath(marker) ?? path, function: function, seconds: seconds)
    }

    /// The end of a child that its wait status tells.
    private static func end(_ status: Int32, known: Bool, marker: CallMarker?, path: String) -> ChildEnd {
        guard known else { return .crashed(signal: SIGKILL) }
        let signal = host_signal_of(status)
        let code = host_exit_code_of(status)
        let isInterruption = [SIGINT, SIGTERM, SIGHUP, SIGQUIT].contains(signal)
        // A child that runs nothing but one module crashes nowhere else.
        guard !isInterruption, let function = functionName(marker, orIf: !path.isEmpty && signal != 0) else {
            return signal != 0 ? .crashed(signal: signal) : .exited(code)
        }
        let path = markedPath(marker) ?? path
        return signal != 0
            ? .crashedInModule(path: path, function: function, signal: signal)
            : .exitedInModule(path: path, function: function, code: code)
    }

    private static func markedPath(_ marker: CallMarker?) -> String? {
        guard let path = marker?.modulePath, !path.isEmpty else { return nil }
        return path
    }

    private static func functionName(_ marker: CallMarker?, orIf known: Bool) -> String? {
        if let function = marker?.function { return "\(function)" }
        return known ? "a function of its own" : nil
    }
}
