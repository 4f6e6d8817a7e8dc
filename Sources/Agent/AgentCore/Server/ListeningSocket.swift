internal import Glibc

/// A socket that the agent listens on.
package struct ListeningSocket: Hashable, Sendable {
    /// What is spoken there.
    package enum Kind: String, Hashable, Sendable {
        /// The ssh-agent protocol.
        case ssh
        /// The protocol of `jeton agent`.
        case control
    }

    /// The descriptor, which is not closed here.
    package let descriptor: Int32
    /// What is spoken.
    package let kind: Kind

    /// Takes a socket that listens already, as systemd hands it over.
    package init(descriptor: Int32, kind: Kind) {
        self.descriptor = descriptor
        self.kind = kind
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// Listens at a path with mode 0600, in place of a socket that nothing listens on any more.
    ///
    /// - Returns: Nil, and errno, if it can't: EADDRINUSE if another program listens there.
    package init?(path: String, kind: Kind) {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return nil }
        let mask = umask(0o177)
        defer { umask(mask) }
        if ListeningSocket.isStale(path) { _ = unsafe unlink(path) }
        guard unsafe ListeningSocket.with(path, { unsafe bind(descriptor, $0, $1) }) == 0, listen(descriptor, 128) == 0
        else {
            let number = errno
            close(descriptor)
            errno = number
            return nil
        }
        self.init(descriptor: descriptor, kind: kind)
    }

    private static func isStale(_ path: String) -> Bool {
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        return unsafe with(path) { unsafe connect(probe, $0, $1) } != 0 && errno == ECONNREFUSED
    }

    /// Lends a path as a socket's address; -1 and ENAMETOOLONG for a path that is too long.
    static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let octets = Array(path.utf8)
        let size = MemoryLayout.size(ofValue: address.sun_path)
        guard octets.count < size else {
            errno = ENAMETOOLONG
            return -1
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { buffer in
            for (index, octet) in octets.enumerated() { unsafe buffer[index] = octet }
        }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
