import Octets

#if canImport(Glibc)
    import Glibc
#endif

/// A connection to a virtual reader; closed when it goes away.
struct ReaderSocket: ~Copyable {
    /// What waiting for a message came to.
    enum Reception {
        case message([UInt8])
        case nothingYet
        /// The reader went away, said something malformed, or the plug is stopped.
        case ended
    }

    private let descriptor: Int32
    private let stop: Int32

    /// How long a peer may take for the rest of what it has begun, and for a connection.
    private static let patienceMilliseconds: Int32 = 5_000

    /// Connects; nil if nobody listens there.
    init?(host: String, port: UInt16, signal: borrowing StopSignal) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, "\(port)", &hints, &found) == 0, let addresses = unsafe found else { return nil }
        defer { unsafe freeaddrinfo(addresses) }
        var next: UnsafeMutablePointer<addrinfo>? = unsafe addresses
        while let address = unsafe next {
            if let connected = unsafe Self.connected(address.pointee, stop: signal.descriptor) {
                descriptor = connected
                stop = signal.descriptor
                return
            }
            unsafe next = address.pointee.ai_next
        }
        return nil
    }

    private static func connected(_ address: addrinfo, stop: Int32) -> Int32? {
        let type = unsafe address.ai_socktype | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = unsafe socket(address.ai_family, type, address.ai_protocol)
        guard descriptor >= 0 else { return nil }
        let result = unsafe connect(descriptor, address.ai_addr, address.ai_addrlen)
        if result == 0 || (errno == EINPROGRESS && isReady(descriptor, POLLOUT, patienceMilliseconds, stop)) {
            var failure: Int32 = 0
            var length = socklen_t(MemoryLayout<Int32>.size)
            if unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &failure, &length) == 0, failure == 0,
                !isOwnPeer(descriptor)
            {
                setOption(descriptor, TCP_NODELAY)
                return descriptor
            }
        }
        close(descriptor)
        return nil
    }

    /// Whether a socket is connected to itself.
    ///
    /// The reader's port is one of those that the kernel gives to whoever connects. Where nobody listens, a socket that
    /// was given it connects to itself; left open, it would keep the port from the reader for good. Such a connection
    /// is aborted here, since one that is closed keeps the port for a while.
    private static func isOwnPeer(_ descriptor: Int32) -> Bool {
        guard let here = unsafe address(descriptor, getsockname), unsafe here == address(descriptor, getpeername)
        else { return false }
        var abort = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &abort, socklen_t(MemoryLayout<linger>.size))
        return true
    }

    /// The octets of an end's address; nil if it can't be told.
    private static func address(
        _ descriptor: Int32,
        _ function: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> [UInt8]? {
        var octets = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_storage>.size)
        var length = socklen_t(octets.count)
        let result = unsafe octets.withUnsafeMutableBytes { buffer in
            unsafe buffer.baseAddress.map {
                unsafe function(descriptor, $0.assumingMemoryBound(to: sockaddr.self), &length)
            } ?? -1
        }
        return result == 0 ? Array(octets.prefix(Int(length))) : nil
    }

    private static func setOption(_ descriptor: Int32, _ option: Int32) {
        var on: Int32 = 1
        _ = unsafe setsockopt(
            descriptor,
            Int32(IPPROTO_TCP),
            option,
            &on,
            socklen_t(MemoryLayout<Int32>.size)
        )
    }

    /// Whether the socket gets ready within a time, and the plug is not stopped first.
    private static func isReady(_ descriptor: Int32, _ events: Int32, _ milliseconds: Int32, _ stop: Int32) -> Bool {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        var count: Int32
        repeat { count = unsafe poll(&descriptors, 2, milliseconds) } while count < 0 && errno == EINTR
        return count > 0 && descriptors[0].revents != 0 && descriptors[1].revents == 0
    }

    /// Waits for a message.
    func receive(waitingMilliseconds: Int32) -> Reception {
        // The reader sends length and message apart; without this, the message waits for a delayed acknowledgement.
        Self.setOption(descriptor, TCP_QUICKACK)
        guard Self.isReady(descriptor, POLLIN, waitingMilliseconds, stop) else { return .nothingYet }
        guard let length = receive(count: 2), let message = receive(count: Int(length[0]) << 8 | Int(length[1])) else {
            return .ended
        }
        return .message(message)
    }

    private func receive(count: Int) -> [UInt8]? {
        var octets = [UInt8](repeating: 0, count: count)
        var offset = 0
        while offset < count {
            let received = unsafe octets.withUnsafeMutableBytes { buffer in
                unsafe buffer.baseAddress.map { unsafe recv(descriptor, $0 + offset, count - offset, 0) } ?? 0
            }
            if received > 0 {
                offset += received
                continue
            }
            guard received < 0, errno == EAGAIN || errno == EINTR,
                Self.isReady(descriptor, POLLIN, Self.patienceMilliseconds, stop)
            else { return nil }
        }
        return octets
    }

    /// Sends a message of at most 65,535 octets; false if the reader went away.
    func send(_ message: [UInt8]) -> Bool {
        let octets = UInt16(clamping: message.count).bigEndianOctets + message.prefix(0xFFFF)
        var offset = 0
        while offset < octets.count {
            let sent = unsafe octets.withUnsafeBytes { buffer in
                unsafe buffer.baseAddress.map {
                    unsafe Glibc.send(descriptor, $0 + offset, octets.count - offset, Int32(MSG_NOSIGNAL))
                } ?? 0
            }
            if sent > 0 {
                offset += sent
                continue
            }
            guard sent < 0, errno == EAGAIN || errno == EINTR,
                Self.isReady(descriptor, POLLOUT, Self.patienceMilliseconds, stop)
            else { return false }
        }
        return true
    }

    deinit { close(descriptor) }
}
