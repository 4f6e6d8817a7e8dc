import Foundation
import JetonNetwork
import Synchronization
import TestRig

/// `openssl s_server` on a port of the loopback that the system chose.
struct OpenSSLServer {
    let process: ChildProcess
    let port: UInt16
    /// Held as long as the server runs.
    private let directory: TemporaryDirectory?

    init(_ arguments: [String], certificate: String = "server", directory: TemporaryDirectory? = nil) async throws {
        let authority = try await TestAuthority.shared.value
        process = try ChildProcess(
            [
                "openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "\(certificate).pem", "-key",
                "\(certificate).key",
            ] + arguments,
            workingDirectory: authority.directory.path
        )
        self.directory = directory
        let lines = try await process.lines { $0.hasPrefix("ACCEPT ") }
        guard let port = lines.last?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw TestRigError("s_server names no port: \(lines)")
        }
        self.port = port
    }

    /// Connects to the server.
    func connect(
        _ client: TLSClient,
        host: String = "localhost",
        within duration: Duration = .seconds(60)
    ) throws(NetworkError) -> TLSConnection {
        try connectTLS(port, client, host: host, within: duration)
    }

    /// Gives a command of s_server's, and reads until text that follows it has come.
    ///
    /// s_server takes a command and what is read together with it for one, so the text is sent until some arrives.
    func read(after command: String, from connection: TLSConnection) throws {
        process.send(line: command)
        let process = process
        let flag = Flag()
        let ended = Flag()
        // A thread, since the reading below may hold the last one of Swift's own.
        Thread.detachNewThread {
            while !flag.isSet {
                usleep(20_000)
                process.send(line: "afterwards")
            }
            ended.set()
        }
        defer {
            flag.set()
            // The thread holds the process, which must not outlive the tests.
            while !ended.isSet { usleep(1000) }
        }
        let text = try connection.read(until: "afterwards")
        guard text.contains("afterwards") else { throw TestRigError("the server ended the connection") }
    }

    /// Waits until the server says that it has checked a certificate.
    func hasVerified(_ name: String) async throws {
        for _ in 0..<6000 where !process.collectedError.contains(name) {
            try await Task.sleep(for: .milliseconds(10))
        }
        guard process.collectedError.contains(name) else {
            throw TestRigError("not verified: \(process.collectedError)")
        }
    }

    /// Waits for a text on standard output.
    func output(containing text: String) async throws -> String {
        try await process.lines { $0.contains(text) }.joined(separator: "\n")
    }
}

/// Connects to a port of the loopback with TLS.
func connectTLS(
    _ port: UInt16,
    _ client: TLSClient,
    host: String = "localhost",
    within duration: Duration = .seconds(60)
) throws(NetworkError) -> TLSConnection {
    let deadline = Deadline.after(duration)
    guard let loopback = IPAddress("127.0.0.1") else { throw NetworkError(.unreachable, "") }
    let socket = try TCPConnection(to: [loopback], port: port, by: deadline)
    return try TLSConnection(over: socket, host: host, client: client, by: deadline)
}

extension ByteChannel {
    /// Everything up to the end.
    func rest() throws(NetworkError) -> String {
        var bytes: [UInt8] = []
        while true {
            let piece = try read(4096, by: .after(.seconds(60)))
            if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece
        }
    }

    /// Reads until a text is there.
    func read(until text: String) throws(NetworkError) -> String {
        var bytes: [UInt8] = []
        while !String(decoding: bytes, as: UTF8.self).contains(text) {
            let piece = try read(4096, by: .after(.seconds(60)))
            if piece.isEmpty { break }
            bytes += piece
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    func send(_ text: String) throws(NetworkError) { try write(Array(text.utf8), by: .after(.seconds(60))) }
}

/// Says to a thread that it may end.
final class Flag: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}
