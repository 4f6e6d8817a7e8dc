import CJetonPCSC
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A context of the service with its library; released once, at the latest when its last reference goes.
final class ContextHandle: Sendable {
    let library: PCSCLibrary
    let value: Int
    private let process: Int32
    private let isReleased = Mutex(false)

    init(library: PCSCLibrary) throws(PCSCError) {
        var value = 0
        // Scope "system" is the one that pcsc-lite knows.
        try library.call(.establishContext) { unsafe $0.entries.establish_context(2, nil, nil, &value) }
        self.library = library
        self.value = value
        process = getpid()
    }

    deinit {
        // Nobody is left to hear of a failure; the service drops the context when the connection closes.
        try? release()
    }

    /// Calls one function, in the process that made the context only.
    ///
    /// A child made by fork shares the connection: a message from it would be taken for the parent's.
    func call(
        _ function: PCSCFunction,
        reader: ReaderName? = nil,
        _ body: (FunctionTable) -> Int
    ) throws(PCSCError) {
        guard getpid() == process else { throw PCSCError(.usedAfterFork, in: function, reader: reader) }
        try library.call(function, reader: reader, body)
    }

    /// Gives the context back; does nothing the second time.
    func release() throws(PCSCError) {
        let isFirst = isReleased.withLock { released in
            defer { released = true }
            return !released
        }
        if isFirst { try call(.releaseContext) { unsafe $0.entries.release_context(value) } }
    }

    /// Ends a wait for a change; does nothing after the release, when the number may belong to another context.
    func cancel() throws(PCSCError) {
        let outcome = isReleased.withLock { released -> PCSCError? in
            if released { return nil }
            do throws(PCSCError) {
                try call(.cancel) { unsafe $0.entries.cancel(value) }
                return nil
            } catch {
                return error
            }
        }
        if let outcome { throw outcome }
    }
}
