import Foundation
import TestRig
import Testing

@Suite("jeton relay, with a key on a token, curl, openssl and nginx")
struct RelayTests {
    let place: Workplace

    init() async throws {
        place = try await Workplace.withSoftHSM()
        try await place.makeSigner("anna", subject: "CN=Anna")
        try await place.makeRelayTarget()
    }

    @Test("The file of the secret replaces nothing of the user's, and nothing else is removed at the end")
    func secretFile() async throws {
        try place.directory.write("a letter\n", to: "letter")
        let target = ["relay", "listen", "--to", "https://localhost:1", "--server-trust", "server.pem"]
        let socket = ["--socket", place.directory.path("run/r")]
        let refused = try await place.jeton(target + socket + ["--secret-out", "letter"]).exits(7)
        refused.says("letter exists", "--secret-out")
        #expect(!refused.errors.contains("--force"))
        #expect(place.contents("letter") == Array("a letter\n".utf8))
        let (relay, _) = try await place.listen("https://localhost:1", ["--secret-out", "secret"])
        try FileManager.default.removeItem(atPath: place.directory.path("secret"))
        try place.directory.write("mine", to: "secret")
        relay.signal(SIGTERM)
        _ = try await relay.finish()
        #expect(place.contents("secret") == Array("mine".utf8))
        // What a relay that was killed has left in the user's place is replaced; what a living one has there is not.
        try FileManager.default.removeItem(atPath: place.directory.path("secret"))
        let (killed, _) = try await place.listen("https://localhost:1", ["--secret-out", "secret"])
        let left = place.contents("secret")
        let other = ["--socket", place.directory.path("run/other"), "--secret-out", "secret"]
        try await place.jeton(target + other).exits(7).says("secret exists")
        killed.signal(SIGKILL)
        _ = try await killed.finish()
        #expect(place.contents("secret") == left)
        let (again, _) = try await place.listen("https://localhost:1", ["--secret-out", "secret"])
        #expect(place.contents("secret") != left)
        again.signal(SIGTERM)
        _ = try await again.finish()
        #expect(!FileManager.default.fileExists(atPath: place.directory.path("secret")))
        // The relay's own place, where one that was killed has left its file.
        try place.directory.write("old", to: "run/r.secret")
        let next = try place.start(target + socket + ["--secret-out", "fd:1"])
        let lines = try await next.lines { $0.hasPrefix("target: ") }
        #expect(lines.first?.hasPrefix("Jeton-Relay-Secret: ") == true)
        next.signal(SIGTERM)
        #expect(try await next.finish().exitStatus == 0)
        #expect(place.contents("run/r.secret") == Array("old".utf8))
    }

