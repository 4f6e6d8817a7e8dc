import Foundation
import TestRig
import Testing

@Suite("jeton relay, whose token is pulled out")
struct SlowRelayTokenTests {
    private let place: Workplace

    init() async throws {
        place = try await Workplace.withVirtualCard()
        try await place.makeRelayTarget()
    }

    private func ask(_ path: String = "") async throws -> (status: String, body: String) {
        let output = try await place.curl(
            "--max-time",
            "60",
            "--write-out",
            "|%{http_code}",
            "http://localhost/\(path)"
        )
        let parts = output.text.split(separator: "|", omittingEmptySubsequences: false)
        return (String(parts.last ?? ""), String(parts.first ?? ""))
    }

    private func card(_ verb: String) async throws { try await place.jeton("virtual", verb, "alpha").exits(0) }

    /// Whether a client of this machine has sent something to a port that its server has not read.
    private func hasUnread(_ port: UInt16) async throws -> Bool {
        // Read by a program: Foundation stops at the first short read of such a file.
        let table = try await place.run("cat", "/proc/net/tcp").text
        let hexadecimal = String(port, radix: 16, uppercase: true)
        let local = ":" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
        return table.split(separator: "\n").contains { line in
            // The number, the local address, the remote one, the state, and both queues.
            let words = line.split(separator: " ")
            guard words.count > 4, words[1].hasSuffix(local), words[3] == "01" else { return false }
            return !words[4].hasSuffix(":00000000")
        }
    }

    @Test("Without the token a request gets 503 and the cause, and with it again the same relay goes on")
    func between() async throws {
        let (server, port) = try await place.nginx()
        defer { withExtendedLifetime(server) {} }
        let (relay, _) = try await place.listen("https://localhost:\(port)", ["--key", "anna"] + Workplace.pinOption)
        #expect(try await ask() == ("200", "CN=Anna GET "))
        for _ in 0..<2 {
            try await card("eject")
            // The connection that nginx still holds was opened by the token that is gone.
            for _ in 0..<2 {
                let (status, body) = try await ask()
                #expect(status == "503" && body == "jeton relay: no token was found\n", "\(status) \(body)")
            }
            try await card("insert")
            #expect(try await ask() == ("200", "CN=Anna GET "), "\(relay.collectedError)")
        }
        relay.signal(SIGTERM)
        let output = try await relay.finish()
        #expect(output.exitStatus == 0, "\(output.errorText)")
        // A PIN is sent once for each time that the token was there.
        #expect(output.errorText.components(separatedBy: "signed by the token at once: 1").count == 2)
        #expect(!output.errorText.contains(Workplace.pin) && !output.text.contains(Workplace.pin))
    }

    @Test("A token that goes in the middle of a handshake is named as the cause, and the next one works")
    func during() async throws {
        let (server, port) = try await place.nginx()
        let (relay, _) = try await place.listen("https://localhost:\(port)", ["--key", "anna"] + Workplace.pinOption)
        // The server does not answer the greeting until the card has gone.
        server.signal(SIGSTOP)
        async let answer = ask()
        for _ in 0..<3000 {
            if try await hasUnread(port) { break }
            try await Task.sleep(for: .milliseconds(10))
        }
        try #require(try await hasUnread(port))
        try await card("eject")
        server.signal(SIGCONT)
        let (status, body) = try await answer
        #expect(status == "503" && body.hasPrefix("jeton relay: the token can't be used: "), "\(status) \(body)")
        try await card("insert")
        #expect(try await ask() == ("200", "CN=Anna GET "), "\(relay.collectedError)")
        relay.signal(SIGTERM)
        #expect(try await relay.finish().exitStatus == 0)
    }

    @Test("A body on its way arrives whole although the token goes, and the request after it gets 503")
    func serving() async throws {
        let (server, port) = try await place.nginx()
        defer { withExtendedLifetime(server) {} }
        try place.directory.makeDirectory("files")
        // More than the buffers on the way hold, so that most of it comes after the card has gone.
        try place.directory.write(Data(count: 64 << 20), to: "files/large")
        let (relay, _) = try await place.listen("https://localhost:\(port)", ["--key", "anna"] + Workplace.pinOption)
        let words = ["curl", "--silent", "--unix-socket", "run/r", "--header", "@run/r.secret"]
        let client = try ChildProcess(
            words + ["http://localhost/files/large", "--output", "got"],
            workingDirectory: place.directory.path
        )
        for _ in 0..<3000 {
            if let got = place.contents("got"), !got.isEmpty { break }
            try await Task.sleep(for: .milliseconds(2))
        }
        client.signal(SIGSTOP)
        try await card("eject")
        client.signal(SIGCONT)
        #expect(try await client.finish().exitStatus == 0)
        #expect(place.contents("got")?.count == 64 << 20)
        #expect(try await ask().status == "503")
        relay.signal(SIGTERM)
        #expect(try await relay.finish().exitStatus == 0)
    }
}
