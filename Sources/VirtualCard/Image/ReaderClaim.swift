#if canImport(Glibc)
    import Glibc
#endif

/// The right to hold a card in a reader of the system: while one program has it, others see the card through that
/// reader, and not beside it a second time.
///
/// Ends with the value, or with the process, however that ends.
public struct ReaderClaim: ~Copyable, Sendable {
    private let file: Descriptor

    private static func markPath(_ path: String) -> String { path + ".reader" }

    /// How often a claim is tried, a millisecond apart: a program that only looks holds the lock for a moment.
    private static let tries = 50

    /// Claims the card at a path.
    ///
    /// - Throws: ``VirtualCardError/Code/busy`` if another program has the card in a reader,
    ///   ``VirtualCardError/Code/inputOutput``.
    public init(_ path: String) throws(VirtualCardError) {
        let file = try Descriptor(Self.markPath(path), O_RDWR | O_CREAT, mode: 0o600)
        var tries = Self.tries
        while try !file.lockIfFree() {
            guard tries > 0 else { throw VirtualCardError(.busy, path: path) }
            tries -= 1
            usleep(1000)
        }
        self.file = file
    }

    /// Whether some program has the card at a path in a reader.
    public static func exists(for path: String) -> Bool {
        // Most cards were never in a reader, and have no such file.
        guard let file = try? Descriptor(markPath(path), O_RDONLY) else { return false }
        guard flock(file.number, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
        file.unlock()
        return false
    }

    deinit { file.unlock() }
}
