import Glibc

/// A file that is read by its descriptor, so that one that is cut meanwhile is an error and no signal.
public final class PDFFile: PDFSource {
    /// The size when the file was opened.
    public let size: UInt64
    private let descriptor: Int32

    /// Takes over a descriptor, which is closed with this object.
    ///
    /// - Throws: ``PDFError/Code/inputFailed`` if it is not one of a regular file; the descriptor is closed then, too.
    public init(takingOver descriptor: Int32) throws(PDFError) {
        self.descriptor = descriptor
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            size = 0
            throw PDFError(.inputFailed, "not a regular file")
        }
        size = UInt64(max(0, status.st_size))
    }

    deinit { close(descriptor) }

    /// Reads bytes by pread(2).
    public func read(at offset: UInt64, count: Int) throws(PDFError) -> [UInt8] {
        guard offset < size else { return [] }
        let wanted = Int(min(UInt64(count), size - offset))
        var reason: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted, let base = buffer.baseAddress {
                let count = unsafe pread(descriptor, base + filled, wanted - filled, off_t(offset) + off_t(filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    reason = count == 0 ? EIO : errno
                    return
                }
                filled += count
            }
        }
        guard bytes.count == wanted else {
            let words = reason == EIO ? "the file is shorter than it was" : unsafe String(cString: strerror(reason))
            throw PDFError(.inputFailed, at: offset, words)
        }
        return bytes
    }

    /// Reads bytes by pread(2) into memory of the caller's.
    public func read(
        at offset: UInt64,
        into buffer: inout MutableSpan<UInt8>,
        limit: Int
    ) throws(PDFError) -> Int {
        guard offset < size else { return 0 }
        let wanted = Int(min(UInt64(min(limit, buffer.count)), size - offset))
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, wanted, off_t(offset))
            }
            if count > 0 { return count }
            if count < 0, errno == EINTR { continue }
            let words = count == 0 ? "the file is shorter than it was" : unsafe String(cString: strerror(errno))
            throw PDFError(.inputFailed, at: offset, words)
        }
    }
}
