#if canImport(Glibc)
    import Glibc
#endif

/// A small file that only its owner may read, replaced as a whole.
struct PrivateFile: Sendable {
    /// How long one may be, in octets.
    private static let maximumLength = 4096

    let path: String

    /// The folder that it lies in.
    private var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    /// The octets; nil if there is no file.
    ///
    /// - Throws: `CKR_FUNCTION_FAILED` for a file that is not the user's own and closed to others, or too long.
    func read() throws(TokenFault) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw failure()
        }
        defer { close(file) }
        var status = stat()
        guard unsafe fstat(file, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 == 0,
            status.st_size <= Self.maximumLength
        else { throw TokenFault(.functionFailed, "a file of the channel is open to others, or no such file") }
        var octets = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = unsafe octets.withUnsafeMutableBytes { buffer in
            unsafe Glibc.read(file, buffer.baseAddress, buffer.count)
        }
        guard count == octets.count else { throw failure() }
        return octets
    }

    /// Replaces the file, so that it outlasts a loss of power; nil removes it.
    func write(_ octets: [UInt8]?) throws(TokenFault) {
        guard let octets else {
            guard unsafe unlink(path) == 0 || errno == ENOENT else { throw failure() }
            return try synchroniseFolder()
        }
        let aside = path + ".new"
        let file = unsafe open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw failure() }
        let written = unsafe octets.withUnsafeBytes { buffer in
            unsafe Glibc.write(file, buffer.baseAddress, buffer.count)
        }
        let isDone = written == octets.count && fsync(file) == 0
        close(file)
        guard isDone, unsafe rename(aside, path) == 0 else { throw failure() }
        try synchroniseFolder()
    }

    /// Runs a closure while no other program that does the same is in it.
    func withLock<Result>(_ body: () throws(TokenFault) -> Result) throws(TokenFault) -> Result {
        let file = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw failure() }
        defer {
            // Closing would not give the lock back while a forked child has the file open.
            _ = flock(file, LOCK_UN)
            close(file)
        }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else { throw failure() }
        }
        return try body()
    }

    private func synchroniseFolder() throws(TokenFault) {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure() }
    }

    private func failure() -> TokenFault {
        TokenFault(.functionFailed, "a file of the channel could not be read or written (errno \(errno))")
    }
}
