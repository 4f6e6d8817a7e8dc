internal import Glibc

/// Reads from descriptors straight into the locked pages of a secret.
enum DescriptorInput {
    /// Reads one octet, waiting for it even if the descriptor does not block.
    ///
    /// - Returns: Whether there was one before the end.
    static func readOctet(
        from descriptor: Int32,
        into target: inout MutableSpan<UInt8>,
        at index: Int,
        _ source: String
    ) throws(PINError) -> Bool {
        while true {
            let count = unsafe target.withUnsafeMutableBufferPointer { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress?.advanced(by: index), 1)
            }
            if count >= 0 { return count == 1 }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                _ = unsafe poll(&waiting, 1, -1)
            default: throw PINError(.unreadable, detail: "\(source): \(SystemFailure.last)")
            }
        }
    }
}
