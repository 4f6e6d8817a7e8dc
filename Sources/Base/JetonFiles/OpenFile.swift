#if canImport(Glibc)
    import Glibc
#endif

/// An open file or directory; closed when the last owner lets go of it, which also ends a lock on it.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    private let system: any FileSystem

    package init(_ descriptor: Int32, _ system: any FileSystem) {
        self.descriptor = descriptor
        self.system = system
    }

    deinit { system.close(descriptor) }

    /// Reads until the end or until the span is full, over interruptions and short reads.
    ///
    /// - Returns: How many octets were read.
    package func readAll(into span: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
        var count = 0
        while count < span.count {
            var rest = span._mutatingExtracting(count...)
            let read = try OpenFile.uninterrupted { () throws(SystemError) in
                try system.read(descriptor, into: &rest)
            }
            if read == 0 { break }
            count += read
        }
        return count
    }

    /// Reads from an offset until the end or until the span is full, over interruptions and short reads.
    ///
    /// - Returns: How many bytes were read.
    package func readAll(at offset: Int64, into span: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
        var count = 0
        while count < span.count {
            var rest = span._mutatingExtracting(count...)
            let read = try OpenFile.uninterrupted { () throws(SystemError) in
                try system.read(descriptor, at: offset + Int64(count), into: &rest)
            }
            if read == 0 { break }
            count += read
        }
        return count
    }

    /// Writes everything, over interruptions and short writes.
    package func writeAll(_ span: Span<UInt8>) throws(SystemError) {
        var count = 0
        while count < span.count {
            let written = try OpenFile.uninterrupted { () throws(SystemError) in
                try system.write(descriptor, span.extracting(count...))
            }
            // A write of nothing would repeat forever.
            guard written > 0 else { throw SystemError("write", ENOSPC) }
            count += written
        }
    }

    package func lock() throws(SystemError) {
        try OpenFile.uninterrupted { () throws(SystemError) in try system.lock(descriptor) }
    }

    package func status() throws(SystemError) -> FileStatus { try system.status(descriptor) }

    /// Repeats a call as long as signals interrupt it.
    package static func uninterrupted<Result>(
        _ call: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result {
        while true {
            do throws(SystemError) {
                return try call()
            } catch {
                if error.number != EINTR { throw error }
            }
        }
    }
}
