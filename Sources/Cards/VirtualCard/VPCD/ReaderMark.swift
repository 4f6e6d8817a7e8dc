#if canImport(Glibc)
    import Glibc
#endif

/// Says, while it lives, that a card is in a reader of pcscd: other programs then reach it there.
///
/// It is a lock on a file beside the image (`PATH.reader`), which the system takes back when the program dies. The lock
/// belongs to the open file (`F_OFD_SETLK`), and can be asked for without being taken (`F_OFD_GETLK`).
struct ReaderMark: ~Copyable {
    // glibc shows them to programs of GNU's own dialect only.
    private static let queryLock: Int32 = 36
    private static let setLock: Int32 = 37

    /// Nil for a card that lives in memory only, which no other program knows of.
    private let file: Descriptor?

    private static func markPath(_ path: String) -> String { path + ".reader" }

    /// Marks a card; nil if another plug has marked it.
    ///
    /// - Throws: ``VirtualCardError/Code/inputOutput``.
    init?(_ path: String?) throws(VirtualCardError) {
        guard let path else {
            file = nil
            return
        }
        let file = try Descriptor(Self.markPath(path), O_RDWR | O_CREAT, mode: 0o600)
        var lock = Self.wholeFile
        if unsafe fcntl(file.number, Self.setLock, &lock) != 0 {
            guard errno == EAGAIN || errno == EACCES else { throw file.failure() }
            return nil
        }
        self.file = consume file
    }

    /// Whether a card is marked; false if that can't be found out.
    static func exists(_ path: String) -> Bool {
        do throws(VirtualCardError) {
            let file = try Descriptor(markPath(path), O_RDONLY)
            var lock = wholeFile
            return unsafe fcntl(file.number, queryLock, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
        } catch {
            return false
        }
    }

    /// Removes what marks leave beside a card that is deleted.
    static func remove(_ path: String) { _ = unsafe unlink(markPath(path)) }

    private static var wholeFile: flock {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return lock
    }
}
