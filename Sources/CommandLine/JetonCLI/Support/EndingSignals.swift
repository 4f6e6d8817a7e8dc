internal import Glibc

/// The signals that end a program that runs until one comes; blocked from the first moment on in this thread and those
/// that it starts.
struct EndingSignals {
    private var set = sigset_t()

    init() {
        _ = unsafe sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] { _ = unsafe sigaddset(&set, signal) }
        _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for one of them.
    func wait() {
        var set = set
        var signal: Int32 = 0
        while unsafe sigwait(&set, &signal) != 0 {}
    }
}
