import Foundation
import Synchronization
import TestRig

/// The reader's side of vpcd's protocol on a port of its own, whose sockets belong to a user of the test's choice.
final class FakeReader: Sendable {
    /// The port it listens on, at 127.0.0.1.
    let port: UInt16
    private let listener: Int32
    private let record = Record()

    private final class Record: Sendable {
        let answers = Mutex<[[UInt8]]>([])
    }

    /// Listens, and sends the same octets to each card that connects.
    ///
    /// The listening socket is given to the user `listening`, and each connection to `accepting` before anything is
    /// sent; nil leaves it to the user of the tests. Giving one away needs root.
    init(sending octets: [UInt8], listening: uid_t? = nil, accepting: uid_t? = nil) throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutableBytes(of: &name) { bytes -> Bool in
            guard let base = bytes.baseAddress else { return false }
            let address = unsafe base.assumingMemoryBound(to: sockaddr.self)
            guard unsafe bind(listener, address, length) == 0, listen(listener, 8) == 0 else { return false }
            return unsafe getsockname(listener, address, &length) == 0
        }
        guard isBound else { throw TestRigError("no socket: errno \(errno)") }
        port = UInt16(bigEndian: name.sin_port)
        if let listening, fchown(listener, listening, gid_t.max) != 0 { throw TestRigError("fchown: errno \(errno)") }
        Thread.detachNewThread { [listener, record] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { return }
                if let accepting { fchown(connection, accepting, gid_t.max) }
                _ = unsafe octets.withUnsafeBytes {
                    unsafe send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                var answer: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 4096)
                while true {
                    let count = unsafe recv(connection, &buffer, buffer.count, 0)
                    guard count > 0 else { break }
                    answer += buffer.prefix(count)
                    // The end of the conversation: an answer to reset and a status word at least.
                    if answer.count >= 17 { break }
                }
                close(connection)
                record.answers.withLock { $0.append(answer) }
            }
        }
    }

    /// What the cards that have come and gone have answered, in their order.
    var answers: [[UInt8]] { record.answers.withLock { $0 } }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }
}
