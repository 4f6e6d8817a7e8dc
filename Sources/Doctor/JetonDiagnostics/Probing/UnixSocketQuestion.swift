internal import Glibc
internal import TokenKit

/// One question at a Unix stream socket, with a deadline for all of it.
struct UnixSocketQuestion {
    let path: String
    let milliseconds: Int

    /// How long to wait before the next try to connect to a socket whose queue is full.
    private static let pauseMilliseconds: Int32 = 10

    /// Connects, sends, reads, and closes.
    func ask(_ request: [UInt8], answerLength length: Int) -> SocketAnswer {
        let start = ContinuousClock.now
        let length = min(max(0, length), 65_536)
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return .notConnected(SystemFailure(number: errno)) }
        defer { close(descriptor) }
        while let failure = connectionFailure(descriptor) {
            // The queue of connections is full: a service that others use takes one in a moment.
            guard failure.number == EAGAIN else { return .notConnected(failure) }
            guard waited(since: start) < milliseconds else {
                return .silent(milliseconds: waited(since: start), isConnected: false)
            }
            _ = poll(nil, 0, UnixSocketQuestion.pauseMilliseconds)
        }
        if !request.isEmpty {
            let sent = unsafe request.withUnsafeBytes { octets in
                unsafe send(descriptor, octets.baseAddress, octets.count, Int32(MSG_NOSIGNAL))
            }
            guard sent == request.count else { return .closed([]) }
        }
        return read(length, from: descriptor, since: start)
    }

    /// Connects; nil if that works.
    private func connectionFailure(_ descriptor: Int32) -> SystemFailure? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        guard name.count < MemoryLayout.size(ofValue: address.sun_path) else {
            return SystemFailure(number: ENAMETOOLONG)
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let connected = unsafe withUnsafePointer(to: address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        return connected == 0 ? nil : SystemFailure(number: errno)
    }

    private func read(
        _ length: Int,
        from descriptor: Int32,
        since start: ContinuousClock.Instant
    ) -> SocketAnswer {
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while answer.count < length {
            let left = milliseconds - waited(since: start)
            var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = left > 0 ? unsafe poll(&item, 1, Int32(clamping: left)) : 0
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return .silent(milliseconds: waited(since: start), isConnected: true) }
            let count = unsafe recv(descriptor, &buffer, min(buffer.count, length - answer.count), 0)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { return .closed(answer) }
            answer += buffer.prefix(count)
        }
        return .answered(answer)
    }

    private func waited(since start: ContinuousClock.Instant) -> Int {
        Int((ContinuousClock.now - start) / .milliseconds(1))
    }
}
