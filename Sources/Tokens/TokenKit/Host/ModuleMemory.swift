internal import CJetonHost

/// The memory that a process may take which only loads a module to look at it.
package enum ModuleMemory {
    /// Two GiB, far more than any module needs.
    private static let limit = 2 << 30

    /// Limits this process, a child that is about to load a module; what it forks has the limit too.
    package static func limitThisProcess() { host_limit_memory(limit) }
}
