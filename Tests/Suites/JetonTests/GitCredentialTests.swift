import Foundation
import TestRig
import Testing

@Suite("git's passwords in the keystore")
struct GitCredentialTests {
    private static let helper = ["-c", "credential.helper=", "-c", "credential.helper=jeton"]

    /// A place whose keystore opens by itself, with the helper's link in PATH.
    private static func place() async throws -> (Workplace, [String: String]) {
        let place = try Workplace(modules: [])
        _ = try place.directory.makeDirectory("data")
        try await place.jeton("keystore", "init", "--new-key-file", place.directory.path("data/keystore.key")).exits(0)
        _ = try place.directory.makeDirectory("bin")
        let jeton = try BuildProducts.path("jeton")
        try FileManager.default.createSymbolicLink(
            atPath: place.directory.path("bin/git-credential-jeton"),
            withDestinationPath: jeton
        )
        let variables = place.variables([
            "PATH": place.directory.path("bin") + ":/usr/bin:/bin", "GIT_TERMINAL_PROMPT": "0",
            "GIT_CONFIG_NOSYSTEM": "1",
        ])
        return (place, variables)
    }

    private static func git(
        _ operation: String,
        _ text: String,
        _ place: Workplace,
        _ variables: [String: String]
    ) async throws -> ChildProcess.Output {
        try await ChildProcess.run(
            ["git"] + helper + ["credential", operation],
            environment: variables,
            input: Array(text.utf8),
            workingDirectory: place.directory.path
        )
    }

    @Test("git stores a password after a success, gets it back, and has it erased after a refusal")
    func life() async throws {
        let (place, variables) = try await Self.place()
        let address = "protocol=https\nhost=example.org\n"
        let stored = try await Self.git("approve", address + "username=anna\npassword=p=ss wörd\n\n", place, variables)
        #expect(stored.exitStatus == 0, "\(stored.errorText)")
        let filled = try await Self.git("fill", address + "\n", place, variables)
        #expect(filled.text.contains("username=anna\n") && filled.text.contains("password=p=ss wörd\n"), "\(filled)")
        let list = try await place.jeton("keystore", "list", "--json").exits(0).json()["items"]
        #expect(list[0]["service"].text == "https://example.org")
        #expect(list[0]["account"].text == "anna")
        // The same password again makes no new version.
        _ = try await Self.git("approve", address + "username=anna\npassword=p=ss wörd\n\n", place, variables)
        let again = try await place.jeton("keystore", "list", "--json").exits(0).json()["items"]
        #expect(again[0]["version"].number == 1)
        // Another password than the one that is kept was refused: that is no reason to forget this one.
        _ = try await Self.git("reject", address + "username=anna\npassword=other\n\n", place, variables)
        #expect(try await Self.git("fill", address + "\n", place, variables).text.contains("password=p=ss"))
        _ = try await Self.git("reject", address + "username=anna\npassword=p=ss wörd\n\n", place, variables)
        #expect(try await place.jeton("keystore", "list", "--json").json()["items"].list.isEmpty)
        #expect(try await Self.git("fill", address + "\n", place, variables).exitStatus != 0)
    }

    @Test("Of several accounts git gets the one it names, and none if it names none")
    func accounts() async throws {
        let (place, variables) = try await Self.place()
        let address = "protocol=https\nhost=example.org:8443\n"
        for name in ["anna", "bert"] {
            _ = try await Self.git("approve", address + "username=\(name)\npassword=of \(name)\n\n", place, variables)
        }
        let named = try await Self.git("fill", address + "username=bert\n\n", place, variables)
        #expect(named.text.contains("password=of bert\n"))
        let unnamed = try await Self.git("fill", address + "\n", place, variables)
        #expect(unnamed.exitStatus != 0)
        #expect(unnamed.errorText.contains("2 accounts match"))
        #expect(!unnamed.text.contains("of anna") && !unnamed.text.contains("of bert"))
    }

    @Test("A secret that is not one line is never given to git as several")
    func lines() async throws {
        let (place, variables) = try await Self.place()
        try place.directory.write("first\nurl=https://attacker.example\n", to: "several", mode: 0o600)
        try await place.jeton("keystore", "add", "https://example.org/anna", "--in", "several").exits(0)
        let filled = try await Self.git("fill", "protocol=https\nhost=example.org\n\n", place, variables)
        #expect(filled.exitStatus != 0)
        #expect(!filled.text.contains("attacker") && !filled.text.contains("first"))
    }

    @Test("git clones over HTTP with the password that is kept")
    func clone() async throws {
        let (place, variables) = try await Self.place()
        try place.directory.write(Self.server, to: "server.py")
        let run = { (words: [String]) in
            try await ChildProcess.run(words, environment: variables, workingDirectory: place.directory.path)
        }
        _ = try await run(["git", "init", "--quiet", "--bare", "repository.git"])
        _ = try await run(["git", "-C", "repository.git", "update-server-info"])
        let server = try ChildProcess(
            ["python3", "server.py"],
            environment: variables,
            workingDirectory: place.directory.path
        )
        defer { server.signal(SIGTERM) }
        let port = try #require(try await server.nextLine())
        let address = "protocol=http\nhost=127.0.0.1:\(port)\n"
        let words = ["git"] + Self.helper + ["clone", "--quiet", "http://127.0.0.1:\(port)/repository.git", "copy"]
        let refused = try await run(words)
        #expect(refused.exitStatus != 0)
        _ = try await Self.git("approve", address + "username=anna\npassword=let me in\n\n", place, variables)
        let cloned = try await run(words)
        #expect(cloned.exitStatus == 0, "\(cloned.errorText)")
        #expect(FileManager.default.fileExists(atPath: place.directory.path("copy/.git")))
    }

    /// Serves the directory to one user by HTTP's basic authentication.
    private static let server = """
        import base64, http.server
        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_GET(self):
                if self.headers.get('Authorization') != 'Basic ' + base64.b64encode(b'anna:let me in').decode():
                    self.send_response(401)
                    self.send_header('WWW-Authenticate', 'Basic realm="x"')
                    self.send_header('Content-Length', '0')
                    self.end_headers()
                    return
                super().do_GET()
            def log_message(self, *arguments):
                pass
        server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """
}
