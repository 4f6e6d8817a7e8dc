import Glibc
public import X509

/// An archive in a file, which is read by its descriptor, so that a file that is cut meanwhile is an error and no signal.
public final class ZIPFile: ZIPSource {
    /// The size when the file was opened.
    public let size: UInt64
    private let descriptor: Int32

    /// Takes over a descriptor, which is closed with this object.
    ///
    /// - Throws: ``SigningError/Code/invalidArgument`` if it is not one of a regular file; the descriptor is closed then,
    ///   too.
    public init(takingOver descriptor: Int32) throws(SigningError) {
        self.descriptor = descriptor
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            size = 0
            throw SigningError(.invalidArgument, "a container is a regular file")
        }
        size = UInt64(max(0, status.st_size))
    }

    deinit { close(descriptor) }

    /// Reads bytes by pread(2).
    public func read(at offset: UInt64, count: Int) throws(SigningError) -> [UInt8] {
        guard offset < size else { return [] }
        let wanted = Int(min(UInt64(count), size - offset))
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted, let base = buffer.baseAddress {
                let count = unsafe pread(descriptor, base + filled, wanted - filled, off_t(offset) + off_t(filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                filled += count
            }
        }
        guard bytes.count == wanted else {
            throw SigningError(.malformed, "the container can't be read, or is shorter than it was")
        }
        return bytes
    }
}
