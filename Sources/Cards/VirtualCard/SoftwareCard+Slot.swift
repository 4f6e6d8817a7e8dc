#if canImport(Glibc)
    import Glibc
#endif

/// Whether a card is in its slot: seen by every program that uses it, and remembered until it changes.
extension SoftwareCard {
    private static func markPath(_ path: String) -> String { path + ".ejected" }

    /// Whether the card at a path is not ejected; true for one that does not exist.
    public static func isInserted(at path: String) -> Bool { unsafe access(markPath(path), F_OK) != 0 }

    /// Whether a ``VPCDPlug`` of any program holds the card at a path in a reader of pcscd at this moment.
    ///
    /// Two system calls; true means that the card is to be reached by PC/SC.
    public static func isInReader(at path: String) -> Bool { ReaderMark.exists(path) }

    /// A number that changes with whatever lasts on the card at a path; nil for one that does not exist.
    ///
    /// One system call, so that programs can ask before each use of what they have read.
    public static func revision(at path: String) -> UInt64? {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return nil }
        // Each change makes another file; the time tells apart those that get one number after another.
        let time = UInt64(bitPattern: Int64(status.st_ctim.tv_sec)) &* 1_000_000_000
        return (time &+ UInt64(bitPattern: Int64(status.st_ctim.tv_nsec))) ^ (UInt64(status.st_ino) &<< 40)
    }

    /// A number for the card at a path that no other card at this path had; nil for one that does not exist.
    public static func identity(at path: String) -> UInt64? { revision(at: path + ".key") }

    /// The serial number of the card at a path; nil for one that can't be read.
    ///
    /// Reads the image without waiting.
    public static func serialNumber(at path: String) -> UInt32? { try? ImageStore(path).refresh()?.serialNumber }

    /// Takes the card at a path out of its slot: programs that use it see it removed.
    ///
    /// - Throws: ``VirtualCardError/Code/notFound`` without a card, ``VirtualCardError/Code/inputOutput``.
    public static func eject(at path: String) throws(VirtualCardError) {
        guard unsafe access(path, F_OK) == 0 else { throw VirtualCardError(.notFound, path: path) }
        _ = try Descriptor(markPath(path), O_WRONLY | O_CREAT, mode: 0o600)
    }

    /// Puts the card at a path back into its slot; does nothing if it is there.
    ///
    /// As a token that is plugged in does, a card with a secure channel goes into pairing mode.
    ///
    /// - Throws: ``VirtualCardError/Code/notFound`` without a card, ``VirtualCardError/Code/inputOutput``.
    public static func insert(at path: String) throws(VirtualCardError) {
        guard unsafe access(path, F_OK) == 0 else { throw VirtualCardError(.notFound, path: path) }
        let mark = markPath(path)
        guard unsafe unlink(mark) == 0 else {
            if errno == ENOENT { return }
            throw VirtualCardError(.inputOutput, path: mark, systemError: errno)
        }
        // The card is in its slot, whatever is wrong with its image; whoever uses it will be told.
        try? SoftwareCard(at: path).beginPairingMode()
    }

    /// Deletes the card at a path and all that belongs to it.
    ///
    /// - Throws: ``VirtualCardError/Code/notFound`` without a card, ``VirtualCardError/Code/inputOutput``.
    public static func delete(at path: String) throws(VirtualCardError) {
        guard unsafe access(path, F_OK) == 0 else { throw VirtualCardError(.notFound, path: path) }
        // The key first: without it the image is worthless, and a program that is using the card notices.
        for file in [path + ".key", path, path + ".new", markPath(path)] {
            guard unsafe unlink(file) == 0 || errno == ENOENT else {
                throw VirtualCardError(.inputOutput, path: file, systemError: errno)
            }
        }
        ReaderMark.remove(path)
    }
}
