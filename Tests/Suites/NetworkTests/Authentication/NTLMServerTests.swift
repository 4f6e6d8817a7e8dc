import Foundation
import JetonNetwork
import JetonOctets
import JetonX509
import TestRig
import Testing

@Suite(
    "NTLM with servers",
    .enabled(if: PythonClients.areExpected(.pyspnego), "pyspnego is not installed: scripts/bootstrap")
)
struct NTLMServerTests {
    private func credentials(_ password: String = "P\u{E4}ssword 1") -> NetworkCredentials {
        NetworkCredentials(name: "DOMAIN\\us\u{E9}r", password: Secret(copying: Array(password.utf8).span))
    }

    private func client(_ proxy: ProxySettings.Server? = nil) async throws -> HTTPClient {
        var settings = try await HTTPClient.Settings(trust: TestAuthority.shared.value.trust)
        settings.proxies.http = proxy
        settings.proxies.https = proxy
        return HTTPClient(settings)
    }

    private func post(_ client: HTTPClient, _ url: String, _ credentials: NetworkCredentials? = nil) throws -> String {
        var request = HTTPRequest(try HTTPURL(url))
        request.method = "POST"
        request.body = [UInt8](repeating: 1, count: 200_000)
        request.credentials = credentials
        var body: [UInt8] = []
        let head = try client.perform(request) { (piece) throws(NetworkError) in body += piece }
        return "\(head.status) \(String(decoding: body, as: UTF8.self))"
    }

    private var serverBinding: String {
        get async throws { try await Hex.encode(TestAuthority.shared.value.certificate("server").fingerprint(.sha256)) }
    }

    @Test("A server over TLS accepts the MIC and the channel binding; the body goes with the last message alone")
    func server() async throws {
        let server = try await NTLMServer("server", binding: serverBinding)
        #expect(try await post(client(), "https://localhost:\(server.port)/", credentials()) == "200 hello")
        #expect(try await server.next() == "negotiate with 0 bytes")
        #expect(try await server.next() == "accepted DOMAIN\\us\u{E9}r with 200000 bytes")
    }

    @Test("A server that sees another certificate than the client refuses: nobody stands in between")
    func otherBinding() async throws {
        let server = try await NTLMServer("server", binding: String(repeating: "00", count: 32))
        let client = try await client()
        #expect(throws: NetworkError(.authenticationFailed, "")) {
            try post(client, "https://localhost:\(server.port)/", credentials())
        }
    }

    @Test("A wrong password is sent once, however often it is tried")
    func wrongPassword() async throws {
        let server = try await NTLMServer("server", binding: serverBinding)
        let client = try await client()
        let wrong = credentials("wrong")
        for _ in 0..<3 {
            #expect(throws: NetworkError(.authenticationFailed, "")) {
                try post(client, "https://localhost:\(server.port)/", wrong)
            }
        }
        #expect(wrong.isRefused)
        #expect(try post(client, "https://localhost:\(server.port)/", credentials()) == "200 hello")
        #expect(try await server.next() == "negotiate with 0 bytes")
        #expect(try await server.next().hasPrefix("refused") == true)
        #expect(try await server.next() == "negotiate with 0 bytes")
        #expect(try await server.next().hasPrefix("accepted") == true)
    }

    @Test("A proxy is authenticated to on the connection of the tunnel, and of a plain request")
    func proxy() async throws {
        let target = try await OpenSSLServer(["-www"])
        let plain = try LoopbackServer.http { _ in "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi" }
        let proxy = try await NTLMServer("proxy")
        let client = try await client(.init(host: "127.0.0.1", port: proxy.port, credentials: credentials()))
        var page: [UInt8] = []
        let request = try HTTPRequest(HTTPURL("https://localhost:\(target.port)/"))
        let head = try client.perform(request) { (piece) throws(NetworkError) in page += piece }
        #expect(head.status == 200)
        #expect(String(decoding: page, as: UTF8.self).contains("Cipher"))
        #expect(try post(client, "http://127.0.0.1:\(plain.port)/") == "200 hello")
        #expect(plain.connectionCount == 0)
    }

    @Test("curl speaks NTLM with the same server")
    func control() async throws {
        let server = try await NTLMServer("server", binding: nil)
        let output = try await ChildProcess.run([
            "curl", "--silent", "--ntlm", "--user", "DOMAIN\\plain:Password1", "--data-binary", "0123456789",
            "--cacert", "\(TestAuthority.shared.value.directory.path("ca.pem"))", "https://localhost:\(server.port)/",
        ])
        #expect(output.text == "hello")
        #expect(try await server.next() == "negotiate with 0 bytes")
    }
}

/// The acceptor of pyspnego behind a server or proxy on the loopback.
struct NTLMServer {
    let port: UInt16
    private let process: ChildProcess
    private let directory: TemporaryDirectory

    /// Starts it; as a server with TLS, as a proxy without.
    init(_ mode: String, binding: String? = nil) async throws {
        directory = try TemporaryDirectory()
        let users = try directory.write("DOMAIN:us\u{E9}r:P\u{E4}ssword 1\nDOMAIN:plain:Password1\n", to: "users")
        let script = BuildProducts.packageDirectory.appendingPathComponent("Tests/Suites/NetworkTests/ntlm-server.py")
        var arguments = [PythonClients.program("python3"), script.path, mode]
        let authority = try await TestAuthority.shared.value
        if mode == "server" {
            arguments += [authority.directory.path("server.pem"), authority.directory.path("server.key")]
        }
        if let binding { arguments.append(binding) }
        process = try ChildProcess(
            arguments,
            environment: ProcessInfo.processInfo.environment.merging([
                "NTLM_USER_FILE": users, "PYTHONUTF8": "1",
            ]) { $1 }
        )
        guard let line = try await process.nextLine(), let port = UInt16(line) else {
            throw TestRigError("ntlm-server.py: \(process.collectedError)")
        }
        self.port = port
    }

    /// The next thing that it says.
    func next() async throws -> String { try await process.nextLine() ?? "" }
}
