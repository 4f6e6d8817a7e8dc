import Foundation
import JetonNetwork
import JetonOctets
import JetonX509
import Synchronization
import TestRig
import Testing

@Suite("Requests")
struct HTTPClientTests {
    private func client(
        _ change: (inout HTTPClient.Settings) -> Void = { _ in }
    ) -> HTTPClient {
        var settings = HTTPClient.Settings(trust: TLSTrust(TrustStore([Certificate]())))
        change(&settings)
        return HTTPClient(settings)
    }

    private func get(_ client: HTTPClient, _ url: String, _ change: (inout HTTPRequest) -> Void = { _ in }) throws
        -> (status: Int, body: String)
    {
        var request = HTTPRequest(try HTTPURL(url))
        change(&request)
        var body: [UInt8] = []
        let head = try client.perform(request) { (piece) throws(NetworkError) in body += piece }
        return (head.status, String(decoding: body, as: UTF8.self))
    }

    private static func reply(_ body: String, _ fields: String = "") -> String {
        "HTTP/1.1 200 OK\r\n\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("A body comes by length, in chunks or to the end, after interim responses")
    func bodies() throws {
        let replies = [
            Self.reply("hello"), "HTTP/1.1 100 Continue\r\n\r\n" + Self.reply("hello"),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n",
            "HTTP/1.0 200 OK\r\n\r\nhello",
        ]
        for text in replies {
            let server = try LoopbackServer { peer, _ in
                _ = peer.head()
                peer.send(text)
            }
            let found = try get(client(), "http://127.0.0.1:\(server.port)/x")
            #expect(found == (200, "hello"))
        }
    }

    @Test("A POST sends its body and says how long it is")
    func post() throws {
        let server = try LoopbackServer { peer, server in
            guard let head = peer.head() else { return }
            server.note(head)
            let body = peer.body(100_000)
            peer.send(Self.reply("\(body.count)"))
        }
        let found = try get(client(), "http://127.0.0.1:\(server.port)/tsa?x") { request in
            request.method = "POST"
            request.body = [UInt8](repeating: 7, count: 100_000)
        }
        #expect(found.body == "100000")
        let head = try #require(server.requests.first)
        #expect(head.hasPrefix("POST /tsa?x HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"))
        #expect(head.contains("Content-Length: 100000\r\n"))
    }

    @Test("A GET follows five redirects and no more; a POST none")
    func redirects() throws {
        let server = try LoopbackServer.http { head in
            let path = head.split(separator: " ")[1]
            guard let number = Int(path.dropFirst(1)), number > 0 else { return Self.reply("end of \(path)") }
            return "HTTP/1.1 302 Found\r\nLocation: ./x/../\(number - 1)\r\nContent-Length: 0\r\n\r\n"
        }
        let root = "http://127.0.0.1:\(server.port)"
        #expect(try get(client(), "\(root)/5").body == "end of /0")
        #expect(throws: NetworkError(.redirectRefused, "")) { try get(client(), "\(root)/6") }
        #expect(throws: NetworkError(.redirectRefused, "")) {
            try get(client(), "\(root)/1") { $0.method = "POST" }
        }
    }