    @Test("Two relays at free ports have a secret each, in a file with the name of the port")
    func freePorts() async throws {
        let words = ["relay", "listen", "--to", "https://localhost:1", "--port", "0", "--json", "--server-trust"]
        var relays: [ChildProcess] = []
        var files: Set<String> = []
        for _ in 0..<2 {
            let relay = try place.start(
                words + ["server.pem"],
                environment: ["XDG_RUNTIME_DIR": place.directory.path("run")]
            )
            let document = try JSONNode(Array(try await relay.lines { $0 == "}" }.joined(separator: "\n").utf8))
            let address = try #require(document["url"].text)
            let port = try #require(URL(string: address)?.port)
            let secret = try #require(document["secret"].text)
            #expect(secret == place.directory.path("run/jeton/relay-\(port).secret"))
            #expect(FileManager.default.fileExists(atPath: secret))
            files.insert(secret)
            relays.append(relay)
        }
        #expect(files.count == 2)
        for relay in relays {
            relay.signal(SIGTERM)
            #expect(try await relay.finish().exitStatus == 0)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory.path("run/jeton")) == [])
    }

    @Test("curl reaches nginx with the token's certificate, uploads, and leaves no secret behind")
    func listening() async throws {
        let (server, port) = try await place.nginx()
        defer { withExtendedLifetime(server) {} }
        let (relay, document) = try await place.listen(
            "https://localhost:\(port)",
            ["--key", "anna"] + Workplace.pinOption
        )
        #expect(document["url"].text == "http://localhost/")
        let secret = String(decoding: try place.directory.read("run/r.secret"), as: UTF8.self)
        #expect(secret.hasPrefix("Jeton-Relay-Secret: ") && secret.count == 85)
        let attributes = try FileManager.default.attributesOfItem(atPath: place.directory.path("run/r.secret"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try await place.curl("http://localhost/").text == "CN=Anna GET ")
        try place.directory.write([UInt8](repeating: 1, count: 900_000), to: "body")
        #expect(try await place.curl("--data-binary", "@body", "http://localhost/").text == "CN=Anna POST 900000")
        try place.directory.write([UInt8](repeating: 1, count: 9_000_000), to: "large")
        let early = try await place.curl(
            "--upload-file",
            "large",
            "http://localhost/files/x",
            "--write-out",
            "%{http_code}"
        )
        #expect(early.text.contains("413"), "\(early.text) \(early.errorText)")
        let bare = try await place.run("curl", "--silent", "--unix-socket", "run/r", "http://localhost/")
        #expect(bare.text.hasPrefix("jeton relay: the relay's secret is missing"))
        // Its end by a signal takes the socket and the secret along.
        relay.signal(SIGTERM)
        let output = try await relay.finish()
        #expect(output.exitStatus == 0, "\(output.errorText)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.directory.path("run")) == [])
        let digits = secret.split(separator: " ")[1].prefix(64)
        #expect(!output.errorText.contains(digits) && !output.text.contains(digits))
        #expect(!output.errorText.contains(Workplace.pin))
    }

    @Test("A body goes from one server to the other, and the answer to a file")
    func running() async throws {
        let (server, port) = try await place.nginx()
        defer { withExtendedLifetime(server) {} }
        let source = try ChildProcess(
            ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", "server.pem", "-key", "server.key", "-HTTP"],
            environment: place.variables(),
            workingDirectory: place.directory.path
        )
        let lines = try await source.lines { $0.hasPrefix("ACCEPT ") }
        let from = "https://localhost:\(try #require(lines.last?.split(separator: ":").last))/body"
        let body = [UInt8](repeating: 1, count: 300_000)
        try place.directory.write(
            Array("HTTP/1.0 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body,
            to: "body"
        )
        let arguments = ["relay", "run", "--from", from, "--to", "https://localhost:\(port)/in", "--server-trust"]
        let more = ["server.pem", "--key", "anna", "--out", "answer", "--json"] + Workplace.pinOption
        let answer = try await place.jeton(arguments + more).exits(0).json()
        // nginx answers from the head alone: what goes up after that is not needed.
        #expect(answer["status"].number == 200 && (0...300_000).contains(answer["up"].number ?? -1))
        #expect(try place.directory.read("answer") == Array("CN=Anna POST 300000".utf8))
        // The second try would need the file to be replaced.
        try await place.jeton(arguments + more).exits(7)
    }

    @Test("A server that asks for the certificate after the handshake gets it, also in the middle of an upload")
    func late() async throws {
        try await place.issue("web", ["subjectAltName=DNS:localhost", "extendedKeyUsage=serverAuth"])
        let server = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key", "--late"])
        let (relay, _) = try await place.listen(
            server.address,
            ["--key", "anna", "--server-trust", "ca.pem"] + Workplace.pinOption
        )
        defer { withExtendedLifetime(relay) {} }
        func names(_ answer: ChildProcess.Output) throws -> [String] {
            try JSONNode(answer.standardOutput).list.dropFirst(4).map { $0.text ?? "" }
        }
        // More than the buffers of all sockets on the way, so that the question meets the body.
        try place.directory.write([UInt8](repeating: 1, count: 32 << 20), to: "body")
        #expect(try names(await place.curl("--data-binary", "@body", "http://localhost/take")) == [])
        #expect(try names(await place.curl("--data-binary", "@body", "http://localhost/late/take")) == ["Anna"])
        // The same connection goes on, and the server knows its client.
        #expect(try names(await place.curl("--data-binary", "@body", "http://localhost/take")) == ["Anna"])
        #expect(relay.collectedError.components(separatedBy: "handshakes with the target: 1").count <= 2)
        #expect(!relay.collectedError.contains("handshakes with the target: 2"))
    }

    @Test("Through Squid, whose password is the proxy's own, the target still sees the token's certificate")
    func proxy() async throws {
        let (server, port) = try await place.nginx()
        defer { withExtendedLifetime(server) {} }
        let squid = try await Squid()
        func attempt(_ password: String) async throws -> (text: String, error: String) {
            let proxied = ["https_proxy": "http://user:\(password)@127.0.0.1:\(squid.port)", "no_proxy": ""]
            let (relay, _) = try await place.listen(
                "https://localhost:\(port)",
                ["--key", "anna"] + Workplace.pinOption,
                proxied
            )
            defer { withExtendedLifetime(relay) {} }
            let answers = try await [place.curl("http://localhost/"), place.curl("http://localhost/")]
            relay.signal(SIGTERM)
            return (answers.map(\.text).joined(separator: "|"), try await relay.finish().errorText)
        }
        let right = try await attempt("right")
        #expect(right.text == "CN=Anna GET |CN=Anna GET ", "\(right.text) \(right.error)")
        let wrong = try await attempt("wrong")
        #expect(wrong.text.components(separatedBy: "jeton relay: ").count == 3, "\(wrong.text)")
        #expect(!wrong.text.contains("wrong") && !wrong.error.contains("wrong"))
        #expect(try squid.attempts() == ["user right", "user wrong"])
    }

    @Test("A login goes to its own proxy, by option or from the keystore, where the user allows it in clear")
    func proxyLogin() async throws {
        let squid = try await Squid()
        let server = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        try place.directory.write("hello", to: "letter.txt")
        try place.directory.write("right\n", to: "right", mode: 0o600)
        try place.directory.write("long-enough-passphrase\n", to: "passphrase", mode: 0o600)
        let proxy = ["https_proxy": "http://127.0.0.1:\(squid.port)", "no_proxy": ""]
        let words = ["relay", "run", "--from", "\(server.address)/files/letter.txt", "--to", "\(server.address)/take"]
        let run = words + ["--server-trust", "ca.pem", "--proxy-user", "user"]
        let source = ["--proxy-password-source", "file:right"]
        try await place.jeton(run + source, environment: proxy).exits(2).says("over plain http", "--proxy-in-clear")
        try await place.jeton(run + source + ["--proxy-in-clear"]).exits(2).says("none is set")
        #expect((try? squid.attempts()) == nil)
        let sent = source + ["--proxy-in-clear", "--out", "one"]
        try await place.jeton(run + sent, environment: proxy).exits(0)
        // From the keystore, kept for this proxy; one for another server is not sent.
        try await place.jeton("keystore", "init", "--new-passphrase-source", "file:passphrase").exits(0)
        let keep = [
            "--passphrase-source", "file:passphrase", "--secret-source", "file:right", "--accessible", "always",
        ]
        try await place.jeton(["keystore", "add", "http://127.0.0.1:\(squid.port)/user"] + keep).exits(0)
        try await place.jeton(["keystore", "add", "https://other.example/user"] + keep).exits(0)
        try await place.jeton(run + ["--proxy-in-clear", "--out", "two"], environment: proxy).exits(0)
        let other = ["--proxy-password-source", "keystore:https://other.example/user", "--proxy-in-clear"]
        try await place.jeton(run + other, environment: proxy).exits(2).says("belongs to https://other.example")
        #expect(Set(try squid.attempts()) == ["user right"])
    }

    @Test("A target that refuses the certificate after the handshake is said to, and nothing is written")
    func refusedCertificate() async throws {
        let server = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        try place.directory.write("hello", to: "letter.txt")
        try await place.makeKey("other")
        // The target's authority did not issue this certificate.
        try await place.withPIN("cert", "create", "--key", "other", "--subject", "CN=Other").exits(0)
        let words = ["relay", "run", "--from", "\(server.address)/files/letter.txt", "--to", "\(server.address)/take"]
        let options = ["--key", "other", "--server-trust", "ca.pem", "--out", "answer"] + Workplace.pinOption
        try await place.jeton(words + options).exits(5).says("the target did not answer", "(alert 48)")
        #expect(place.contents("answer") == nil)
    }

    @Test("An answer that can't be written is said to be, with the system's reason")
    func fullOutput() async throws {
        let server = try await EnrollmentServer(place, ["--tls", "web.pem", "web.key"])
        try place.directory.write("hello", to: "letter.txt")
        let words = ["relay", "run", "--from", "\(server.address)/files/letter.txt", "--to", "\(server.address)/take"]
        let command = try place.words(words + ["--server-trust", "ca.pem"]).map { "'\($0)'" }.joined(separator: " ")
        let output = try await ChildProcess.run(
            ["sh", "-c", "\(command) > /dev/full"],
            environment: place.variables(),
            workingDirectory: place.directory.path
        )
        #expect(output.exitStatus == 7)
        #expect(output.errorText.contains("the standard output can't be written: No space left"), "\(output.errorText)")
    }

    @Test("Options that contradict each other, and targets that are not https, are refused before a PIN is asked for")
    func usage() async throws {
        for arguments in [
            ["--to", "http://localhost/"], ["--to", "https://localhost/", "--socket", "s", "--port", "1"],
            ["--to", "https://localhost/", "--ipv6"], ["--to", "https://localhost/", "--auth", "digest"],
            ["--to", "https://localhost/", "--password-source", "prompt"],
            ["--to", "https://localhost/", "--allow-origin", "*"], ["--to", "https://localhost/", "--pass", "host"],
            ["--to", "https://localhost/"],
        ] { try await place.jeton(["relay", "listen"] + arguments).exits(2) }
        for arguments in [
            ["--from", "http://localhost/", "--to", "https://localhost/"],
            ["--from", "https://localhost/", "--to", "https://localhost/", "--method", "GET"],
            ["--from", "https://localhost/", "--to", "https://localhost/", "--json"],
        ] { try await place.jeton(["relay", "run"] + arguments).exits(2) }
        let missing = ["relay", "run", "--from", "https://localhost:1/", "--to", "https://localhost:1/"]
        try await place.jeton(missing).exits(7)
    }
}
