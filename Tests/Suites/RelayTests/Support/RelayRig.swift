import Foundation
import JetonNetwork
import JetonOctets
import JetonRelay
import JetonX509
import Synchronization
import TestRig

/// A certificate authority and the certificate of a server on the loopback, made by openssl once for all tests.
struct RelayAuthority {
    let directory: TemporaryDirectory
    let trust: TLSTrust

    static let shared = Task {
        let directory = try TemporaryDirectory()
        let output = try await ChildProcess.run(
            [
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                "server.key", "-out", "server.pem", "-subj", "/CN=localhost", "-days", "2", "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ],
            workingDirectory: directory.path
        )
        guard output.exitStatus == 0 else { throw TestRigError("openssl: \(output.errorText)") }
        let anchors = try Certificate.parse(directory.read("server.pem"))
        return RelayAuthority(directory: directory, trust: TLSTrust(TrustStore(anchors)))
    }
}

/// The target of relays: `relay-target.py`, or the acceptor of pyspnego.
final class RelayTargetServer: Sendable {
    let port: UInt16
    private let process: ChildProcess
    private let directory: TemporaryDirectory

    init(ntlm: Bool = false, asksEachTime: Bool = false) async throws {
        let authority = try await RelayAuthority.shared.value
        directory = try TemporaryDirectory()
        let files = [authority.directory.path("server.pem"), authority.directory.path("server.key")]
        let root = BuildProducts.packageDirectory
        if ntlm {
            try PythonClients.require(.pyspnego)
            let users = try directory.write("DOMAIN:plain:Password1\n", to: "users")
            let certificate = try Certificate.parse(authority.directory.read("server.pem"))[0]
            process = try ChildProcess(
                [
                    PythonClients.program("python3"),
                    root.appendingPathComponent("Tests/Suites/NetworkTests/ntlm-server.py").path, "server",
                ] + files + [Hex.encode(certificate.fingerprint(.sha256))],
                environment: ProcessInfo.processInfo.environment.merging([
                    "NTLM_USER_FILE": users, "NTLM_EACH": asksEachTime ? "1" : "",
                ]) { $1 }
            )
        } else {
            let script = root.appendingPathComponent("Tests/Suites/RelayTests/relay-target.py").path
            process = try ChildProcess(["python3", script] + files)
        }
        guard let line = try await process.nextLine(), let port = UInt16(line) else {
            throw TestRigError("the target: \(process.collectedError)")
        }
        self.port = port
    }

    /// The next thing that it says.
    func next() async throws -> String { try await process.nextLine() ?? "" }
}

/// A relay that listens in this process, to a target of its own.
final class RelayRig: Sendable {
    let listener: RelayListener
    let server: RelayTargetServer
    private let events: Events

    private final class Events: Sendable {
        let all = Mutex<[RelayEvent]>([])
    }

    /// What the relay told.
    var told: [RelayEvent] { events.all.withLock { $0 } }

    var port: UInt16 { UInt16(listener.authority.split(separator: ":").last ?? "") ?? 0 }

    /// The secret's text.
    var secret: String {
        listener.secret.borrow { secret in
            secret.withBytes { span in String(decoding: (0..<span.count).map { span[$0] }, as: UTF8.self) }
        }
    }

    init(
        ntlm: Bool = false,
        asksEachTime: Bool = false,
        path: String = "",
        at place: RelayPlace = .loopback(port: 0, isIPv6: false),
        _ change: (inout RelaySettings) -> Void = { _ in }
    ) async throws {
        server = try await RelayTargetServer(ntlm: ntlm, asksEachTime: asksEachTime)
        let trust = try await RelayAuthority.shared.value.trust
        let events = Events()
        self.events = events
        var settings = try RelaySettings(target: HTTPURL("https://localhost:\(server.port)\(path)"))
        change(&settings)
        let client = HTTPClient(HTTPClient.Settings(trust: trust))
        let target = RelayTarget(
            settings,
            client: RelayClient(client),
            open: { RelayClient(client) },
            report: { event in events.all.withLock { $0.append(event) } }
        )
        listener = try RelayListener(at: place, to: target)
        // Listens as long as the tests run.
        Thread.detachNewThread { [listener] in listener.run() }
    }

    /// The start of a request that passes, up to its other fields.
    func head(_ line: String, _ fields: String = "") -> String {
        "\(line) HTTP/1.1\r\nHost: \(listener.authority)\r\nJeton-Relay-Secret: \(secret)\r\n\(fields)\r\n"
    }

    /// Sends bytes over a connection of its own and reads to the end; the sending side is closed first if asked to.
    func exchange(_ text: String, halfClosing: Bool = false) async throws -> String {
        let port = port
        return try await onOwnThread {
            let socket = try RawSocket(port)
            socket.send(text)
            if halfClosing { socket.finishSending() }
            return socket.readToEnd()
        }
    }

    /// The status of the first response to a request.
    func status(_ text: String) async throws -> Int {
        Int(try await exchange(text).split(separator: " ").dropFirst().first ?? "") ?? 0
    }
}

/// A client's socket, which sends what no proper client does.
final class RawSocket: Sendable {
    private let descriptor: Int32

    init(_ port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw TestRigError("no connection: errno \(errno)") }
    }

    deinit { close(descriptor) }

    /// Sends; false if the relay has gone.
    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

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

    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Reads once; nothing at the end, and nil if the connection was broken off.
    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : Array(buffer.prefix(count))
    }

    /// Reads until a text has come, or to the end.
    func read(until text: String) -> String {
        var bytes: [UInt8] = []
        while !String(decoding: bytes, as: UTF8.self).contains(text), let piece = read(), !piece.isEmpty {
            bytes += piece
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads to the end; "(broken off)" stands there for a connection that was.
    func readToEnd() -> String {
        var bytes: [UInt8] = []
        while true {
            guard let piece = read() else { return String(decoding: bytes, as: UTF8.self) + "(broken off)" }
            if piece.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece
        }
    }
}

/// Trusts nobody.
enum TrustStoreOfNobody {
    static let store = TrustStore([Certificate]())
}