    @Test("A GET that stays with its origin follows redirects there, and none to another port or host")
    func sameOrigin() throws {
        let other = try LoopbackServer.http { _ in Self.reply("other") }
        let server = try LoopbackServer.http { head in
            let path = head.split(separator: " ")[1].dropFirst()
            guard !path.isEmpty else { return Self.reply("own") }
            let location =
                switch path {
                case "relative": "/"
                case "port": "http://127.0.0.1:\(other.port)/"
                case "network": "//127.0.0.1:\(other.port)/"
                case "twice": "/port"
                default: "http://localhost:\(other.port)/"
                }
            return "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        }
        let root = "http://127.0.0.1:\(server.port)"
        #expect(try get(client(), "\(root)/relative") { $0.redirects = .sameOrigin }.body == "own")
        #expect(throws: NetworkError(.redirectRefused, "")) {
            try get(client(), "\(root)/relative") { $0.redirects = .none }
        }
        for path in ["port", "network", "twice", "host"] {
            #expect(throws: NetworkError(.redirectRefused, ""), "\(path)") {
                try get(client(), "\(root)/\(path)") { $0.redirects = .sameOrigin }
            }
        }
        #expect(other.connectionCount == 0)
        #expect(try get(client(), "\(root)/port").body == "other")
    }

    @Test(
        "A redirect to another scheme, a malformed URL or two places is refused",
        arguments: ["ftp://h/", "file:///etc/passwd", "http://a b/", "http://u@h/", "gopher:x"]
    )
    func badRedirects(location: String) throws {
        let server = try LoopbackServer.http { _ in
            "HTTP/1.1 301 Moved\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        }
        #expect(throws: NetworkError(.invalidURL, "")) { try get(client(), "http://127.0.0.1:\(server.port)/") }
    }

    @Test("Public reach goes to no address of this machine, by name, by redirect or by a name that changes")
    func reach() throws {
        let server = try LoopbackServer.http { _ in Self.reply("secret") }
        for host in ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "127.1", "2130706433", "0x7f000001"] {
            let error = #expect(throws: NetworkError.self, "\(host)") {
                try get(client(), "http://\(host):\(server.port)/") { $0.reach = .publicHosts }
            }
            #expect(error?.code == .addressNotAllowed, "\(host)")
        }
        #expect(server.connectionCount == 0)
        // A name server that gives a public address first and a private one then; or both.
        let resolver = ScriptedResolver([["192.0.2.1", "127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["127.0.0.1"]])
        for _ in 0..<3 {
            #expect(throws: NetworkError(.addressNotAllowed, "")) {
                try get(client { $0.resolver = resolver }, "http://rebind.test:\(server.port)/") {
                    $0.reach = .publicHosts
                }
            }
        }
        #expect(resolver.callCount == 3)
        #expect(server.connectionCount == 0)
        #expect(try get(client(), "http://127.0.0.1:\(server.port)/").body == "secret")
    }

    @Test("Over a proxy, names and addresses of this machine are not asked for")
    func reachOverProxy() throws {
        let proxy = try LoopbackServer.http { _ in Self.reply("secret") }
        let client = client { $0.proxies.http = .init(host: "127.0.0.1", port: proxy.port) }
        for host in [
            "127.0.0.1", "localhost", "printer", "a.local", "x.internal", "127.1", "0x7f.1", "[::1]", "10.0.0.1",
            "localhost.", "pki.localdomain", "pki.LocalDomain.", "pki.corp", "pki.intranet", "pki.private",
            "pki.home.arpa", "pki.lan", "pki.fritz", "1.0x7f",
        ] {
            #expect(throws: NetworkError(.addressNotAllowed, ""), "\(host)") {
                try get(client, "http://\(host)/") { $0.reach = .publicHosts }
            }
        }
        #expect(proxy.connectionCount == 0)
        #expect(try get(client, "http://ca.example.test/x.crl") { $0.reach = .publicHosts }.body == "secret")
        #expect(proxy.requests.first?.hasPrefix("GET http://ca.example.test/x.crl HTTP/1.1\r\n") == true)
    }

    @Test(
        "A server that hangs, drips, never pauses or lies about its length is an error in time",
        arguments: [
            "hang", "drip", "flood", "extensions", "short", "long", "chunks", "endless head", "endless interim", "5 GB",
            "stated 5 GB",
        ]
    )
    func broken(kind: String) throws {
        let server = try LoopbackServer { peer, _ in
            _ = peer.head()
            switch kind {
            case "hang": peer.hang()
            case "drip":
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
                while peer.send("x") { usleep(20_000) }
            case "flood":
                peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                let piece = String(repeating: "1\r\nx\r\n", count: 10_000)
                while peer.send(piece) {}
            case "extensions":
                peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
                let piece = String(repeating: "1;\(String(repeating: "e", count: 250))\r\nx\r\n", count: 256)
                while peer.send(piece) {}
            case "short": peer.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
            case "long": peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\nhello")
            case "chunks": peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello")
            case "endless head": while peer.send("HTTP/1.1 200 OK\r\nX: \(String(repeating: "y", count: 60_000))") {}
            case "endless interim": while peer.send("HTTP/1.1 102 Wait\r\n\r\n") {}
            case "5 GB":
                peer.send("HTTP/1.1 200 OK\r\n\r\n")
                let piece = [UInt8](repeating: 0, count: 65_536)
                while peer.send(piece) {}
            default: peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5368709120\r\n\r\n")
            }
        }
        let client = client { settings in
            settings.timeouts.firstByte = .milliseconds(400)
            settings.timeouts.stall = .milliseconds(400)
            settings.timeouts.total = ["drip", "flood"].contains(kind) ? .milliseconds(600) : .seconds(60)
        }
        let error = #expect(throws: NetworkError.self) {
            try get(client, "http://127.0.0.1:\(server.port)/") { if kind == "flood" { $0.bodyLimit = .max } }
        }
        let expected: NetworkError.Code =
            switch kind {
            case "hang", "drip", "flood": .timedOut
            case "short", "chunks": .connectionClosed
            case "5 GB", "stated 5 GB", "endless head", "extensions": .limitExceeded
            default: .malformedMessage
            }
        #expect(error?.code == expected, "\(error.map { "\($0)" } ?? "")")
        // What is beyond a limit is named with its host.
        if expected == .limitExceeded { #expect(error?.context.hasSuffix(" of 127.0.0.1") == true) }
    }

    @Test("A closed port, and a name that nobody has, are named")
    func unreachable() throws {
        let port = try LoopbackPort.closed()
        let error = #expect(throws: NetworkError.self) { try get(client(), "http://127.0.0.1:\(port)/") }
        #expect(error?.code == .unreachable)
        #expect(error?.context.contains("127.0.0.1:\(port)") == true)
    }

    @Test("The host of each connection is reported")
    func contacts() throws {
        let server = try LoopbackServer.http { _ in Self.reply("") }
        let log = Mutex<[NetworkContact]>([])
        let client = client { settings in settings.contacted = { contact in log.withLock { $0.append(contact) } } }
        _ = try get(client, "http://localhost:\(server.port)/")
        #expect(log.withLock { $0.map(\.host) } == ["localhost"])
        #expect(log.withLock { $0.map(\.address.description) } == ["127.0.0.1"])
    }

    @Test("Addresses are remembered for a time, each name's its own")
    func rememberedAddresses() throws {
        let script = ScriptedResolver([["192.0.2.1"], ["192.0.2.2"]])
        let resolver = RememberingResolver(script, for: .seconds(60))
        for _ in 0..<2 {
            #expect(try resolver.addresses(of: "a.test", by: .after(.seconds(1))) == [#require(IPAddress("192.0.2.1"))])
        }
        #expect(try resolver.addresses(of: "b.test", by: .after(.seconds(1))) == [#require(IPAddress("192.0.2.2"))])
        #expect(script.callCount == 2)
        let brief = RememberingResolver(ScriptedResolver([["192.0.2.1"], ["192.0.2.2"]]), for: .zero)
        #expect(try brief.addresses(of: "a.test", by: .after(.seconds(1))) == [#require(IPAddress("192.0.2.1"))])
        #expect(try brief.addresses(of: "a.test", by: .after(.seconds(1))) == [#require(IPAddress("192.0.2.2"))])
    }

    @Test("A password is not sent in clear, nor to a server without TLS")
    func clear() throws {
        let server = try LoopbackServer.http { _ in
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n"
        }
        let credentials = NetworkCredentials(name: "user", password: Secret(copying: Array("secret".utf8).span))
        #expect(throws: NetworkError(.authenticationRequired, "")) {
            try get(client(), "http://127.0.0.1:\(server.port)/") { $0.credentials = credentials }
        }
        #expect(server.connectionCount == 0)
    }
}

/// A resolver with one answer for each call.
private final class ScriptedResolver: HostResolver {
    private let answers: [[String]]
    private let calls = Mutex(0)

    init(_ answers: [[String]]) { self.answers = answers }

    var callCount: Int { calls.withLock { $0 } }

    func addresses(of name: String, by deadline: Deadline) throws(NetworkError) -> [IPAddress] {
        let index = calls.withLock { calls in
            calls += 1
            return calls - 1
        }
        return answers[index].compactMap { IPAddress($0) }
    }
}
