internal import Glibc
public import JetonASN1

/// Reads from its beginning a file that this process is writing; for as long as the descriptor is open.
public struct WrittenFile: ByteSource, Sendable {
    private let descriptor: Int32
    private let path: String
    private var offset: off_t = 0

    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Reads bytes by pread(2).
    ///
    /// - Throws: ``FileError/Code/readFailed``.
    public mutating func read(into buffer: inout MutableSpan<UInt8>) throws(FileError) -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, $0.count, offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw FileError(.readFailed, "pread", path, errno) }
            offset += count
            return count
        }
    }
}
