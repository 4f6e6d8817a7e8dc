import Synchronization
import TokenEngine

#if canImport(Glibc)
    import Glibc
#endif

/// Destroys the keys of sessions when the program exits without C_Finalize.
enum ExitHandler {
    private static let isInstalled = Atomic(false)

    /// Installs the handler, once for the process and its children.
    ///
    /// Not before there is a key: handlers run in the reverse order, and libcrypto, which the card needs, has installed
    /// its own by then.
    static func install() {
        guard !isInstalled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        // In the child of a fork, no instance is active before C_Initialize: the parent's keys stay.
        _ = atexit { Instance.active?.engine.destroySessionKeys() }
    }
}
