import JetonNetwork
import JetonRelay
import TestRig
import Testing

@Suite("What a relay lets pass")
struct RelayGateTests {
    /// Requests that a page in a browser could cause, or that two readers could understand differently; `HOST` and
    /// `SECRET` stand for those of the relay, `OK` for both fields.
    static let refused: [(Int, String)] = [
        // Rebinding, other names of this machine, and none.
        (421, "GET / HTTP/1.1\r\nHost: evil.test\r\nJeton-Relay-Secret: SECRET\r\n\r\n"),
        (421, "GET / HTTP/1.1\r\nHost: localhost:PORT\r\nJeton-Relay-Secret: SECRET\r\n\r\n"),
        (421, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nJeton-Relay-Secret: SECRET\r\n\r\n"),
        (421, "GET / HTTP/1.1\r\nHost: HOST.evil.test\r\nJeton-Relay-Secret: SECRET\r\n\r\n"),
        (400, "GET / HTTP/1.1\r\nJeton-Relay-Secret: SECRET\r\n\r\n"),
        (400, "GET / HTTP/1.1\r\nHost: HOST\r\nOK\r\n\r\n"),
        (400, "GET / HTTP/1.0\r\nJeton-Relay-Secret: SECRET\r\n\r\n"),
        // Pages.
        (403, "GET / HTTP/1.1\r\nOK\r\nOrigin: https://evil.test\r\n\r\n"),
        (403, "GET / HTTP/1.1\r\nOK\r\nOrigin: null\r\n\r\n"),
        (403, "GET / HTTP/1.1\r\nOK\r\nOrigin: https://app.test.evil.test\r\n\r\n"),
        (403, "GET / HTTP/1.1\r\nOK\r\nOrigin: https://app.test/\r\n\r\n"),
        (403, "GET / HTTP/1.1\r\nOK\r\nOrigin: https://app.test\r\nOrigin: https://evil.test\r\n\r\n"),
        (403, "GET / HTTP/1.1\r\nOK\r\nSec-Fetch-Site: cross-site\r\n\r\n"),
        (403, "GET / HTTP/1.1\r\nOK\r\nSec-Fetch-Site: same-site\r\n\r\n"),
        (403, "OPTIONS / HTTP/1.1\r\nOK\r\nAccess-Control-Request-Method: POST\r\n\r\n"),
        (403, "OPTIONS / HTTP/1.1\r\nOK\r\nAccess-Control-Request-Private-Network: true\r\n\r\n"),
        // The secret.
        (403, "GET / HTTP/1.1\r\nHost: HOST\r\n\r\n"),
        (403, "GET /echo HTTP/1.1\r\nHost: HOST\r\nJeton-Relay-Secret: \r\n\r\n"),
        (403, "GET / HTTP/1.1\r\nHost: HOST\r\nJeton-Relay-Secret: SECRET0\r\n\r\n"),
        (403, "GET /SECRET/ HTTP/1.1\r\nHost: HOST\r\nJeton-Relay-Secret: 0\r\n\r\n"),
        (403, "GET / HTTP/1.1\r\nOK\r\nJeton-Relay-Secret: SECRET\r\n\r\n"),
        (403, "GET /?SECRET HTTP/1.1\r\nHost: HOST\r\n\r\n"),
        (403, "GET //SECRET/ HTTP/1.1\r\nHost: HOST\r\n\r\n"),
        // Given twice, it would go to the target.
        (400, "GET /SECRET/ HTTP/1.1\r\nOK\r\n\r\n"), (400, "GET /a?b=SECRET HTTP/1.1\r\nOK\r\n\r\n"),
        (400, "GET /SECRET/SECRET HTTP/1.1\r\nHost: HOST\r\n\r\n"),
        (400, "GET / HTTP/1.1\r\nOK\r\nX-Copy: a SECRET\r\n\r\n"),
        // Methods, targets and protocols.
        (405, "TRACE / HTTP/1.1\r\nOK\r\n\r\n"),
        (400, "CONNECT www.example.org:443 HTTP/1.1\r\nOK\r\n\r\n"),
        (405, "CONNECT / HTTP/1.1\r\nOK\r\n\r\n"),
        (400, "GET http://www.example.org/ HTTP/1.1\r\nOK\r\n\r\n"),
        (400, "GET http://HOST.evil.test/ HTTP/1.1\r\nOK\r\n\r\n"),
        (400, "GET http://HOST@evil.test/ HTTP/1.1\r\nOK\r\n\r\n"),
        (400, "GET https://HOST/ HTTP/1.1\r\nOK\r\n\r\n"),
        (400, "OPTIONS * HTTP/1.1\r\nOK\r\n\r\n"), (400, "GET /..#a HTTP/1.1\r\nOK\r\n\r\n"),
        (501, "GET / HTTP/1.1\r\nOK\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n"),
        (505, "PRI * HTTP/2.0\r\n\r\n"),
        (417, "POST / HTTP/1.1\r\nOK\r\nExpect: 200-maybe\r\nContent-Length: 1\r\n\r\nx"),
        // Bodies of two lengths.
        (400, "POST / HTTP/1.1\r\nOK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        (400, "POST / HTTP/1.1\r\nOK\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"),
        (400, "POST / HTTP/1.1\r\nOK\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc"),
        (400, "POST / HTTP/1.1\r\nOK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"),
        (400, "POST / HTTP/1.1\r\nOK\r\nContent-Length: 3, 3\r\n\r\nabc"),
        (400, "POST / HTTP/1.1\r\nOK\r\nContent-Length: +3\r\n\r\nabc"),
        (400, "POST / HTTP/1.1\r\nOK\r\nContent-Length: 0x3\r\n\r\nabc"),
        (400, "POST / HTTP/1.1\r\nOK\r\nContent-Length: -3\r\n\r\nabc"),
        (400, "POST / HTTP/1.1\r\nOK\r\nContent-Length: \r\n\r\nabc"),
        (400, "POST / HTTP/1.1\r\nOK\r\nContent-Length: 99999999999999999999\r\n\r\nabc"),
        (501, "POST / HTTP/1.1\r\nOK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
        (501, "POST / HTTP/1.1\r\nOK\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"),
        (501, "POST / HTTP/1.1\r\nOK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        (501, "POST / HTTP/1.1\r\nOK\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
        (400, "POST / HTTP/1.1\r\nOK\r\nTransfer-Encoding: \u{B}chunked\r\n\r\n0\r\n\r\n"),
        (400, "POST / HTTP/1.0\r\nOK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        // Lines.
        (400, "GET / HTTP/1.1\r\nOK\r\nA: b\r\n c\r\n\r\n"), (400, "GET / HTTP/1.1\r\nOK\r\nA : b\r\n\r\n"),
        (400, "GET / HTTP/1.1\r\nOK\r\nA: b\nContent-Length: 3\r\n\r\n"), (400, "GET / HTTP/1.1\nOK\n\n"),
        (400, "GET / HTTP/1.1\r\nOK\r\nA: b\rC: d\r\n\r\n"), (400, "GET / HTTP/1.1\r\nOK\r\nA: \0\r\n\r\n"),
        (400, "\r\nGET / HTTP/1.1\r\nOK\r\n\r\n"), (400, "GET  / HTTP/1.1\r\nOK\r\n\r\n"),
        (505, "GET / HTTP/1.1 \r\nOK\r\n\r\n"), (400, "G\u{7F}T / HTTP/1.1\r\nOK\r\n\r\n"),
        (431, "GET /" + String(repeating: "a", count: 8192) + " HTTP/1.1\r\nOK\r\n\r\n"),
        (431, "GET / HTTP/1.1\r\nOK\r\n" + String(repeating: "A: b\r\n", count: 99) + "\r\n"),
        (431, "GET / HTTP/1.1\r\nOK\r\nA: " + String(repeating: "b", count: 65_536) + "\r\n\r\n"),
    ]

    @Test("What a page could send, and what is not plain HTTP/1.1, is refused, and the target sees nothing of it")
    func refusals() async throws {
        let rig = try await RelayRig { $0.origins = ["https://app.test"] }
        for (status, text) in Self.refused {
            let made = text.replacing("OK", with: "Host: HOST\r\nJeton-Relay-Secret: SECRET")
                .replacing("HOST", with: rig.listener.authority).replacing("SECRET", with: rig.secret)
                .replacing("PORT", with: "\(rig.port)")
            #expect(try await rig.status(made) == status, "\(text.debugDescription.prefix(120))")
        }
        // The first that the target has seen is this one.
        #expect(try await rig.status(rig.head("GET /echo", "Origin: https://app.test\r\nConnection: close\r\n")) == 200)
        #expect(try await rig.server.next() == "GET /echo")
        let told = "\(rig.told)"
        #expect(!told.contains(rig.secret) && !told.contains("evil"))
    }

    @Test("A body that is not what it says breaks off, and nothing behind it becomes a request")
    func bodies() async throws {
        let rig = try await RelayRig()
        let smuggled = "GET /smuggled HTTP/1.1\r\nHost: HOST\r\nJeton-Relay-Secret: SECRET\r\n\r\n"
        for body in [
            "3\nabc\n0\n\n", "3\r\nabcd\r\n0\r\n\r\n", "3 \r\nabc\r\n0\r\n\r\n", "0x3\r\nabc\r\n0\r\n\r\n",
            "-1\r\n\r\n", "FFFFFFFFFFFFFFFFF\r\n", "3;\u{1}\r\nabc\r\n0\r\n\r\n", "3\r\nabc\r\n0\r\nX : y\r\n\r\n",
            "0\r\n\nX", "3\r\nabc0\r\n\r\n", "3;" + String(repeating: "x", count: 300) + "\r\nabc\r\n0\r\n\r\n",
        ] {
            let text = rig.head("POST /echo", "Transfer-Encoding: chunked\r\n") + body + smuggled
            let answer = try await rig.exchange(text)
            #expect(!answer.hasPrefix("HTTP/1.1 200"), "\(body.debugDescription.prefix(60))")
            #expect(try await rig.server.next() == "POST /echo")
        }
    }

    @Test("Fields of one connection and of the client's own identity stay here; the others go on as they are")
    func fields() async throws {
        let rig = try await RelayRig()
        let fields = """
            Connection: close, X-Mine\r
            X-Mine: 1\r
            Keep-Alive: 5\r
            TE: trailers\r
            Trailer: X\r
            Proxy-Authorization: Basic eDp5\r
            Proxy-Connection: keep-alive\r
            Authorization: Basic eDp5\r
            Cookie: a=b\r
            Referer: http://here/secret/\r
            X-Other: one\r
            x-other: two\r
            Content-Length: 5\r

            """
        let answer = try await rig.exchange(rig.head("POST /echo?a=b%20c", fields) + "hello")
        #expect(answer.hasPrefix("HTTP/1.1 200 \r\n"))
        for absent in [
            "x-mine", "keep-alive", "\"te\"", "trailer", "proxy-", "\"authorization\"", "cookie", "referer", "secret",
            "Access-Control", "Keep-Alive",
        ] { #expect(!answer.contains(absent), "\(absent)") }
        #expect(answer.contains(#"["x-other", "one"], ["x-other", "two"]"#))
        #expect(answer.contains("X-Kept: yes") && answer.contains("Connection: close"))
        #expect(answer.contains(#"["host", "localhost:\#(rig.server.port)"]"#))
        #expect(answer.contains(#""target": "/echo?a=b%20c""#) && answer.contains(#""length": 5"#))
    }

    @Test("The target learns that a gateway is in between, and the client nothing that is the target's alone")
    func ownFields() async throws {
        let rig = try await RelayRig()
        let sent = try await rig.exchange(rig.head("GET /echo", "Via: 1.0 first\r\nConnection: close\r\n"))
        #expect(sent.contains(#"["via", "1.0 first"]"#) && sent.contains(#"["via", "1.1 jeton"]"#))
        let answer = try await rig.exchange(rig.head("GET /own", "Connection: close\r\n"))
        #expect(answer.contains("X-Kept: yes"))
        for name in ["Strict-Transport", "Alt-Svc", "Clear-Site", "Service-Worker", "Proxy-"] {
            #expect(!answer.contains(name), "\(name)")
        }
    }

    @Test("The first segment of the path may be the secret; the target's own path stands before the rest")
    func paths() async throws {
        let rig = try await RelayRig(path: "/base/") { settings in
            settings.passesCookies = true
            settings.passesAuthorization = true
        }
        func get(_ path: String) async throws -> String {
            try await rig.exchange(
                "GET \(path) HTTP/1.1\r\nHost: \(rig.listener.authority)\r\nConnection: close\r\nCookie: a=b\r\n"
                    + "Authorization: x\r\n\r\n"
            )
        }
        let secret = rig.secret
        for (path, expected) in [
            ("/\(secret)/x?y", "/base/x?y"), ("/\(secret)", "/base/"), ("/\(secret)?q", "/base/?q"),
            ("http://\(rig.listener.authority)/\(secret)/x", "/base/x"), ("/\(secret)/a..b/...", "/base/a..b/..."),
        ] {
            let answer = try await get(path)
            #expect(answer.contains(#""target": "\#(expected)""#), "\(path)")
            #expect(answer.contains("cookie") && answer.contains("authorization"))
            #expect(!answer.contains(secret))
        }
        for path in ["/../x", "/a/%2e%2E/x", "/a/..;x/y", "/a%2f../x", "/..", "/./x", "/a\\..\\x"] {
            #expect(try await get("/\(secret)\(path)").hasPrefix("HTTP/1.1 400 "), "\(path)")
        }
    }
}
