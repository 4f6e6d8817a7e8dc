internal import Glibc

/// A file that is read at any place by its descriptor, so that one that is cut meanwhile is an error and no signal.
package final class PositionedFile: Sendable {
    /// The size in bytes when the file was opened.
    package let size: UInt64
    private let descriptor: Int32

    /// Takes over a descriptor, which is closed with this object.
    ///
    /// - Throws: ``FileError/Code/notRegular``; the descriptor is closed then, too.
    package init(takingOver descriptor: Int32) throws(FileError) {
        self.descriptor = descriptor
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            size = 0
            throw FileError(.notRegular, "", "not a regular file")
        }
        size = UInt64(max(0, status.st_size))
    }

    deinit { close(descriptor) }

    /// Reads bytes by pread(2); fewer at the end of the file.
    ///
    /// - Throws: ``FileError/Code/readFailed``, also if the file is shorter than it was.
    package func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
        guard offset < size else { return [] }
        let wanted = Int(min(UInt64(count), size - offset))
        var reason: Int32?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted, let base = buffer.baseAddress {
                let count = unsafe pread(descriptor, base + filled, wanted - filled, off_t(offset) + off_t(filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    reason = count == 0 ? 0 : errno
                    return
                }
                filled += count
            }
        }
        if let reason { throw Self.failure(reason) }
        return bytes
    }

    /// Reads bytes by pread(2) into memory of the caller's.
    ///
    /// - Returns: How many; 0 at the end only.
    /// - Throws: As ``read(at:count:)``.
    package func read(at offset: UInt64, into buffer: inout MutableSpan<UInt8>, limit: Int) throws(FileError) -> Int {
        guard offset < size else { return 0 }
        let wanted = Int(min(UInt64(min(limit, buffer.count)), size - offset))
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, wanted, off_t(offset))
            }
            if count > 0 { return count }
            if count < 0, errno == EINTR { continue }
            throw Self.failure(count == 0 ? 0 : errno)
        }
    }

    private static func failure(_ number: Int32) -> FileError {
        guard number == 0 else { return FileError(.readFailed, "pread", "the file", number) }
        return FileError(.readFailed, "", "the file became shorter while it was being read")
    }
}
