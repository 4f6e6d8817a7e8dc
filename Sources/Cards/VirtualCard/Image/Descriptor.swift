import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// An open file; closed when it goes away.
struct Descriptor: ~Copyable, Sendable {
    let number: Int32
    private let path: String

    /// How long a lock that another program holds is waited for, in steps of a millisecond.
    private static let lockTries = 10_000

    /// Opens a file; programs that are started later do not get it, and a symbolic link is not followed.
    init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(VirtualCardError) {
        var opened: Int32
        repeat {
            opened = unsafe open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode)
        } while opened < 0 && errno == EINTR
        guard opened >= 0 else { throw VirtualCardError(.inputOutput, path: path, systemError: errno) }
        number = opened
        self.path = path
    }

    /// The error of the system call that has just failed.
    func failure() -> VirtualCardError { VirtualCardError(.inputOutput, path: path, systemError: errno) }

    /// Waits until no other open file of this file is locked, and locks it until it is closed.
    func lock() throws(VirtualCardError) {
        for _ in 0..<Self.lockTries {
            if flock(number, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw failure() }
            usleep(1000)
        }
        throw VirtualCardError(.busy, path: path)
    }

    /// Gives the lock back now: closing would not, while a forked child still has the file open.
    func unlock() { _ = flock(number, LOCK_UN) }

    func status() throws(VirtualCardError) -> ImageFileStatus {
        try ImageFileStatus(ofOpenFile: number, path: path)
    }

    func synchronize() throws(VirtualCardError) {
        guard fsync(number) == 0 else { throw failure() }
    }

    /// Writes all octets.
    func write(_ octets: Span<UInt8>) throws(VirtualCardError) {
        var offset = 0
        while offset < octets.count {
            let written = unsafe octets.withUnsafeBytes { buffer in
                unsafe buffer.baseAddress.map { unsafe Glibc.write(number, $0 + offset, buffer.count - offset) } ?? 0
            }
            if written < 0 && errno == EINTR { continue }
            guard written > 0 else { throw failure() }
            offset += written
        }
    }

    /// Reads at most `count` octets; fewer at the end of the file.
    func read(_ count: Int) throws(VirtualCardError) -> [UInt8] {
        var octets = [UInt8](repeating: 0, count: count)
        var target = octets.mutableSpan
        let length = try read(into: &target)
        return Array(octets.prefix(length))
    }

    /// Reads a secret of `count` octets.
    func readSecret(_ count: Int) throws(VirtualCardError) -> Secret {
        try Secret(capacity: count) { (target: inout MutableSpan<UInt8>) throws(VirtualCardError) in
            try read(into: &target)
        }
    }

    private func read(into target: inout MutableSpan<UInt8>) throws(VirtualCardError) -> Int {
        var offset = 0
        while offset < target.count {
            let count = unsafe target.withUnsafeMutableBytes { buffer in
                unsafe buffer.baseAddress.map { unsafe Glibc.read(number, $0 + offset, buffer.count - offset) } ?? 0
            }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure() }
            if count == 0 { break }
            offset += count
        }
        return offset
    }

    deinit { close(number) }
}
