import Foundation
import JetonNetwork
import TestRig
import Testing

@Suite("Requests to nginx with client certificates whose keys lie on a token")
struct NginxTests {
    @Test(
        "nginx accepts the certificate by TLS 1.2 and 1.3, and refuses who has none",
        arguments: [TLSVersion.tls12, .tls13]
    )
    func clientCertificates(version: TLSVersion) async throws {
        let server = try await NginxServer()
        var settings = try await HTTPClient.Settings(trust: TestAuthority.shared.value.trust)
        var policy = TLSPolicy()
        policy.rules.minimumVersion = version
        policy.rules.maximumVersion = version
        settings.policy = policy
        let expected = version == .tls12 ? "TLSv1.2" : "TLSv1.3"
        for kind in TokenKeyKind.allCases {
            settings.identity = try TokenIdentities.shared.get().identity(kind)
            #expect(try get(settings, server) == "200 \(expected) CN=token-\(kind)")
        }
        settings.identity = nil
        #expect(try get(settings, server).hasPrefix("400 "))
    }

    private func get(_ settings: HTTPClient.Settings, _ server: NginxServer) throws -> String {
        var body: [UInt8] = []
        let request = HTTPRequest(try HTTPURL("https://localhost:\(server.port)/"))
        let head = try HTTPClient(settings).perform(request) { (piece) throws(NetworkError) in body += piece }
        return "\(head.status) \(String(decoding: body, as: UTF8.self))"
    }
}

/// nginx with TLS on a port of the loopback.
private struct NginxServer {
    let port: UInt16
    private let directory: TemporaryDirectory
    private let process: ChildProcess

    init() async throws {
        directory = try TemporaryDirectory()
        // nginx has no way to say which port the system chose: one that was free a moment ago.
        port = try LoopbackPort.closed()
        let text = try await Self.configuration(directory, port, TestAuthority.shared.value)
        let file = try directory.write(text, to: "nginx.conf")
        process = try ChildProcess(["nginx", "-e", directory.path("error.log"), "-p", directory.path, "-c", file])
        for _ in 0..<3000 {
            if let channel = try? TCPConnection(
                to: [#require(IPAddress("127.0.0.1"))],
                port: port,
                by: .after(.seconds(5))
            ) {
                channel.close()
                return
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TestRigError("nginx does not listen: \(process.collectedError)")
    }

    private static func configuration(
        _ directory: TemporaryDirectory,
        _ port: UInt16,
        _ authority: TestAuthority
    ) throws -> String {
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(directory.path($0));"
        }
        return """
            daemon off;
            master_process off;
            pid \(directory.path("nginx.pid"));
            error_log \(directory.path("error.log"));
            events {}
            http {
            access_log off;
            \(temporary.joined(separator: "\n"))
            server {
                listen 127.0.0.1:\(port) ssl;
                ssl_certificate \(authority.directory.path("server.pem"));
                ssl_certificate_key \(authority.directory.path("server.key"));
                ssl_protocols TLSv1.2 TLSv1.3;
                ssl_client_certificate \(try TokenIdentities.shared.get().file);
                ssl_verify_client on;
                location / { return 200 "$ssl_protocol $ssl_client_s_dn"; }
            }
            }

            """
    }
}
