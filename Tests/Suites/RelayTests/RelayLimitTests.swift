import Foundation
import JetonNetwork
import JetonOctets
import JetonRelay
import TestRig
import Testing

@Suite("A relay's limits and places")
struct RelayLimitTests {
    @Test("The 65th connection is refused at once, and the others go on")
    func connections() async throws {
        let rig = try await RelayRig()
        let port = rig.port
        let (sockets, surplus) = try await onOwnThread {
            let sockets = try (0..<64).map { _ in try RawSocket(port) }
            return (sockets, try RawSocket(port).readToEnd())
        }
        #expect(surplus.hasPrefix("HTTP/1.1 503 "))
        let text = rig.head("GET /echo", "Connection: close\r\n")
        let answers = try await onOwnThread {
            for socket in sockets { socket.send(text) }
            return sockets.map { $0.readToEnd() }
        }
        let others = answers.filter { !$0.hasPrefix("HTTP/1.1 200 ") }
        #expect(others.isEmpty, "\(others)")
    }

    @Test("A head that does not come is refused; a connection without a request just ends")
    func time() async throws {
        let rig = try await RelayRig { settings in
            settings.limits.head = .milliseconds(50)
            settings.limits.idle = .milliseconds(300)
        }
        #expect(try await rig.exchange("GET / HT").hasPrefix("HTTP/1.1 408 "))
        #expect(try await !rig.exchange("").contains("HTTP"))
        // A body that stops is not awaited for ever.
        let stopped = try await rig.exchange(rig.head("POST /echo", "Content-Length: 5\r\n") + "abc")
        #expect(stopped.hasPrefix("HTTP/1.1 504 "))
    }

    @Test("A target that can't be reached is a 502 with the reason")
    func unreachable() async throws {
        let rig = try await RelayRig()
        var settings = try RelaySettings(target: HTTPURL("https://localhost:\(rig.port)"))
        settings.limits.lingering = .milliseconds(10)
        let client = HTTPClient(HTTPClient.Settings(trust: try await RelayAuthority.shared.value.trust))
        let target = RelayTarget(settings, client: RelayClient(client), open: { RelayClient(client) }, report: { _ in })
        let listener = try RelayListener(at: .loopback(port: 0, isIPv6: true), to: target)
        Thread.detachNewThread { listener.run() }
        #expect(listener.authority.hasPrefix("[::1]:"))
        let secret = listener.secret.borrow { secret in
            secret.withBytes { span in String(decoding: (0..<span.count).map { span[$0] }, as: UTF8.self) }
        }
        let output = try await ChildProcess.run([
            "curl", "--silent", "--globoff", "http://\(listener.authority)/\(secret)/", "--write-out", "%{http_code}",
        ])
        // The other relay does not speak TLS.
        #expect(output.text.hasPrefix("jeton relay: ") && output.text.hasSuffix("502"), "\(output.text)")
    }

    @Test("A socket belongs to its owner alone, replaces one that nobody uses, and no other file")
    func unixSocket() async throws {
        let directory = try TemporaryDirectory()
        unsafe chmod(directory.path, 0o700)
        let path = directory.path("relay.sock")
        let rig = try await RelayRig(at: .unix(path))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let output = try await ChildProcess.run([
            "curl", "--silent", "--unix-socket", path, "http://localhost/\(rig.secret)/echo",
        ])
        #expect(output.text.contains(#""target": "/echo""#))
        let settings = try RelaySettings(target: HTTPURL("https://localhost"))
        let client = HTTPClient(HTTPClient.Settings(trust: TLSTrust(TrustStoreOfNobody.store)))
        let target = RelayTarget(settings, client: RelayClient(client), open: { RelayClient(client) }, report: { _ in })
        // One that listens is left alone.
        #expect(throws: NetworkError(.addressNotAllowed, "")) { try RelayListener(at: .unix(path), to: target) }
        // A stale one is replaced: its file stays when its process ends.
        let stale = directory.path("stale.sock")
        let made = try await ChildProcess.run([
            "python3", "-c", "import socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])", stale,
        ])
        #expect(made.exitStatus == 0)
        let second = try RelayListener(at: .unix(stale), to: target)
        second.remove()
        #expect(!FileManager.default.fileExists(atPath: stale))
        // Files and links are not.
        let file = try directory.write("text", to: "file")
        #expect(throws: NetworkError(.addressNotAllowed, "")) { try RelayListener(at: .unix(file), to: target) }
        let link = directory.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(throws: NetworkError(.addressNotAllowed, "")) { try RelayListener(at: .unix(link), to: target) }
        // Nor is a directory that others can change.
        unsafe chmod(directory.path, 0o777)
        #expect(throws: NetworkError(.addressNotAllowed, "")) {
            try RelayListener(at: .unix(directory.path("x")), to: target)
        }
        unsafe chmod(directory.path, 0o700)
    }

    @Test("A socket's directory is refused if others can change it or one above it, links followed")
    func directoriesAbove() async throws {
        let directory = try TemporaryDirectory()
        let inner = directory.path("open/own")
        try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
        unsafe chmod(inner, 0o700)
        try FileManager.default.createSymbolicLink(atPath: directory.path("link"), withDestinationPath: "open/own")
        let settings = try RelaySettings(target: HTTPURL("https://localhost"))
        let client = HTTPClient(HTTPClient.Settings(trust: TLSTrust(TrustStoreOfNobody.store)))
        let target = RelayTarget(settings, client: RelayClient(client), open: { RelayClient(client) }, report: { _ in })
        for mode in [0o777, 0o775] as [mode_t] {
            unsafe chmod(directory.path("open"), mode)
            // A group of the owner's number is the owner's own.
            unsafe chown(
                directory.path("open"),
                geteuid(),
                getegid() == geteuid() && geteuid() == 0 ? 54_321 : gid_t.max
            )
            for place in ["open/own/r", "link/r"] where mode == 0o777 || geteuid() == 0 {
                #expect(throws: NetworkError(.addressNotAllowed, ""), "\(place), \(mode)") {
                    try RelayListener(at: .unix(directory.path(place)), to: target)
                }
            }
        }
        unsafe chmod(directory.path("open"), 0o755)
        for place in ["open/own/r", "link/s"] {
            try RelayListener(at: .unix(directory.path(place)), to: target).remove()
        }
    }

    @Test("A neighbor at the same place that has stopped to accept is an error at once")
    func stoppedNeighbor() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path("full.sock")
        // Listens, and accepts nothing: as many wait as have room.
        let script = """
            import socket,sys,time
            listening = socket.socket(socket.AF_UNIX); listening.bind(sys.argv[1]); listening.listen(0)
            waiting = []
            try:
                while True:
                    client = socket.socket(socket.AF_UNIX); client.setblocking(False)
                    client.connect(sys.argv[1]); waiting.append(client)
            except BlockingIOError: print("full", flush=True)
            time.sleep(600)
            """
        let neighbor = try ChildProcess(["python3", "-c", script, path])
        #expect(try await neighbor.nextLine() == "full")
        let settings = try RelaySettings(target: HTTPURL("https://localhost"))
        let client = HTTPClient(HTTPClient.Settings(trust: TLSTrust(TrustStoreOfNobody.store)))
        let target = RelayTarget(settings, client: RelayClient(client), open: { RelayClient(client) }, report: { _ in })
        _ = try await onOwnThread {
            #expect(throws: NetworkError(.addressNotAllowed, "")) { try RelayListener(at: .unix(path), to: target) }
        }
        #expect(FileManager.default.fileExists(atPath: path))
    }
}
