import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// A connection to a virtual reader of root or of this user; closed when it goes away.
///
/// Any user may listen on vpcd's ports, and a listener gets the card's commands answered: PINs tried, keys used. So
/// the users who listen are looked up before the card counts as inserted, and the user who has accepted this very
/// connection before the first message is answered.
struct ReaderSocket: ~Copyable {
    /// What waiting for a message came to.
    enum Reception {
        case message([UInt8])
        case nothingYet
        /// The reader went away, said something malformed, or the plug is stopped.
        case ended
        /// The program at the other end is not to be answered.
        case refused(ReaderAbsence)
    }

    private let descriptor: Int32
    private let stop: Int32
    /// Whether the user at the other end has been found to be trusted.
    private var isPeerTrusted = false

    /// How long a peer may take for the rest of what it has begun, and for a connection.
    private static let patienceMilliseconds: Int32 = 5_000

    /// Connects.
    ///
    /// - Throws: Why there is no reader to connect to; of several addresses, the worst reason.
    init(host: String, port: UInt16, signal: borrowing StopSignal) throws(ReaderAbsence) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, "\(port)", &hints, &found) == 0, let addresses = unsafe found else {
            throw .noReader
        }
        defer { unsafe freeaddrinfo(addresses) }
        var absence = ReaderAbsence.noReader
        var next: UnsafeMutablePointer<addrinfo>? = unsafe addresses
        while let address = unsafe next {
            if unsafe Self.mayListen(address.pointee),
                let connected = unsafe Self.connected(address.pointee, stop: signal.descriptor)
            {
                guard let refusal = Self.refusalOfListeners(connected) else {
                    descriptor = connected
                    stop = signal.descriptor
                    return
                }
                close(connected)
                absence = refusal
            }
            unsafe next = address.pointee.ai_next
        }
        throw absence
    }

    /// Whether a program may listen at an address: on this machine's own addresses, only where the kernel lists one.
    ///
    /// While a socket tries to connect to a port without a listener, the kernel gives it a local port, which may be
    /// the one that the reader is about to bind; vpcd does not try a second time.
    private static func mayListen(_ address: addrinfo) -> Bool {
        guard let pointer = unsafe address.ai_addr else { return false }
        let octets = unsafe Array(UnsafeRawBufferPointer(start: pointer, count: Int(address.ai_addrlen)))
        guard let place = SocketEnd(socketAddress: octets), place.isLoopback, let table = SocketTable() else {
            return true
        }
        return !table.listeners(at: place).isEmpty
    }

    /// Why what listens where a socket is connected to gets no card; nil if it may.
    private static func refusalOfListeners(_ descriptor: Int32) -> ReaderAbsence? {
        guard let peer = unsafe end(descriptor, getpeername), let users = SocketTable()?.listeners(at: peer),
            !users.isEmpty
        else { return .unknownUser }
        return users.allSatisfy(isTrusted) ? nil : .otherUser
    }

    /// Why the program that has accepted this connection is not answered; nil if it may be.
    private func refusalOfPeer() -> ReaderAbsence? {
        guard let here = unsafe Self.end(descriptor, getsockname), let peer = unsafe Self.end(descriptor, getpeername),
            let user = SocketTable()?.owner(of: peer, connectedTo: here)
        else { return .unknownUser }
        return Self.isTrusted(user) ? nil : .otherUser
    }

    /// Whether a user may have the card: root, who can do anything with it anyway, and the user who serves it.
    private static func isTrusted(_ user: uid_t) -> Bool {
        // In a user namespace all users that have no number in it show as this one.
        let overflow: uid_t = 65_534
        return user == 0 || (user == geteuid() && user != overflow)
    }

    private static func end(
        _ descriptor: Int32,
        _ function: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> SocketEnd? {
        unsafe address(descriptor, function).flatMap(SocketEnd.init(socketAddress:))
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
    /// The reader's port is one of those that the kernel gives to connecting programs. Where nothing listens, a socket
    /// that was given it connects to itself; left open, it would keep the port from the reader for good. Such a
    /// connection is aborted here, since one that is closed keeps the port for a while.
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
    mutating func receive(waitingMilliseconds: Int32) -> Reception {
        // The reader sends length and message apart; without this, the message waits for a delayed acknowledgement.
        Self.setOption(descriptor, TCP_QUICKACK)
        guard Self.isReady(descriptor, POLLIN, waitingMilliseconds, stop) else { return .nothingYet }
        guard let length = receive(count: 2), let message = receive(count: Int(length[0]) << 8 | Int(length[1])) else {
            return .ended
        }
        // Who has sent something has accepted the connection.
        if !isPeerTrusted {
            if let refusal = refusalOfPeer() { return .refused(refusal) }
            isPeerTrusted = true
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
