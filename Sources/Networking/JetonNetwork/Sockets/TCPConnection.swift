#if canImport(Glibc)
    import Glibc
#endif

/// A TCP connection; closed with its last reference.
package final class TCPConnection: SteppedChannel {
    /// The socket, which does not block; -1 after the end.
    package private(set) var descriptor: Int32
    /// Where the connection goes.
    package let address: IPAddress

    /// Connects to the first address that answers.
    ///
    /// - Parameters:
    ///   - addresses: At least one; the time is shared among those that remain.
    ///   - port: The port at each of them.
    ///   - deadline: For all together.
    /// - Throws: ``NetworkError/Code/unreachable``, ``NetworkError/Code/timedOut``.
    package convenience init(
        to addresses: [IPAddress],
        port: UInt16,
        by deadline: Deadline
    ) throws(NetworkError) {
        var failure = NetworkError(.unreachable, "no address")
        for (index, address) in addresses.enumerated() {
            let share = deadline.remaining / (addresses.count - index)
            do throws(NetworkError) {
                let descriptor = try TCPConnection.connect(address, port, by: min(deadline, .after(share)))
                self.init(descriptor: descriptor, address: address)
                return
            } catch {
                failure = error
            }
        }
        throw failure
    }

    private init(descriptor: Int32, address: IPAddress) {
        self.descriptor = descriptor
        self.address = address
    }

    deinit { close() }

    private static func connect(
        _ address: IPAddress,
        _ port: UInt16,
        by deadline: Deadline
    ) throws(NetworkError) -> Int32 {
        let family = address.bytes.count == 4 ? AF_INET : AF_INET6
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw NetworkError(.unreachable, "no socket: \(Descriptor.words(errno))") }
        do throws(NetworkError) {
            let result = unsafe SocketAddress.with(address, port: port) { unsafe Glibc.connect(descriptor, $0, $1) }
            if result != 0 {
                guard errno == EINPROGRESS || errno == EINTR else {
                    throw NetworkError(unreachable: address, port: port, Descriptor.words(errno))
                }
                try Descriptor.wait(
                    descriptor,
                    for: Int16(POLLOUT),
                    by: deadline,
                    "connecting to \(address.text(with: port))"
                )
                var number: Int32 = 0
                var length = socklen_t(MemoryLayout<Int32>.size)
                guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &length) == 0, number == 0 else {
                    throw NetworkError(unreachable: address, port: port, Descriptor.words(number))
                }
            }
            var isOn: Int32 = 1
            unsafe setsockopt(
                descriptor,
                Int32(IPPROTO_TCP),
                TCP_NODELAY,
                &isOn,
                socklen_t(MemoryLayout<Int32>.size)
            )
            return descriptor
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    package func read(_ capacity: Int, by deadline: Deadline) throws(NetworkError) -> [UInt8] {
        guard descriptor >= 0 else { throw NetworkError(.connectionClosed, "it was already closed on this side") }
        try deadline.check("waiting for data from the peer")
        while true {
            var received = 0
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
                received = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
                count = max(0, received)
            }
            if received >= 0 { return bytes }
            guard errno == EAGAIN || errno == EINTR else {
                throw NetworkError(.connectionClosed, Descriptor.words(errno))
            }
            try wait(for: Int16(POLLIN), by: deadline, "waiting for data from the peer")
        }
    }

    package func write(_ bytes: [UInt8], by deadline: Deadline) throws(NetworkError) {
        guard descriptor >= 0 else { throw NetworkError(.connectionClosed, "it was already closed on this side") }
        var start = 0
        while start < bytes.count {
            try deadline.check("waiting for the peer to accept data")
            let sent = unsafe bytes.withUnsafeBytes { raw in
                unsafe send(
                    descriptor,
                    raw.baseAddress.map { unsafe $0 + start },
                    raw.count - start,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if sent >= 0 {
                start += sent
                continue
            }
            guard errno == EAGAIN || errno == EINTR else {
                throw NetworkError(.connectionClosed, Descriptor.words(errno))
            }
            try wait(for: Int16(POLLOUT), by: deadline, "waiting for the peer to accept data")
        }
    }

    package func tryRead(into buffer: inout [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep {
        try TCPConnection.tryRead(descriptor, into: &buffer, range)
    }

    package func tryWrite(_ buffer: [UInt8], _ range: Range<Int>) throws(NetworkError) -> ChannelStep {
        try TCPConnection.tryWrite(descriptor, buffer, range)
    }

    /// Reads what has come on any stream socket that does not block.
    package static func tryRead(
        _ descriptor: Int32,
        into buffer: inout [UInt8],
        _ range: Range<Int>
    ) throws(NetworkError) -> ChannelStep {
        while true {
            let received = unsafe buffer.withUnsafeMutableBytes { raw in
                unsafe recv(descriptor, raw.baseAddress.map { unsafe $0 + range.lowerBound }, range.count, 0)
            }
            if received > 0 { return .moved(received) }
            if received == 0 { return .ended }
            if errno == EAGAIN { return .needsReading }
            guard errno == EINTR else { throw NetworkError(.connectionClosed, Descriptor.words(errno)) }
        }
    }

    /// Sends what the peer takes now on any stream socket that does not block.
    package static func tryWrite(
        _ descriptor: Int32,
        _ buffer: [UInt8],
        _ range: Range<Int>
    ) throws(NetworkError) -> ChannelStep {
        while true {
            let sent = unsafe buffer.withUnsafeBytes { raw in
                unsafe send(
                    descriptor,
                    raw.baseAddress.map { unsafe $0 + range.lowerBound },
                    range.count,
                    Int32(MSG_NOSIGNAL)
                )
            }
            if sent > 0 { return .moved(sent) }
            if sent == 0 || errno == EAGAIN { return .needsWriting }
            guard errno == EINTR else { throw NetworkError(.connectionClosed, Descriptor.words(errno)) }
        }
    }

    /// Waits until the socket can be read or written.
    func wait(for events: Int16, by deadline: Deadline, _ activity: String) throws(NetworkError) {
        try Descriptor.wait(descriptor, for: events, by: deadline, activity)
    }

    package func close() {
        guard descriptor >= 0 else { return }
        Glibc.close(descriptor)
        descriptor = -1
    }
}
