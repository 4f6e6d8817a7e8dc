internal import ASN1
internal import ArgumentParser
internal import Glibc

/// Reads from its beginning a file that this process is writing; for as long as the descriptor is open.
struct WrittenFile: ByteSource {
    private let descriptor: Int32
    private let path: String
    private var offset: off_t = 0

    init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    mutating func read(into buffer: inout MutableSpan<UInt8>) throws -> Int {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe pread(descriptor, $0.baseAddress, $0.count, offset)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandError("\(path) can't be read: \(Process.reason(errno))", exitCode: .inputOutput)
            }
            offset += count
            return count
        }
    }
}
