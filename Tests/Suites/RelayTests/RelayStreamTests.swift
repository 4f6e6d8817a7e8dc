import Foundation
import JetonNetwork
import JetonOctets
import JetonRelay
import TestRig
import Testing

@Suite("Bodies through a relay")
struct RelayStreamTests {
    @Test("Bodies of a length, in chunks and up to the end arrive whole, in pieces of any size")
    func forms() async throws {
        let rig = try await RelayRig()
        let chunked = "5;x=y\r\nhello\r\n3\r\nabc\r\n0\r\nA: b\r\n\r\n"
        let first = try await rig.exchange(
            rig.head("POST /echo", "Transfer-Encoding: chunked\r\nConnection: close\r\n") + chunked
        )
        #expect(first.contains(#""length": 8"#) && first.contains(#"["transfer-encoding", "chunked"]"#))
        let untilEnd = try await rig.exchange(rig.head("GET /close", "Connection: close\r\n"))
        #expect(
            untilEnd.contains("Transfer-Encoding: chunked") && untilEnd.hasSuffix("d\r\nuntil the end\r\n0\r\n\r\n")
        )
        let old = try await rig.exchange(rig.head("GET /close").replacing("HTTP/1.1", with: "HTTP/1.0"))
        #expect(!old.contains("chunked") && old.hasSuffix("\r\n\r\nuntil the end"))
        let head = try await rig.exchange(rig.head("HEAD /big/1000", "Connection: close\r\n"))
        #expect(head.contains("Content-Length: 1000") && head.hasSuffix("\r\n\r\n"))
        // Two at once in one piece, the second after a body.
        let two = rig.head("POST /echo", "Content-Length: 3\r\n") + "abc" + rig.head("GET /x", "Connection: close\r\n")
        let answers = try await rig.exchange(two)
        #expect(answers.contains(#""target": "/echo""#) && answers.contains(#""target": "/x""#))
    }

    @Test("A client that sends byte by byte, and then ends its direction, gets its answer")
    func slow() async throws {
        let rig = try await RelayRig()
        let text = rig.head("POST /echo", "Content-Length: 3\r\n") + "abc"
        let port = rig.port
        let answer = try await onOwnThread {
            let socket = try RawSocket(port)
            for byte in text.utf8 {
                socket.send([byte])
                usleep(200)
            }
            socket.finishSending()
            return socket.readToEnd()
        }
        #expect(answer.contains(#""length": 3"#))
    }

    @Test("A target that answers with success before it has read the body gets all of it", arguments: [false, true])
    func earlySuccess(isAuthenticated: Bool) async throws {
        let rig = try await RelayRig { settings in
            guard isAuthenticated else { return }
            // The relay asks whether the body is taken, which the client does not.
            settings.credentials = NetworkCredentials(name: "user", password: Secret(copying: [1, 2].span))
            settings.scheme = .basic
        }
        let size = 4_000_000
        let body = String(repeating: "x", count: size)
        let text = rig.head("POST /soon", "Content-Length: \(size)\r\n") + body
        let answer = try await rig.exchange(text + rig.head("GET /echo", "Connection: close\r\n"))
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("\r\n\r\nokHTTP/1.1 200 "))
        #expect(try await rig.server.next() == "POST /soon")
        #expect(try await rig.server.next() == "whole \(size)")
        #expect(try await rig.server.next() == "GET /echo")
    }

    @Test("A cut body of the target's never looks whole")
    func cut() async throws {
        let rig = try await RelayRig()
        #expect(try await rig.exchange(rig.head("GET /cut")).hasSuffix("(broken off)"))
        let chunk = try await rig.exchange(rig.head("GET /cut-chunk"))
        #expect(chunk.hasSuffix("(broken off)") && !chunk.contains("0\r\n\r\n"))
    }

    /// Responses that two readers could understand differently, or that a relay must not pass on.
    static let malformed = [
        "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
        "HTTP/1.1 200 OK\r\nA: b\r\n c\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 101 Switching\r\n\r\n",
        "HTTP/1.1 200 OK\r\nA : b\r\nContent-Length: 0\r\n\r\n", "HTTP/2 200 OK\r\n\r\n", "HTTP/1.1 999 X\r\n\r\n",
        "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "", "HTTP/1.1 20",
        String(repeating: "HTTP/1.1 103 Early\r\n\r\n", count: 9) + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nA: " + String(repeating: "b", count: 70_000) + "\r\n\r\n",
    ]

    @Test("A response that is not plain HTTP/1.1 becomes a 502 with its reason")
    func responses() async throws {
        let rig = try await RelayRig()
        for text in Self.malformed {
            let hex = text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            guard hex.utf8.count < 4000 else { continue }
            let answer = try await rig.exchange(rig.head("GET /raw/\(hex)"))
            #expect(answer.hasPrefix("HTTP/1.1 502 "), "\(text.debugDescription.prefix(80)): \(answer.prefix(80))")
        }
        // Bytes after a response belong to no request.
        let extra = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
        let hex = extra.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let both = rig.head("GET /raw/\(hex)") + rig.head("GET /echo", "Connection: close\r\n")
        let answer = try await rig.exchange(both)
        #expect(!answer.contains("evil") && answer.contains(#""target": "/echo""#))
    }

    @Test("An early 413 reaches a client that is still sending, and no more is sent")
    func early() async throws {
        let rig = try await RelayRig()
        let start = rig.head("POST /early", "Content-Length: 50000000\r\n")
        let port = rig.port
        let answer = try await onOwnThread {
            let socket = try RawSocket(port)
            socket.send(start)
            let piece = [UInt8](repeating: 7, count: 100_000)
            for _ in 0..<500 where !socket.send(piece) { break }
            return socket.readToEnd()
        }
        #expect(answer.hasPrefix("HTTP/1.1 413 ") && answer.contains("Connection: close"))
        #expect(answer.contains("too large"))
        #expect(try await rig.server.next() == "POST /early")
        let line = try await rig.server.next()
        let count = try #require(Int(line.split(separator: " ").last ?? ""), "\(line)")
        #expect(count < 50_000_000)
    }

    @Test("Both directions move at the same time")
    func duplex() async throws {
        let rig = try await RelayRig()
        let start = rig.head("POST /duplex", "Transfer-Encoding: chunked\r\nConnection: close\r\n")
        let port = rig.port
        let pieces = try await onOwnThread {
            let socket = try RawSocket(port)
            socket.send(start)
            var found: [String] = []
            for word in ["one", "two", "three"] {
                socket.send("\(String(word.utf8.count, radix: 16))\r\n\(word)\r\n")
                found.append(socket.read(until: word))
            }
            socket.send("0\r\n\r\n")
            return found + [socket.readToEnd()]
        }
        #expect(pieces[0].hasSuffix("one\r\n") && pieces[2].contains("three") && pieces[3].hasSuffix("0\r\n\r\n"))
    }

    @Test("A client that waits for 100 Continue gets it when the target takes the body, or the refusal without it")
    func expectation() async throws {
        let rig = try await RelayRig()
        let start = rig.head("POST /echo", "Content-Length: 3\r\nExpect: 100-continue\r\nConnection: close\r\n")
        let port = rig.port
        let (interim, answer) = try await onOwnThread {
            let socket = try RawSocket(port)
            socket.send(start)
            let interim = socket.read(until: "\r\n\r\n")
            socket.send("abc")
            return (interim, socket.readToEnd())
        }
        #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(answer.contains(#""length": 3"#))
        let refused = rig.head("POST /early", "Content-Length: 3\r\nExpect: 100-continue\r\n")
        #expect(try await rig.exchange(refused).hasPrefix("HTTP/1.1 413 "))
    }

    @Test("Connections to the target are used again; one that has ended meanwhile is not noticed by the client")
    func reuse() async throws {
        let rig = try await RelayRig()
        for _ in 0..<5 { #expect(try await rig.status(rig.head("GET /echo", "Connection: close\r\n")) == 200) }
        func handshakes() -> Int {
            rig.told.count { event in if case .connected = event { true } else { false } }
        }
        #expect(handshakes() == 1)
        for path in ["/end", "/echo", "/end", "/redirect"] {
            let status = try await rig.status(rig.head("GET \(path)", "Connection: close\r\n"))
            #expect(status == (path == "/redirect" ? 302 : 200), "\(path)")
        }
        #expect(handshakes() >= 2)
    }

    @Test("curl uploads and downloads 20 MB over one connection", arguments: ["--data-binary", "--upload-file"])
    func curl(option: String) async throws {
        let rig = try await RelayRig()
        let directory = try TemporaryDirectory()
        let file = try directory.write(Data(repeating: 9, count: 20_000_000), to: "file")
        let name = option == "--data-binary" ? "@\(file)" : file
        let url = "http://\(rig.listener.authority)"
        let output = try await ChildProcess.run([
            "curl", "--silent", "--show-error", "--header", "Jeton-Relay-Secret: \(rig.secret)", option, name,
            "\(url)/echo", "--next", "--silent", "--header", "Jeton-Relay-Secret: \(rig.secret)", "--output",
            directory.path("down"), "\(url)/big/20000000",
        ])
        #expect(output.text.contains(#""length": 20000000"#), "\(output.errorText)")
        let size = try FileManager.default.attributesOfItem(atPath: directory.path("down"))[.size] as? Int
        #expect(size == 20_000_000)
    }
}
