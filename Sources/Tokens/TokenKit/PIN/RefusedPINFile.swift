internal import Glibc

/// The file of refused PINs, locked from the start to the end of this value.
///
/// The lock is on a file beside it, since each change replaces the file itself.
struct RefusedPINFile: ~Copyable {
    private static let name = "refused"
    private static let newName = "refused.new"
    private static let lockName = "lock"
    private static let patienceMilliseconds = 30_000

    private let directory: PINGuardDirectory
    private let lock: Int32

    /// Makes the directory if it is not there, and waits for the lock.
    init(directory path: String) throws(PINError) {
        let directory = try PINGuardDirectory(path)
        lock = try RefusedPINFile.takeLock(directory)
        self.directory = directory
    }

    deinit { close(lock) }

    /// Reads the record; an empty one if there is none, if it is of an earlier boot, or, and says so, if it is damaged.
    borrowing func load(bootID: [UInt8]) throws(PINError) -> (record: RefusedPINRecord, isDamaged: Bool) {
        let descriptor = unsafe openat(
            directory.handle,
            RefusedPINFile.name,
            O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
        )
        if descriptor < 0 {
            if errno == ENOENT { return (try RefusedPINRecord(bootID: bootID), false) }
            // A link, which jeton does not make.
            if errno == ELOOP { return (try RefusedPINRecord(bootID: bootID), true) }
            throw directory.unavailable
        }
        defer { close(descriptor) }
        var octets = [UInt8](repeating: 0, count: RefusedPINRecord.maximumLength + 1)
        var count = 0
        while count < octets.count {
            let added = unsafe octets.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
            }
            if added < 0 {
                if errno == EINTR { continue }
                // A directory or the like in its place.
                return (try RefusedPINRecord(bootID: bootID), true)
            }
            if added == 0 { break }
            count += added
        }
        guard count < octets.count, let record = RefusedPINRecord(decoding: Array(octets.prefix(count))) else {
            return (try RefusedPINRecord(bootID: bootID), true)
        }
        return (try record.isOf(bootID: bootID) ? record : RefusedPINRecord(bootID: bootID), false)
    }

    /// Replaces the record, whole or not at all.
    borrowing func store(_ record: RefusedPINRecord) throws(SystemFailure) {
        _ = unsafe unlinkat(directory.handle, RefusedPINFile.newName, 0)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe openat(directory.handle, RefusedPINFile.newName, flags, 0o600)
        guard descriptor >= 0 else { throw .last }
        defer { close(descriptor) }
        var rest = record.encoded[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .last
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw .last }
        guard unsafe renameat(directory.handle, RefusedPINFile.newName, directory.handle, RefusedPINFile.name) == 0,
            fsync(directory.handle) == 0
        else { throw .last }
    }

    private static func takeLock(_ directory: borrowing PINGuardDirectory) throws(PINError) -> Int32 {
        let descriptor = try directory.open(lockName)
        let step = 20
        for _ in 0..<(patienceMilliseconds / step) {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(UInt32(step) * 1000)
        }
        let failure = directory.unavailable
        close(descriptor)
        throw failure
    }
}
