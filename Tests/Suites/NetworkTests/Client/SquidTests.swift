import Foundation
import Network
import Octets
import TestRig
import Testing
import X509

@Suite("Requests through Squid")
struct SquidTests {
    private func client(_ squid: Squid, _ credentials: NetworkCredentials?) async throws -> HTTPClient {
        var settings = try await HTTPClient.Settings(trust: TestAuthority.shared.value.trust)
        let proxy = ProxySettings.Server(host: "127.0.0.1", port: squid.port, credentials: credentials)
        settings.proxies.http = proxy
        settings.proxies.https = proxy
        return HTTPClient(settings)
    }

    private func get(_ client: HTTPClient, _ url: String) throws -> (Int, String) {
        var body: [UInt8] = []
        let head = try client.perform(HTTPRequest(HTTPURL(url))) { (piece) throws(NetworkError) in body += piece }
        return (head.status, String(decoding: body, as: UTF8.self))
    }

    private func credentials(_ password: String) -> NetworkCredentials {
        NetworkCredentials(name: "user", password: Secret(copying: Array(password.utf8).span))
    }

    @Test("Basic authentication opens tunnels and plain requests; a wrong password is sent once")
    func basic() async throws {
        let squid = try await Squid()
        let target = try await OpenSSLServer(["-www"])
        let plain = try LoopbackServer.http { _ in "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nplain" }
        let right = try await client(squid, credentials("right"))
        #expect(try get(right, "https://localhost:\(target.port)/").1.contains("Cipher"))
        #expect(try get(right, "http://127.0.0.1:\(plain.port)/") == (200, "plain"))

        let nobody = try await client(squid, nil)
        for url in ["https://localhost:\(target.port)/", "http://127.0.0.1:\(plain.port)/"] {
            #expect(throws: NetworkError(.authenticationRequired, "")) { try get(nobody, url) }
        }
        let wrong = credentials("wrong")
        let stranger = try await client(squid, wrong)
        for _ in 0..<2 {
            #expect(throws: NetworkError(.authenticationFailed, "")) {
                try get(stranger, "https://localhost:\(target.port)/")
            }
        }
        #expect(wrong.isRefused)
        #expect(try squid.attempts() == ["user right", "user wrong"])
    }

    @Test("A proxy that cannot reach the server says so")
    func unreachable() async throws {
        let squid = try await Squid()
        let port = try LoopbackServer.closedPort()
        let client = try await client(squid, credentials("right"))
        #expect(throws: NetworkError(.unreachable, "")) { try get(client, "https://localhost:\(port)/") }
    }
}

/// Squid on a free port of the loopback, with Basic authentication by a script of ours.
private struct Squid {
    let port: UInt16
    private let process: ChildProcess
    private let directory: TemporaryDirectory

    init() async throws {
        directory = try TemporaryDirectory()
        let path = directory.path
        // Squid runs as a user of its own when root starts it.
        for place in [path] {
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place)
        }
        try directory.write(
            """
            #!/bin/sh
            while read -r user password; do
                echo "$user $password" >> \(path)/attempts
                if [ "$password" = right ]; then echo OK; else echo ERR; fi
            done

            """,
            to: "helper",
            mode: 0o755
        )
        // Squid has no way to say which port the system chose. One that was free a moment ago may be taken by now, and
        // connecting to find out could take it: the log tells.
        var report = ""
        for attempt in 0..<10 {
            let port = try LoopbackServer.closedPort()
            let configuration = try directory.write(
                Self.configuration(port, in: path, log: "cache-\(attempt).log"),
                to: "squid.conf",
                mode: 0o644
            )
            let process = try ChildProcess(["/usr/sbin/squid", "-N", "-f", configuration])
            for _ in 0..<3000 {
                report = (try? directory.read("cache-\(attempt).log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
                if report.contains("Accepting HTTP Socket connections") {
                    (self.port, self.process) = (port, process)
                    return
                }
                if report.contains("FATAL") { break }
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        throw TestRigError("squid does not listen: \(report)")
    }

    private static func configuration(_ port: UInt16, in path: String, log: String) -> String {
        """
        http_port 127.0.0.1:\(port)
        auth_param basic program \(path)/helper
        auth_param basic children 1
        auth_param basic credentialsttl 1 hour
        acl users proxy_auth REQUIRED
        http_access allow users
        http_access deny all
        cache deny all
        access_log none
        cache_log \(path)/\(log)
        pid_filename none
        coredump_dir \(path)
        pinger_enable off
        shutdown_lifetime 0 seconds
        visible_hostname squid.test

        """
    }

    /// The names and passwords that the helper was asked about.
    func attempts() throws -> [String] {
        String(decoding: try directory.read("attempts"), as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
