internal import Glibc
internal import Synchronization

/// Holds back the signals that end or stop the process, reports them by a descriptor, and sends them on at the end.
///
/// One at a time in a process: ``TerminalPrompt`` sees to it.
struct SignalWatch: ~Copyable {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

    /// The end of the pair of sockets to which the handler writes; a handler can reach nothing but globals.
    private static let handlerEnd = Atomic<Int32>(-1)

    /// Readable as soon as a signal has come.
    let descriptor: Int32
    private let writeEnd: Int32
    private let earlier: [sigaction]

    /// Takes over the signals; nil with `errno` set if there is no descriptor left.
    init?() {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        descriptor = ends[0]
        writeEnd = ends[1]
        SignalWatch.handlerEnd.store(ends[1], ordering: .sequentiallyConsistent)
        var actions: [sigaction] = []
        for signal in SignalWatch.signals {
            var old = sigaction()
            var new = sigaction()
            unsafe sigaction(signal, nil, &old)
            // A program that ignores a signal, as nohup has it do, goes on ignoring it.
            if !SignalWatch.isIgnored(old) {
                unsafe new.__sigaction_handler.sa_handler = { number in
                    let saved = errno
                    var octet = UInt8(truncatingIfNeeded: number)
                    _ = unsafe write(SignalWatch.handlerEnd.load(ordering: .sequentiallyConsistent), &octet, 1)
                    errno = saved
                }
                unsafe sigaction(signal, &new, nil)
            }
            actions.append(old)
        }
        earlier = actions
    }

    /// The number of the first signal that was not reported yet.
    borrowing func next() -> Int32? {
        var octet: UInt8 = 0
        return unsafe read(descriptor, &octet, 1) == 1 ? Int32(octet) : nil
    }

    /// Gives the signals back, then sends on the reported one and those that came after it.
    consuming func close(resending told: Int32?) {
        var pending = told.map { [$0] } ?? []
        for (signal, action) in zip(SignalWatch.signals, earlier) {
            var action = action
            if !SignalWatch.isIgnored(action) { _ = unsafe sigaction(signal, &action, nil) }
        }
        SignalWatch.handlerEnd.store(-1, ordering: .sequentiallyConsistent)
        while let signal = next() { pending.append(signal) }
        Glibc.close(descriptor)
        Glibc.close(writeEnd)
        for signal in pending { SignalWatch.resend(signal) }
    }

    /// Sends a signal to this thread, so that a stop happens here and not while the next prompt is being written.
    ///
    /// The threads of libdispatch hold most signals back, so this one is let through for that moment.
    private static func resend(_ signal: Int32) {
        var alone = sigset_t()
        var earlier = sigset_t()
        unsafe sigemptyset(&alone)
        unsafe sigaddset(&alone, signal)
        unsafe pthread_sigmask(SIG_UNBLOCK, &alone, &earlier)
        raise(signal)
        unsafe pthread_sigmask(SIG_SETMASK, &earlier, nil)
    }

    private static func isIgnored(_ action: sigaction) -> Bool {
        unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
