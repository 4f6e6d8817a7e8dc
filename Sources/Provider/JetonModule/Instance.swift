import Synchronization
import TokenEngine

#if canImport(Glibc)
    import Glibc
#endif

/// What is between C_Initialize and C_Finalize of one process.
///
/// Instances are never freed: a call of another thread may still be in one when the library is finalized, and the child
/// of a fork must not touch what its parent's threads may have held.
final class Instance: Sendable {
    /// The instance of this process, and of its parent until the child of a fork makes its own.
    private static let current = unsafe Atomic<Unmanaged<Instance>?>(nil)
    /// The instance that was made last in this process or its parents, also after C_Finalize.
    private static let last = unsafe Atomic<Unmanaged<Instance>?>(nil)

    let engine: Engine
    /// The caller's own mutex, held during each call where the caller wants it so.
    let mutex: ApplicationMutex?
    private let process: pid_t

    private init(_ mutex: ApplicationMutex?, slotNames: [String]) {
        engine = Engine(HostEnvironment.sources(), channels: HostEnvironment.channels(), slotNames: slotNames)
        self.mutex = mutex
        process = getpid()
    }

    /// The instance, if the library is initialized in this process.
    static var active: Instance? {
        guard let held = unsafe current.load(ordering: .acquiring) else { return nil }
        let instance = unsafe held.takeUnretainedValue()
        return instance.process == getpid() ? instance : nil
    }

    /// Initializes the library.
    ///
    /// - Returns: Whether it was not initialized before.
    static func begin(_ mutex: ApplicationMutex?) -> Bool {
        let held = unsafe current.load(ordering: .acquiring)
        if let held = unsafe held, unsafe held.takeUnretainedValue().process == getpid() { return false }
        // Programs keep the identifiers of slots across C_Finalize and a fork.
        let slotNames = unsafe last.load(ordering: .acquiring)?.takeUnretainedValue().engine.slotNames ?? []
        let made = unsafe Unmanaged.passRetained(Instance(mutex, slotNames: slotNames))
        guard unsafe current.compareExchange(expected: held, desired: made, ordering: .acquiringAndReleasing).exchanged
        else { return false }
        unsafe last.store(made, ordering: .releasing)
        return true
    }

    /// Finalizes the library.
    ///
    /// - Returns: Whether it was initialized.
    static func end() -> Bool {
        guard let instance = active else { return false }
        let held = unsafe Unmanaged.passUnretained(instance)
        guard unsafe current.compareExchange(expected: held, desired: nil, ordering: .acquiringAndReleasing).exchanged
        else { return false }
        instance.engine.close()
        return true
    }
}
