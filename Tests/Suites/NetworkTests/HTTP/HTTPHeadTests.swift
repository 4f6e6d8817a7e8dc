import JetonNetwork
import Testing

@Suite("Heads of HTTP messages")
struct HTTPHeadTests {
    /// Reads a head in pieces of a size; gives the reader and what follows the head.
    private func read(
        _ text: String,
        piece: Int = .max,
        limits: HTTPLimits = HTTPLimits()
    ) throws(NetworkError) -> (reader: HTTPHeadReader, rest: [UInt8])? {
        var reader = HTTPHeadReader(limits: limits)
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let (taken, isComplete) = try reader.read(rest.prefix(piece))
            rest = rest.dropFirst(taken)
            if isComplete { return (reader, Array(rest)) }
        }
        return nil
    }

    @Test("A request is read in pieces of any size, up to its body", arguments: [1, 2, 3, 7, 1_000])
    func request(piece: Int) throws {
        let text = "POST /a?b=c HTTP/1.1\r\nHost: example.org\r\nX-A:\t 1 2\t \r\nx-a:\r\nEmpty:   \r\n\r\nbody"
        let (reader, rest) = try #require(try read(text, piece: piece))
        let head = try reader.request()
        #expect(head.method == "POST" && head.target == "/a?b=c" && !head.isVersion10)
        #expect(head.fields.values("HOST") == ["example.org"])
        #expect(head.fields.values("X-a") == ["1 2", ""])
        #expect(rest == Array("body".utf8))
    }

    @Test("A response is read with and without words beside its status", arguments: ["200 OK", "200 ", "200"])
    func response(status: String) throws {
        let (reader, _) = try #require(try read("HTTP/1.0 \(status)\r\nA: é\r\n\r\n"))
        let head = try reader.response()
        #expect(head.status == 200 && head.isVersion10)
        #expect(head.fields.values("a") == ["\u{C3}\u{A9}"], "bytes beyond ASCII are kept as they are")
    }

    /// Heads that two readers could understand differently, after the cases of request smuggling.
    static let malformed = [
        "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\n",
        "GET / HTTP/1.1\r\nA: b\rC: d\r\n\r\n", "GET / HTTP/1.1\r\n A: b\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
        "GET / HTTP/1.1\r\nA : b\r\n\r\n", "GET / HTTP/1.1\r\n: b\r\n\r\n", "GET / HTTP/1.1\r\nA\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\0c\r\n\r\n", "GET / HTTP/1.1\r\nA: b\u{7F}\r\n\r\n", "GET / HTTP/1.1\r\nÄ: b\r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n", "GET /  HTTP/1.1\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n", "GET / HTTP/1.1 \r\n\r\n",
        "GET\t/ HTTP/1.1\r\n\r\n", "G(T / HTTP/1.1\r\n\r\n", "GET /\u{1} HTTP/1.1\r\n\r\n", "GET /é HTTP/1.1\r\n\r\n",
        "\r\nGET / HTTP/1.1\r\n\r\n", "GET /\r\n\r\n",
    ]

    @Test("What two readers could understand differently is refused", arguments: malformed)
    func refused(text: String) {
        let error = #expect(throws: NetworkError.self) { _ = try read(text)?.reader.request() }
        #expect(error?.code == .malformedMessage || error?.code == .versionNotSupported)
    }

    @Test(
        "A status line must have a status of three digits from 100 to 599",
        arguments: ["099 x", "600 x", "20 x", "2000 x", "+20 x", "abc x", " 200", "200\u{1}"]
    )
    func statusLine(status: String) {
        #expect(throws: NetworkError(.malformedMessage, "")) {
            _ = try read("HTTP/1.1 \(status)\r\n\r\n")?.reader.response()
        }
    }

    @Test(
        "Only HTTP/1.0 and HTTP/1.1 are spoken",
        arguments: ["HTTP/2", "HTTP/1.2", "http/1.1", "HTTP/1.1x", "HTTP/01.1"]
    )
    func versions(version: String) {
        #expect(throws: NetworkError(.versionNotSupported, "")) {
            _ = try read("GET / \(version)\r\n\r\n")?.reader.request()
        }
    }

    @Test("Each limit lets its number pass and refuses one more")
    func limits() throws {
        var limits = HTTPLimits()
        limits.startLine = 20
        limits.fieldSection = 60
        limits.fields = 3
        func accepts(_ text: String) -> Bool {
            do { return try read(text, piece: 5, limits: limits) != nil } catch {
                #expect(error.code == .limitExceeded)
                return false
            }
        }
        #expect(accepts("GET /1234567 HTTP/1.1\r\n\r\n".replacing("1234567", with: "123456")))
        #expect(!accepts("GET /1234567 HTTP/1.1\r\n\r\n"))
        #expect(accepts("GET / HTTP/1.1\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\n"))
        #expect(!accepts("GET / HTTP/1.1\r\nA: 1\r\nB: 2\r\nC: 3\r\nD: 4\r\n\r\n"))
        #expect(!accepts("GET / HTTP/1.1\r\nA: \(String(repeating: "x", count: 60))\r\n\r\n"))
        // A line without an end is refused as soon as it is too long.
        #expect(!accepts(String(repeating: "x", count: 30)))
    }

    @Test("What is written can be read again, and nothing that is written carries a second field")
    func writing() throws {
        var fields = HTTPFields()
        try fields.add("Host", "example.org")
        try fields.add("X", "a\tb é".replacing("é", with: "\u{E9}"))
        let head = try HTTPRequestHead("GET", "/x", fields)
        var reader = HTTPHeadReader()
        #expect(try reader.read(head.bytes[...]) == (head.bytes.count, true))
        #expect(try reader.request().fields.all == fields.all)
        for (name, value) in [
            ("A", "b\r\nC: d"), ("A", "b\nc"), ("A", "b\0"), ("A", " b"), ("A", "b\t"), ("A", "ж"), ("A b", "c"),
            ("", "c"),
            ("A\r\nB", "c"),
        ] {
            #expect(throws: NetworkError(.invalidRequest, "")) { try fields.add(name, value) }
        }
        for target in ["", "/a b", "/a\r\nB: c", "/é"] {
            #expect(throws: NetworkError(.invalidRequest, "")) { try HTTPRequestHead("GET", target) }
        }
        #expect(throws: NetworkError(.invalidRequest, "")) { try HTTPRequestHead("GE T", "/") }
        #expect(throws: NetworkError(.invalidRequest, "")) { try HTTPResponseHead(600) }
    }

    @Test("Lists run over several fields, in lower case; a field that must stand alone must")
    func lists() throws {
        var fields = HTTPFields()
        try fields.add("Connection", "Close, ,\tkeep-Alive")
        try fields.add("connection", "x")
        #expect(fields.list("CONNECTION") == ["close", "keep-alive", "x"])
        #expect(throws: NetworkError(.malformedMessage, "")) { try fields.single("Connection") }
        fields.remove("CONNECTION")
        #expect(try fields.single("Connection") == nil)
    }

    @Test("An error never says a field's value")
    func secrets() {
        for text in [
            "GET / HTTP/1.1\r\nAuthorization: Basic c2VjcmV0\u{1}\r\n\r\n", "GET / HTTP/1.1\r\nA b: c2VjcmV0\r\n\r\n",
        ] {
            let error = #expect(throws: NetworkError.self) { _ = try read(text) }
            #expect(error?.description.contains("c2VjcmV0") == false)
        }
    }
}
