import Foundation
import JetonNetwork
import JetonX509
import TestRig

/// Certificates for servers, good and bad, made by openssl once for all tests.
struct ServerCertificates {
    let directory: TemporaryDirectory
    let trust: TLSTrust

    static let shared = Task {
        let directory = try TemporaryDirectory()
        let output = try await ChildProcess.run(["sh", "-ec", script], workingDirectory: directory.path)
        guard output.exitStatus == 0 else { throw TestRigError("openssl: \(output.errorText)") }
        let anchors = try Certificate.parse(directory.read("ca.pem"))
        return ServerCertificates(directory: directory, trust: TLSTrust(TrustStore(anchors)))
    }

    private static let script = """
        openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem \
            -subj "/CN=Test authority" -days 2 -addext keyUsage=critical,keyCertSign
        printf 'subjectAltName=DNS:%s\\nextendedKeyUsage=serverAuth\\n' \(WeakServer.host) > ext
        leaf() {
            name=$1 bits=$2 hash=$3 days=$4
            openssl req -newkey rsa:$bits -nodes -keyout $name.key -out $name.csr -subj "/CN=$name"
            openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -days $days -$hash -extfile ext -out $name.pem
        }
        leaf good 2048 sha256 2
        leaf short 1024 sha256 2
        leaf sha1 2048 sha1 2
        leaf long 2048 sha256 900
        openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime192v1 -nodes -keyout p192.key -out p192.csr -subj "/CN=p192"
        openssl x509 -req -in p192.csr -CA ca.pem -CAkey ca.key -days 2 -sha256 -extfile ext -out p192.pem
        """
}

/// A server on the loopback with what a test gives it; its name is not one of the local network.
final class WeakServer: Sendable {
    static let host = "server.example.test"

    let port: UInt16
    private let process: ChildProcess

    /// Starts `openssl s_server`.
    init(_ arguments: [String], certificate: String = "good") async throws {
        let certificates = try await ServerCertificates.shared.value
        process = try ChildProcess(
            [
                "openssl", "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "\(certificate).pem", "-key",
                "\(certificate).key",
            ] + arguments,
            workingDirectory: certificates.directory.path
        )
        let lines = try await process.lines { $0.hasPrefix("ACCEPT ") }
        guard let port = lines.last?.split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw TestRigError("s_server names no port: \(lines)")
        }
        self.port = port
    }

    /// Starts `gnutls-serv`, which has what OpenSSL has no longer.
    init(gnutlsPriority priority: String) async throws {
        let certificates = try await ServerCertificates.shared.value
        // gnutls-serv does not say which port the system chose.
        let port = try WeakServer.freePort()
        process = try ChildProcess(
            [
                // It says on the error stream that it listens.
                "sh", "-c", "exec gnutls-serv \"$@\" 2>&1", "sh", "--http", "--port", "\(port)", "--priority", priority,
                "--x509certfile", "good.pem",
                "--x509keyfile", "good.key",
            ],
            workingDirectory: certificates.directory.path
        )
        self.port = port
        _ = try await process.lines { $0.contains("listening") }
    }

    private static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard isBound else { throw TestRigError("no socket: errno \(errno)") }
        return UInt16(bigEndian: address.sin_port)
    }

    /// What connects to the server by its name.
    func client() async throws -> HTTPClient {
        var settings = HTTPClient.Settings(trust: try await ServerCertificates.shared.value.trust)
        settings.resolver = LoopbackResolver()
        return HTTPClient(settings)
    }

    var url: HTTPURL { get throws { try HTTPURL("https://\(WeakServer.host):\(port)/") } }
}

/// Finds every name on the loopback.
struct LoopbackResolver: HostResolver {
    func addresses(of name: String, by deadline: Deadline) throws(NetworkError) -> [IPAddress] {
        IPAddress("127.0.0.1").map { [$0] } ?? []
    }
}
