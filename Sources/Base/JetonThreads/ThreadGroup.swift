internal import Glibc

/// Threads of the system that do one thing side by side.
package enum ThreadGroup {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs a closure on threads of their own, with their numbers from 0, and waits until all have ended.
    ///
    /// - Throws: ``ThreadError`` if the system gives no more threads; those that were started are waited for.
    package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) throws(ThreadError) {
        var threads: [pthread_t] = []
        var failure: Int32 = 0
        while threads.count < count, failure == 0 {
            let number = threads.count
            var thread = pthread_t()
            let work = unsafe Unmanaged.passRetained(Work { body(number) })
            failure = unsafe pthread_create(
                &thread,
                nil,
                { argument in
                    if let argument = unsafe argument {
                        unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
                    }
                    return nil
                },
                work.toOpaque()
            )
            if failure == 0 { threads.append(thread) } else { unsafe work.release() }
        }
        for thread in threads { _ = pthread_join(thread, nil) }
        guard failure == 0 else { throw ThreadError(number: failure) }
    }
}
