internal import CJetonHost

/// Memory savings for a process that runs until a signal ends it.
package enum LongRun {
    /// Makes all threads share one heap.
    ///
    /// Call it before the second thread starts.
    package static func prepare() { host_keep_one_heap() }

    /// Releases memory that only the start of this process needed.
    ///
    /// The kernel reads released pages from the program's and the libraries' files on their next use. Code that a module
    /// changed in memory stays.
    package static func begin() { host_release_memory() }
}
