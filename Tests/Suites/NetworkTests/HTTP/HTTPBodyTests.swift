import JetonNetwork
import Testing

@Suite("Bodies of HTTP messages")
struct HTTPBodyTests {
    private func fields(_ lines: [(String, String)]) throws -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in lines { try fields.add(name, value) }
        return fields
    }

    /// The body in some bytes, and what follows it.
    private func body(
        _ framing: HTTPFraming,
        _ text: String,
        piece: Int = .max,
        limits: HTTPLimits = HTTPLimits()
    ) throws -> (body: String, rest: String, isComplete: Bool) {
        var reader = HTTPBodyReader(framing, limits: limits)
        var rest = Array(text.utf8)[...]
        var bytes: [UInt8] = []
        while !rest.isEmpty, !reader.isComplete {
            let taken = try reader.read(rest.prefix(piece)) { bytes += $0 }
            rest = rest.dropFirst(taken)
        }
        return (String(decoding: bytes, as: UTF8.self), String(decoding: rest, as: UTF8.self), reader.isComplete)
    }

    @Test("A request has no body unless it says so; a response has one to the end of the connection")
    func framing() throws {
        #expect(try HTTPFraming(HTTPRequestHead("GET", "/")) == .length(0))
        #expect(try HTTPFraming(HTTPRequestHead("POST", "/", fields([("Content-Length", "12")]))) == .length(12))
        #expect(try HTTPFraming(HTTPRequestHead("POST", "/", fields([("Transfer-Encoding", "Chunked")]))) == .chunked)
        let response = try HTTPResponseHead(200)
        #expect(try HTTPFraming(response, to: "GET") == .untilClose)
        #expect(try HTTPFraming(response, to: "HEAD") == .length(0))
        #expect(try HTTPFraming(response, to: "CONNECT") == .length(0))
        #expect(try HTTPFraming(HTTPResponseHead(407, fields([("Content-Length", "3")])), to: "CONNECT") == .length(3))
        for status in [100, 204, 304] {
            #expect(
                try HTTPFraming(HTTPResponseHead(status, fields([("Content-Length", "3")])), to: "GET") == .length(0)
            )
        }
    }

    @Test(
        "Lengths and codings that two readers could understand differently are refused",
        arguments: [
            [("Content-Length", "3"), ("Transfer-Encoding", "chunked")],
            [("Content-Length", "3"), ("Content-Length", "3")],
            [("Content-Length", "3, 3")], [("Content-Length", "+3")], [("Content-Length", "-3")],
            [("Content-Length", "0x3")], [("Content-Length", "")], [("Content-Length", "3 4")],
            [("Content-Length", "9223372036854775808")], [("Content-Length", "18446744073709551616")],
            [("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "chunked")],
            [("Transfer-Encoding", "gzip, chunked")],
            [("Transfer-Encoding", "identity")], [("Transfer-Encoding", "xchunked")],
            [("Transfer-Encoding", "chunked;x")],
        ] as [[(String, String)]]
    )
    func ambiguous(lines: [(String, String)]) throws {
        let head = try HTTPRequestHead("POST", "/", fields(lines))
        let error = #expect(throws: NetworkError.self) { try HTTPFraming(head) }
        #expect(error?.code == .malformedMessage || error?.code == .codingNotSupported)
        #expect(throws: NetworkError.self) { try HTTPFraming(HTTPResponseHead(200, fields(lines)), to: "GET") }
    }

    @Test("A body of a length ends there, in pieces of any size", arguments: [1, 2, 100])
    func length(piece: Int) throws {
        let result = try body(.length(5), "helloGET", piece: piece)
        #expect(result == ("hello", "GET", true))
        #expect(try body(.length(0), "GET") == ("", "GET", true))
        #expect(try body(.length(6), "hello", piece: piece) == ("hello", "", false))
    }

    @Test("Chunks are joined, with extensions and trailers dropped", arguments: [1, 2, 3, 100])
    func chunks(piece: Int) throws {
        let text = "5\r\nhello\r\n00A;name=\"x\"\r\n, chunked\n\r\n0\r\nTrailer: x\r\nOther:\r\n\r\nGET"
        #expect(try body(.chunked, text, piece: piece) == ("hello, chunked\n", "GET", true))
        #expect(try body(.chunked, "0\r\n\r\n", piece: piece) == ("", "", true))
    }

    @Test(
        "Chunks that two readers could understand differently are refused",
        arguments: [
            "5\nhello\r\n0\r\n\r\n", "5\r\nhello\n0\r\n\r\n", "5\r\nhellox\r\n0\r\n\r\n", "5 \r\nhello\r\n",
            " 5\r\nhello\r\n",
            "\r\n", "-1\r\n", "+5\r\nhello\r\n", "0x5\r\nhello\r\n", "g\r\n", ";x\r\n", "1000000000000000\r\n",
            "5\rhello\r\n", "5;a\u{1}\r\nhello\r\n", "0\r\nbad trailer\r\n\r\n", "0\r\n x: y\r\n\r\n",
            "0\r\nA: b\n\r\n",
        ]
    )
    func malformedChunks(text: String) {
        #expect(throws: NetworkError(.malformedMessage, "")) { try body(.chunked, text) }
        #expect(throws: NetworkError(.malformedMessage, "")) { try body(.chunked, text, piece: 1) }
    }

    @Test("A chunk's line and a trailer have limits")
    func limits() throws {
        var limits = HTTPLimits()
        limits.chunkLine = 10
        limits.fieldSection = 12
        limits.fields = 2
        #expect(try body(.chunked, "5;1234567\r\nhello\r\n0\r\n\r\n", limits: limits).isComplete)
        for text in [
            "5;123456789\r\nhello\r\n0\r\n\r\n", "0\r\nA: 1\r\nB: 2\r\nC: 3\r\n\r\n", "0\r\nName: value12\r\n\r\n",
        ] {
            #expect(throws: NetworkError(.limitExceeded, "")) { try body(.chunked, text, limits: limits) }
        }
    }

    @Test("Chunks whose lines say little of a body have a limit; small chunks and long lines by themselves have none")
    func overhead() throws {
        func chunks(_ count: Int, _ line: String, _ content: String) -> String {
            String(repeating: "\(line)\r\n\(content)\r\n", count: count) + "0\r\n\r\n"
        }
        let long = ";" + String(repeating: "e", count: 250)
        #expect(try body(.chunked, chunks(100_000, "1", "x")).isComplete)
        #expect(try body(.chunked, chunks(60, "1\(long)", "x")).isComplete)
        let whole = String(repeating: "x", count: 256)
        #expect(try body(.chunked, chunks(1000, "100\(long)", whole)).isComplete)
        #expect(throws: NetworkError(.limitExceeded, "")) { try body(.chunked, chunks(80, "1\(long)", "x")) }
    }

    @Test("The end of the connection ends a body without a length, and breaks every other")
    func end() throws {
        var reader = HTTPBodyReader(.untilClose)
        #expect(try reader.read([1, 2, 3]) { _ in } == 3)
        #expect(!reader.isComplete)
        try reader.close()
        #expect(reader.isComplete)
        for framing in [HTTPFraming.length(5), .chunked] {
            var reader = HTTPBodyReader(framing)
            _ = try reader.read(Array("2\r\n".utf8)[...]) { _ in }
            #expect(throws: NetworkError(.connectionClosed, "")) { try reader.close() }
        }
    }

    @Test("What is written in chunks is read again")
    func writing() throws {
        let bytes =
            HTTPWriter.chunk(Array("hello".utf8)) + HTTPWriter.chunk([]) + HTTPWriter.chunk([0x78])
            + HTTPWriter.lastChunk
        #expect(try body(.chunked, String(decoding: bytes, as: UTF8.self)) == ("hellox", "", true))
    }

    @Test("An error of the receiver ends the reading")
    func receiver() {
        struct Full: Error {}
        var reader = HTTPBodyReader(.length(5))
        #expect(throws: Full.self) { _ = try reader.read([1, 2]) { _ in throw Full() } }
    }
}
