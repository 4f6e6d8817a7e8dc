import Foundation
import JetonNetwork
import JetonOctets
import JetonX509
import TestRig
import Testing

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
        let port = try LoopbackPort.closed()
        let client = try await client(squid, credentials("right"))
        #expect(throws: NetworkError(.proxyRefused, "")) { try get(client, "https://localhost:\(port)/") }
    }
}
