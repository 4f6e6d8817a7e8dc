internal import Glibc
internal import JetonFiles

/// The directory of the guard of PINs: made if it is missing, and refused if another user could write to it.
struct PINGuardDirectory: ~Copyable {
    /// The open directory.
    let handle: Int32
    private let path: String

    /// Makes the directory with mode 0700 if it is not there.
    ///
    /// - Throws: ``PINError/Code/guardUnavailable``.
    init(_ path: String) throws(PINError) {
        // What can't be made can't be opened.
        try? ReplacedFile.makeDirectory(path)
        let handle = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { throw PINGuardDirectory.unavailable(path) }
        do throws(PINError) {
            try PINGuardDirectory.check(handle, path)
        } catch {
            close(handle)
            throw error
        }
        self.handle = handle
        self.path = path
    }

    deinit { close(handle) }

    /// Opens a file that programs lock, made if it is missing; its descriptor, which the caller closes.
    ///
    /// - Throws: ``PINError/Code/guardUnavailable``.
    borrowing func open(_ name: String) throws(PINError) -> Int32 {
        let descriptor = unsafe openat(handle, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unavailable }
        return descriptor
    }

    /// The error of the last system call.
    var unavailable: PINError { PINGuardDirectory.unavailable(path) }

    private static func unavailable(_ path: String) -> PINError {
        PINError(.guardUnavailable, detail: "\(path): \(SystemFailure.last)")
    }

    /// Another user who can write to the directory could take a record away.
    private static func check(_ handle: Int32, _ path: String) throws(PINError) {
        var status = stat()
        guard unsafe fstat(handle, &status) == 0 else { throw unavailable(path) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw PINError(.guardUnavailable, detail: "\(path) is not private")
        }
    }
}
