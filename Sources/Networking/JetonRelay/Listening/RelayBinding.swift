import JetonFiles
import JetonNetwork
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// The sockets at which a relay listens.
enum RelayBinding {
    private static let backlog: Int32 = 128
    private static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

    /// Listens at a port of the loopback.
    static func loopback(
        _ port: UInt16,
        isIPv6: Bool
    ) throws(NetworkError) -> (descriptor: Int32, authority: String) {
        let descriptor = try made(isIPv6 ? AF_INET6 : AF_INET)
        var isOn: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        let host = isIPv6 ? "[::1]" : "127.0.0.1"
        let found: UInt16?
        if isIPv6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            address.sin6_port = port.bigEndian
            found = bind(descriptor, &address) ? UInt16(bigEndian: address.sin6_port) : nil
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            address.sin_port = port.bigEndian
            found = bind(descriptor, &address) ? UInt16(bigEndian: address.sin_port) : nil
        }
        guard let found, listen(descriptor, backlog) == 0 else { throw failure(descriptor, "\(host):\(port)") }
        return (descriptor, "\(host):\(found)")
    }

    /// Binds, and reads the address that it came to.
    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) -> Bool {
        unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                var length = socklen_t(MemoryLayout<Address>.size)
                return unsafe Glibc.bind(descriptor, pointer, length) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
    }

    /// Listens at a socket in the file system, which replaces one without a listener.
    static func unix(_ path: String) throws(NetworkError) -> (descriptor: Int32, authority: String) {
        var address = sockaddr_un()
        let octets = Array(path.utf8)
        guard !octets.isEmpty, octets.count < MemoryLayout.size(ofValue: address.sun_path), !octets.contains(0) else {
            throw NetworkError(.addressNotAllowed, "the socket path must be 1 to 107 bytes long")
        }
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { raw in unsafe raw.copyBytes(from: octets) }
        try checkDirectory(of: path)
        try removeStale(path, &address)
        let descriptor = try made(AF_UNIX)
        // No client can connect before it listens.
        let isBound = unsafe with(&address) { unsafe Glibc.bind(descriptor, $0, $1) == 0 }
        guard isBound else { throw failure(descriptor, path) }
        guard unsafe chmod(path, 0o600) == 0, listen(descriptor, backlog) == 0 else {
            let error = failure(descriptor, path)
            unsafe unlink(path)
            throw error
        }
        return (descriptor, "localhost")
    }

    /// Whether the client's process belongs to the user of this one.
    static func isOwnPeer(_ descriptor: Int32) -> Bool {
        // struct ucred: process, user, group.
        var peer: (pid_t, uid_t, gid_t) = (0, uid_t.max, gid_t.max)
        var length = socklen_t(MemoryLayout.size(ofValue: peer))
        guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 else { return false }
        return peer.1 == geteuid()
    }

    /// A user who can change a directory could replace the socket in it, or a directory on the way to it.
    private static func checkDirectory(of path: String) throws(NetworkError) {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        var status = stat()
        guard unsafe stat(directory, &status) == 0 else {
            throw NetworkError(.notListening, "\(directory): \(words(errno))")
        }
        if let weakness = FileTrust.weakness(of: directory, trusting: geteuid()) {
            throw NetworkError(.addressNotAllowed, "other users could replace the socket in \(directory): \(weakness)")
        }
    }

    private static func removeStale(_ path: String, _ address: inout sockaddr_un) throws(NetworkError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else {
            throw NetworkError(.addressNotAllowed, "\(path) exists and is not a socket that you own")
        }
        // One that is full, or stopped, has no room for the probe, and no time to take it.
        let probe = try made(AF_UNIX, Int32(SOCK_NONBLOCK.rawValue))
        defer { close(probe) }
        let isAlive = unsafe with(&address) { unsafe connect(probe, $0, $1) == 0 }
        guard !isAlive, errno == ECONNREFUSED else {
            throw NetworkError(.addressNotAllowed, "a program is already listening on \(path)")
        }
        unsafe unlink(path)
    }

    private static func with(
        _ address: inout sockaddr_un,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) -> Bool {
        unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func made(_ family: Int32, _ flags: Int32 = 0) throws(NetworkError) -> Int32 {
        let descriptor = socket(family, type | flags, 0)
        guard descriptor >= 0 else { throw NetworkError(.unreachable, "no socket: \(words(errno))") }
        return descriptor
    }

    private static func failure(_ descriptor: Int32, _ place: String) -> NetworkError {
        let error = NetworkError(.notListening, "\(place): \(words(errno))")
        close(descriptor)
        return error
    }

    private static func words(_ number: Int32) -> String { SystemMessage.text(number) }
}
