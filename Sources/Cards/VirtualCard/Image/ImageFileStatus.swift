#if canImport(Glibc)
    import Glibc
#endif

/// What the system says of an open file.
struct ImageFileStatus {
    /// Which file it is; two open files with one identity are the same file.
    struct Identity: Hashable {
        let device: UInt64
        let number: UInt64
    }

    let identity: Identity
    let size: Int
    let isFile: Bool
    /// Whether it is the user's own file, which no other user may read or write.
    let isPrivateFile: Bool

    init(ofOpenFile number: Int32, path: String) throws(VirtualCardError) {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else {
            throw VirtualCardError(.inputOutput, path: path, systemError: errno)
        }
        self.init(status)
    }

    /// What lies at a path, itself and not what a symbolic link there names; nil if nothing does.
    init?(at path: String) throws(VirtualCardError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            if errno == ENOENT { return nil }
            throw VirtualCardError(.inputOutput, path: path, systemError: errno)
        }
        self.init(status)
    }

    private init(_ status: stat) {
        identity = Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
        size = Int(status.st_size)
        isFile = status.st_mode & S_IFMT == S_IFREG
        isPrivateFile = isFile && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
    }
}
