#if canImport(Glibc)
    import Glibc
#endif

/// A detached thread for calls that block, which must stay off the pool that runs tasks.
package enum OwnThread {
    private final class Work: Sendable {
        let name: String?
        let body: @Sendable () -> Void

        init(_ name: String?, _ body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }

        func run() {
            if let name { OwnThread.nameThisThread(name) }
            body()
        }
    }

    /// Sets the name that `top -H` and a debugger show; without `/proc` the thread keeps the process's.
    private static func nameThisThread(_ name: String) {
        let descriptor = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        _ = unsafe name.withCString { unsafe write(descriptor, $0, strlen($0)) }
        close(descriptor)
    }

    /// Runs a closure on a new thread that takes no signals, so that the program's own threads get them.
    ///
    /// - Parameters:
    ///   - name: What the thread is called, at most 15 bytes; nil for the process's name.
    ///   - body: The closure.
    /// - Returns: Whether the system gave a thread; if not, the closure does not run.
    package static func start(named name: String? = nil, _ body: @escaping @Sendable () -> Void) -> Bool {
        let work = unsafe Unmanaged.passRetained(Work(name, body))
        var attributes = pthread_attr_t()
        guard unsafe pthread_attr_init(&attributes) == 0 else {
            unsafe work.release()
            return false
        }
        defer { _ = unsafe pthread_attr_destroy(&attributes) }
        _ = unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // A thread inherits the mask of the one that starts it.
        var all = sigset_t()
        var previous = sigset_t()
        _ = unsafe sigfillset(&all)
        _ = unsafe pthread_sigmask(SIG_BLOCK, &all, &previous)
        defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread,
            &attributes,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            },
            work.toOpaque()
        )
        if result != 0 { unsafe work.release() }
        return result == 0
    }
}
