import Glibc
import JetonFiles
import JetonKeystoreBase

/// The lock of a device's memory: one call at a time reads, changes and writes it.
///
/// It is the lock of a file beside the memory, which stays, because the memory itself is replaced by each change. The
/// kernel ends the lock with the process.
enum SyncMemoryLock {
    /// Waits for the lock.
    ///
    /// - Parameter statePath: The memory's file.
    /// - Returns: What ``release(_:)`` takes.
    /// - Throws: ``KeystoreError/Code/inputOutput``.
    static func take(_ statePath: String) throws(KeystoreError) -> Int32 {
        guard let slash = statePath.lastIndex(of: "/") else {
            throw KeystoreError(.invalidParameter, "the path '\(statePath)' does not name a directory")
        }
        try KeystoreError.ofFiles { () throws(FileError) in try ReplacedFile.makeDirectory(String(statePath[..<slash]))
        }
        let path = statePath + ".lock"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw KeystoreError.failed("open", path) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let error = KeystoreError.failed("flock", path)
                close(descriptor)
                throw error
            }
        }
        return descriptor
    }

    /// Ends the lock.
    static func release(_ descriptor: Int32) { close(descriptor) }
}
