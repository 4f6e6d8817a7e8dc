import Foundation
import Synchronization
import TestRig

/// A server of a test's own on the loopback: each connection gets a thread, which runs a script of the test.
final class LoopbackServer: Sendable {
    /// One accepted connection; closed when the script ends.
    final class Peer: Sendable {
        let descriptor: Int32

        init(_ descriptor: Int32) { self.descriptor = descriptor }

        /// Reads once; nothing at the end.
        func read() -> [UInt8] {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
            return Array(buffer.prefix(max(0, count)))
        }

        /// Reads up to the end of a head; nil if the client has gone.
        func head() -> String? {
            var bytes: [UInt8] = []
            while true {
                var byte: UInt8 = 0
                guard unsafe recv(descriptor, &byte, 1, 0) == 1 else { return nil }
                bytes.append(byte)
                if bytes.suffix(4) == [13, 10, 13, 10] { return String(decoding: bytes, as: UTF8.self) }
            }
        }

        /// Reads a number of bytes.
        func body(_ count: Int) -> [UInt8] {
            var bytes: [UInt8] = []
            while bytes.count < count {
                let piece = read()
                if piece.isEmpty { break }
                bytes += piece
            }
            return bytes
        }

        /// Sends; false if the client has gone.
        @discardableResult
        func send(_ bytes: [UInt8]) -> Bool {
            var start = 0
            while start < bytes.count {
                let sent = unsafe bytes.withUnsafeBytes { raw in
                    unsafe Foundation.send(
                        descriptor,
                        raw.baseAddress.map { unsafe $0 + start },
                        raw.count - start,
                        Int32(MSG_NOSIGNAL)
                    )
                }
                guard sent > 0 else { return false }
                start += sent
            }
            return true
        }

        @discardableResult
        func send(_ text: String) -> Bool { send(Array(text.utf8)) }

        /// Waits until the client has gone.
        func hang() { while !read().isEmpty {} }
    }

    let port: UInt16
    private let heads = Mutex<[String]>([])
    private let connections = Mutex(0)

    /// Notes what the scripts have read.
    var requests: [String] { heads.withLock { $0 } }
    /// How many connections were accepted.
    var connectionCount: Int { connections.withLock { $0 } }

    /// Starts to listen.
    ///
    /// - Parameter script: Runs for each connection on a thread of its own.
    /// - Throws: `TestRigError` without a socket.
    init(_ script: @escaping @Sendable (Peer, LoopbackServer) -> Void) throws {
        let (listening, port) = try LoopbackPort.bound()
        guard listen(listening, 64) == 0 else { throw TestRigError("no listener: errno \(errno)") }
        self.port = port
        // Listens as long as the tests run: its number must not become another server's while a thread accepts on it.
        Thread.detachNewThread { [self] in
            while true {
                let accepted = accept(listening, nil, nil)
                guard accepted >= 0 else { return }
                connections.withLock { $0 += 1 }
                Thread.detachNewThread { [self] in
                    script(Peer(accepted), self)
                    shutdown(accepted, Int32(SHUT_RDWR))
                    close(accepted)
                }
            }
        }
    }

    /// Answers each request of each connection with what a script gives; nil ends the connection.
    static func http(_ answer: @escaping @Sendable (String) -> String?) throws -> LoopbackServer {
        try LoopbackServer { peer, server in
            while let head = peer.head() {
                server.note(head)
                guard let reply = answer(head), peer.send(reply) else { return }
            }
        }
    }

    func note(_ head: String) { heads.withLock { $0.append(head) } }
}
