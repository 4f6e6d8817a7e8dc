import Glibc
import JetonFiles
import JetonKeystoreBase

/// An executable or library as it was when it was opened: owner, mode and digest of one and the same file.
struct ExecutableFile: Hashable, Sendable {
    /// What the file system says of the open file.
    let status: FileStatus
    /// Whether only root can change the file; ``isProtected(_:_:)``.
    let isProtected: Bool
    /// The content's digest.
    let digest: FileDigest

    /// Opens and digests a file, following symbolic links such as `/proc/self/exe`.
    ///
    /// - Throws: ``KeystoreError/Code/inputOutput``.
    static func open(_ path: String) throws(KeystoreError) -> ExecutableFile {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw KeystoreError.failed("open", path) }
        return try open(descriptor, path)
    }

    /// Digests an open file, and closes it.
    ///
    /// - Throws: ``KeystoreError/Code/inputOutput``.
    static func open(_ descriptor: Int32, _ path: String) throws(KeystoreError) -> ExecutableFile {
        defer { close(descriptor) }
        let status = try KeystoreError.ofFiles { () throws(FileError) in try RegularFile.status(descriptor, path) }
        guard status.kind == .regular else {
            throw KeystoreError(.inputOutput, "'\(path)' is not a regular file")
        }
        try SHA256.prepare()
        let hash = SHA256()
        var size: Int64 = 0
        try KeystoreError.ofFiles { () throws(FileError) in
            try RegularFile.forEachBlock(descriptor, path) { (block) throws(FileError) in
                hash.update(block.span)
                size += Int64(block.count)
            }
        }
        guard let digest = FileDigest(sha256: hash.finish(), size: size) else {
            throw KeystoreError(.inputOutput, "'\(path)' is too large")
        }
        return ExecutableFile(status: status, isProtected: isProtected(descriptor, status), digest: digest)
    }

    /// Whether root alone can change an open file: root owns it, no other user may write it, and it lies on a file
    /// system whose owners count.
    ///
    /// What a user mounts (FUSE, the image of a disk through udisks) has the owners that the user gives it. The system
    /// mounts it with `nosuid` for that reason, so an owner there proves nothing.
    static func isProtected(_ descriptor: Int32, _ status: FileStatus) -> Bool {
        var system = statvfs()
        guard unsafe fstatvfs(descriptor, &system) == 0, system.f_flag & UInt(ST_NOSUID) == 0 else { return false }
        return status.owner == 0 && !status.isWritableByOthers
    }
}
