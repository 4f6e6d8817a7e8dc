package import JetonNetwork

#if canImport(Glibc)
    import Glibc
#endif

/// A file or pipe that takes a response's body; the descriptor stays its owner's.
package final class RelayOutput: SteppedChannel {
    package let descriptor: Int32
    /// The number of the system's error if a write failed.
    package private(set) var failure: Int32?

    /// Writes to a descriptor.
    package init(_ descriptor: Int32) { self.descriptor = descriptor }

    package func tryWrite(_ buffer: [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep {
        while true {
            let written = unsafe buffer.withUnsafeBytes { raw in
                unsafe Glibc.write(descriptor, raw.baseAddress.map { unsafe $0 + range.lowerBound }, range.count)
            }
            if written > 0 { return .moved(written) }
            if written < 0, errno == EAGAIN { return .needsWriting }
            guard written < 0, errno == EINTR else {
                failure = errno
                throw NetworkError(.connectionClosed, "the output cannot be written: errno \(errno)")
            }
        }
    }

    package func tryRead(into buffer: inout [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep { .ended }

    package func read(_ capacity: Int, by deadline: Deadline) throws(NetworkError) -> [UInt8] { [] }

    package func write(_ bytes: [UInt8], by deadline: Deadline) throws(NetworkError) {
        var start = 0
        while start < bytes.count {
            guard case .moved(let count) = try tryWrite(bytes, start..<bytes.count) else {
                throw NetworkError(.timedOut, "writing the output")
            }
            start += count
        }
    }

    package func close() {}
}
