import EvidenceFetching
import JetonNetwork
import JetonValidation
import JetonX509
import TestRig
import Testing

@Suite("Fetching evidence")
struct NetworkFetcherTests {
    private func fetcher(allowsPrivateHosts: Bool = false) -> NetworkFetcher {
        var settings = HTTPClient.Settings(trust: TLSTrust(TrustStore([Certificate]())))
        settings.timeouts.firstByte = .seconds(60)
        return NetworkFetcher(client: HTTPClient(settings), allowsPrivateHosts: allowsPrivateHosts)
    }

    private static func reply(_ body: String, type: String = "application/ocsp-response", status: Int = 200) -> String {
        "HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("A request has the type of its kind, and the reply comes back")
    func post() throws {
        let server = try LoopbackServer { peer, server in
            guard let head = peer.head() else { return }
            server.note(head)
            peer.send(Self.reply(String(decoding: peer.body(3), as: UTF8.self), type: "Application/OCSP-Response; x=y"))
        }
        let request = FetchRequest(
            url: "http://127.0.0.1:\(server.port)/ocsp",
            kind: .ocsp,
            body: Array("abc".utf8),
            isFromCertificate: false
        )
        #expect(try fetcher().fetch(request) == Array("abc".utf8))
        let head = try #require(server.requests.first)
        #expect(head.hasPrefix("POST /ocsp HTTP/1.1\r\n"))
        #expect(head.contains("\r\nContent-Type: application/ocsp-request\r\n"))
        #expect(!head.lowercased().contains("accept-encoding"))
    }

    @Test("A URL of a certificate does not reach this machine unless that is allowed")
    func privateHosts() throws {
        let server = try LoopbackServer.http { _ in Self.reply("x", type: "application/pkix-crl") }
        let request = FetchRequest(url: "http://localhost:\(server.port)/", kind: .crl, isFromCertificate: true)
        #expect(throws: FetchError(.notAllowed, "")) { try fetcher().fetch(request) }
        #expect(server.connectionCount == 0)
        #expect(try fetcher(allowsPrivateHosts: true).fetch(request) == Array("x".utf8))
    }

    @Test(
        "HTML, another status, a question for a password, too much and what is not HTTP are named",
        arguments: [
            (reply("<html>", type: "text/html"), FetchError.Code.contentType),
            ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", .contentType),
            (reply("", status: 404), .status), (reply("", status: 500), .status),
            ("HTTP/1.1 401 X\r\nWWW-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n", .unauthorized),
            ("HTTP/1.1 302 X\r\nLocation: /\r\nContent-Length: 0\r\n\r\n", .notAllowed),
            (
                "HTTP/1.1 200 OK\r\nContent-Type: application/ocsp-response\r\nContent-Length: 5368709120\r\n\r\n",
                .tooLarge
            ),
            ("HTTP/1.1 200 OK\r\nContent-Type: application/ocsp-response\r\nContent-Length: 9\r\n\r\nx", .malformed),
            ("SSH-2.0-OpenSSH\r\n\r\n", .malformed), ("HTTP/2 200\r\n\r\n", .malformed),
        ]
    )
    func replies(text: String, code: FetchError.Code) throws {
        let server = try LoopbackServer { peer, _ in
            _ = peer.head()
            peer.send(text)
        }
        let url = "http://127.0.0.1:\(server.port)/"
        let error = #expect(throws: FetchError.self) {
            try fetcher().fetch(FetchRequest(url: url, kind: .ocsp, isFromCertificate: false))
        }
        #expect(error?.code == code, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.context.contains("127.0.0.1") == true)
    }

    @Test("What the receiver throws ends the connection and comes back")
    func receiver() throws {
        let server = try LoopbackServer { peer, _ in
            _ = peer.head()
            peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/pkix-crl\r\n\r\n")
            while peer.send([UInt8](repeating: 0, count: 65_536)) {}
        }
        let request = FetchRequest(url: "http://127.0.0.1:\(server.port)/", kind: .crl, isFromCertificate: false)
        #expect(throws: FetchError(.refusedByReceiver, "")) {
            try fetcher().fetch(request) { piece throws(FetchError) in throw FetchError(.refusedByReceiver, "no") }
        }
        #expect(throws: FetchError(.unreachable, "")) {
            let closed = try LoopbackPort.closed()
            _ = try fetcher().fetch(
                FetchRequest(url: "http://127.0.0.1:\(closed)/", kind: .crl, isFromCertificate: false)
            )
        }
    }
}
