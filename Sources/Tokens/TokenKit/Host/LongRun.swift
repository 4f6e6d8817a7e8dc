internal import CHost

/// What a process does that goes on until it is ended, so that it keeps little memory.
package enum LongRun {
    /// Lets all threads share one heap.
    ///
    /// To be called before there is a second thread.
    package static func prepare() { host_keep_one_heap() }

    /// Gives back memory that only the start of this process needed.
    ///
    /// What is used again of the program's and its libraries' files is read from them again. A library that changed its
    /// code in memory, as some modules do, keeps it.
    package static func begin() { host_release_memory() }
}
