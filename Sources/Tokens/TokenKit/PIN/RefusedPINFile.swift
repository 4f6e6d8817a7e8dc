internal import Glibc
internal import JetonFiles

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
        // A directory or the like in its place is damage too.
        let octets = try? RegularFile.read(descriptor, RefusedPINFile.name, limit: RefusedPINRecord.maximumLength)
        guard let record = octets.flatMap({ RefusedPINRecord(decoding: $0) }) else {
            return (try RefusedPINRecord(bootID: bootID), true)
        }
        return (try record.isOf(bootID: bootID) ? record : RefusedPINRecord(bootID: bootID), false)
    }

    /// Replaces the record, whole or not at all.
    borrowing func store(_ record: RefusedPINRecord) throws(SystemFailure) {
        let (system, name) = (LinuxFileSystem(), RefusedPINFile.newName)
        try? system.unlink(name, in: directory.handle)
        do throws(SystemError) {
            try ReplacedFile.writeTemporary(record.encoded.span, as: name, in: directory.handle, mode: 0o600, system)
            try ReplacedFile.commit(name, as: RefusedPINFile.name, previous: nil, in: directory.handle, system)
        } catch {
            throw SystemFailure(number: error.number)
        }
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
