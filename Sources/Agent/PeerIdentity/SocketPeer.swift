internal import CJetonSystem
internal import Glibc
internal import JetonOctets

/// The process that connected to a Unix socket.
///
/// A descriptor that it passes to another process keeps its name, and so does a process of the same user that puts its
/// code into it: see the threat model.
package final class SocketPeer: Sendable {
    /// The process.
    package let process: Int32
    /// Its user.
    package let user: UInt32
    private let handle: Int32
    private let session: Namespaces?

    /// Finds who connected; nil if the process has ended already.
    ///
    /// - Parameters:
    ///   - socket: The connection.
    ///   - session: The namespaces of programs that are not in a container or sandbox; with nil all are.
    package init?(_ socket: Int32, session: Namespaces?) {
        var process: Int32 = 0
        var user: UInt32 = 0
        var handle: Int32 = -1
        guard unsafe system_socket_peer(socket, &process, &user, &handle) == 0 else { return nil }
        _ = fcntl(handle, F_SETFD, FD_CLOEXEC)
        (self.process, self.user, self.handle) = (process, user, handle)
        self.session = session
    }

    /// Reads the program that the process runs now.
    ///
    /// - Returns: Nil if the process has ended, or can't be looked at.
    package func program() -> PeerProgram? {
        let directory = "/proc/\(process)"
        let descriptor = unsafe open("\(directory)/exe", system_path_only | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, let path = SocketPeer.link("\(directory)/exe") else { return nil }
        let namespaces = Namespaces(process: process)
        let isSandboxed = namespaces == nil || namespaces != session
        // What was read was of this process, and not of another one that got its number.
        guard isRunning else { return nil }
        return PeerProgram(
            file: FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)),
            path: path,
            isSandboxed: isSandboxed,
            process: process
        )
    }

    /// Whether the process has not ended.
    package var isRunning: Bool {
        var item = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&item, 1, 0) == 0
    }

    private static func link(_ path: String) -> ForeignText? {
        unsafe withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
            guard let text = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            let count = unsafe readlink(path, text, buffer.count)
            return count > 0 ? unsafe ForeignText(decoding: UnsafeRawBufferPointer(rebasing: buffer[..<count])) : nil
        }
    }

    deinit { close(handle) }
}
