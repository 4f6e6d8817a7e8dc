internal import Glibc
internal import JetonOctets

/// The socket between a host and its child: messages of at most 4 MiB, each with a secret behind it or none.
///
/// A message is its length and the secret's, 4 bytes each, then both. The secret goes from and to its own pages only.
struct ChildChannel: ~Copyable {
    /// The longest message, in bytes.
    static let longest = 4_194_304
    /// The longest secret.
    static let longestSecret = 1024

    let descriptor: Int32

    /// Takes over a descriptor.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Sends a message.
    ///
    /// - Returns: Whether all of it was taken.
    borrowing func send(_ message: [UInt8], secret: SharedSecret? = nil) -> Bool {
        let header = UInt32(message.count).bigEndianOctets + UInt32(secret?.count ?? 0).bigEndianOctets
        guard sendAll((header + message).span) else { return false }
        return secret?.withBytes { sendAll($0) } ?? true
    }

    private borrowing func sendAll(_ octets: Span<UInt8>) -> Bool {
        var offset = 0
        while offset < octets.count {
            let sent = unsafe octets.extracting(offset...).withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { return false }
            offset += sent
        }
        return true
    }

    /// Receives a message, for as long as it takes.
    ///
    /// - Returns: The message and the secret behind it; nil if the other end has ended or breaks the form.
    borrowing func receive() -> (message: [UInt8], secret: SharedSecret?)? {
        guard let header = receive(8) else { return nil }
        let (length, secretLength) = (ChildChannel.number(header[..<4]), ChildChannel.number(header[4...]))
        guard length <= ChildChannel.longest, secretLength <= ChildChannel.longestSecret, let message = receive(length)
        else { return nil }
        guard secretLength > 0 else { return (message, nil) }
        var isWhole = false
        let secret = Secret(capacity: secretLength) { (span: inout MutableSpan<UInt8>) in
            isWhole = unsafe span.withUnsafeMutableBytes { unsafe receive(into: $0) }
            return secretLength
        }
        return isWhole ? (message, SharedSecret(secret)) : nil
    }

    private static func number(_ octets: ArraySlice<UInt8>) -> Int { octets.reduce(0) { $0 << 8 | Int($1) } }

    private borrowing func receive(_ count: Int) -> [UInt8]? {
        var octets = [UInt8](repeating: 0, count: count)
        return unsafe octets.withUnsafeMutableBytes { unsafe receive(into: $0) } ? octets : nil
    }

    private borrowing func receive(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        var offset = 0
        while offset < buffer.count {
            let got = unsafe recv(descriptor, buffer.baseAddress?.advanced(by: offset), buffer.count - offset, 0)
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return false }
            offset += got
        }
        return true
    }

    deinit { close(descriptor) }
}
