import Foundation
import JetonNetwork
import JetonOctets
import JetonX509
import Synchronization
import TestRig
import Testing

@Suite("What a server or proxy says when it asks for a password")
struct ChallengeTests {
    private func get(_ proxy: LoopbackServer, _ credentials: NetworkCredentials) throws -> Int {
        var settings = HTTPClient.Settings(trust: TLSTrust(TrustStore([Certificate]())))
        settings.proxies.http = .init(host: "127.0.0.1", port: proxy.port, credentials: credentials)
        let request = HTTPRequest(try HTTPURL("http://www.example.com/"))
        return try HTTPClient(settings).perform(request) { (_) throws(NetworkError) in }.status
    }

    private func credentials() -> NetworkCredentials {
        NetworkCredentials(name: "user", password: Secret(copying: Array("secret".utf8).span))
    }

    /// The scheme that a request for the proxy answers with; nil for none.
    private static func answer(_ head: String) -> String? {
        let prefix = "Proxy-Authorization: "
        let line = head.components(separatedBy: "\r\n").first { $0.hasPrefix(prefix) }
        return line.map { String($0.dropFirst(prefix.count).prefix { $0 != " " }) }
    }

    @Test(
        "Challenges are understood in one field or in several, with parameters, commas and white space of any kind",
        arguments: [
            (["Basic realm=\"x\""], "Basic"), (["Negotiate", "NTLM", "Basic realm=\"x\""], "NTLM"),
            (["Negotiate, NTLM, Basic realm=\"x\""], "NTLM"), (["NTLM,Basic realm=\"\""], "NTLM"),
            (["Negotiate,Basic realm=x"], "Basic"),
            ([", ,Negotiate ,\tBasic  realm = \"a, NTLM\" , charset=\"UTF-8\""], "Basic"),
            (["Digest realm=\"a\\\", NTLM, \\\"b\", qop=\"auth,auth-int\", nonce=x, basic"], "basic"),
            (["BASIC"], "Basic"), (["Digest ntlm=1, basic = 2"], nil), (["Digest realm=\"NTLM, Basic"], nil),
            (["Newauth abc==, Basic realm=x"], "Basic"), (["Negotiate"], nil), ([""], nil), ([], nil),
        ] as [([String], String?)]
    )
    func lists(values: [String], scheme: String?) throws {
        let fields = values.map { "Proxy-Authenticate: \($0)\r\n" }.joined()
        let proxy = try LoopbackServer.http { head in
            Self.answer(head) == nil
                ? "HTTP/1.1 407 No\r\n\(fields)Content-Length: 0\r\n\r\n"
                : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        }
        if let scheme {
            #expect(try get(proxy, credentials()) == 200)
            #expect(proxy.requests.compactMap(Self.answer).map { $0.lowercased() } == [scheme.lowercased()])
        } else {
            #expect(throws: NetworkError(.authenticationRequired, "")) { try get(proxy, credentials()) }
            #expect(proxy.connectionCount == 1)
        }
    }

    /// A CHALLENGE_MESSAGE without target information.
    private static let challenge: String = {
        let start = Array("NTLMSSP\0".utf8) + [2, 0, 0, 0] + [UInt8](repeating: 0, count: 8)
        let flags: [UInt8] = [0x01, 0x02, 0x80, 0x00]
        let end: [UInt8] = [UInt8](1...8) + [UInt8](repeating: 0, count: 8) + [4, 0, 4, 0, 48, 0, 0, 0]
        return Data(start + flags + end + [0, 0, 0, 0]).base64EncodedString()
    }()

    @Test("A password is sent once to a proxy that ends the connection in place of an answer")
    func silentRefusal() throws {
        let sent = Mutex(0)
        let proxy = try LoopbackServer.http { head in
            guard let line = head.components(separatedBy: "\r\n").first(where: { $0.hasPrefix("Proxy-Authorization:") })
            else { return "HTTP/1.1 407 No\r\nProxy-Authenticate: NTLM\r\nContent-Length: 0\r\n\r\n" }
            // The number 3 of an AUTHENTICATE_MESSAGE.
            guard line.contains("NTLM TlRMTVNTUAAD") else {
                return "HTTP/1.1 407 No\r\nProxy-Authenticate: NTLM \(Self.challenge)\r\nContent-Length: 0\r\n\r\n"
            }
            sent.withLock { $0 += 1 }
            return nil
        }
        let credentials = credentials()
        for _ in 0..<2 {
            #expect(throws: NetworkError(.authenticationFailed, "")) { try get(proxy, credentials) }
        }
        #expect(sent.withLock { $0 } == 1)
        #expect(credentials.isRefused)
    }

    @Test("NTLM begins again once if the connection ends before the password was sent")
    func brokenBefore() throws {
        let count = Mutex(0)
        let proxy = try LoopbackServer.http { head in
            if head.contains("NTLM TlRMTVNTUAAD") { return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" }
            let number = count.withLock { count in
                count += 1
                return count
            }
            // The second answer is the first challenge.
            let close = number == 2 ? "Connection: close\r\n" : ""
            let challenge = number == 1 ? "NTLM" : "NTLM \(Self.challenge)"
            return "HTTP/1.1 407 No\r\n\(close)Proxy-Authenticate: \(challenge)\r\nContent-Length: 0\r\n\r\n"
        }
        #expect(try get(proxy, credentials()) == 200)
        #expect(count.withLock { $0 } == 3)
    }
}
