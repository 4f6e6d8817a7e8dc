import TestRig
import Testing

@Suite("App Transport Security and the TLS of servers")
struct ATSTests {
    private static let host = "server.example.test"

    /// A place with an authority, a server's certificate and a hosts file that has the server on the loopback.
    private func place() async throws -> Workplace {
        let place = try await Workplace.withSoftHSM()
        try place.directory.write("127.0.0.1 localhost \(Self.host)\n", to: "hosts")
        let names = "subjectAltName=DNS:\(Self.host),DNS:localhost"
        try place.directory.write("\(names)\nextendedKeyUsage=serverAuth\n", to: "ext")
        let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-batch"]
        let authority = ["-days", "2", "-addext", "keyUsage=critical,keyCertSign"]
        for command in [
            ["req", "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Authority"] + authority + curve,
            ["req", "-x509", "-keyout", "other.key", "-out", "other.pem", "-subj", "/CN=Other"] + authority + curve,
            ["req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=s"],
            ["x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-days", "2"]
                + ["-extfile", "ext", "-out", "server.pem"],
        ] {
            let output = try await place.run("openssl", and: command)
            try #require(output.exitStatus == 0, "\(output.errorText)")
        }
        return place
    }

    /// Starts `openssl s_server`, and gives its port.
    private func server(_ place: Workplace, _ arguments: [String]) async throws -> (ChildProcess, String) {
        let process = try ChildProcess(
            ["openssl", "s_server", "-accept", "127.0.0.1:0", "-www", "-cert", "server.pem", "-key", "server.key"]
                + arguments,
            environment: place.variables(),
            workingDirectory: place.directory.path
        )
        let lines = try await process.lines { $0.hasPrefix("ACCEPT ") }
        return (process, String(try #require(lines.last?.split(separator: ":").last)))
    }

    /// Runs `jeton` where the hosts file of the place is the system's.
    private func jeton(_ place: Workplace, _ arguments: String...) async throws -> Answer {
        let words = try place.words(arguments)
        let script = "mount --bind \"$1\" /etc/hosts; shift; exec \"$@\""
        let hosts = place.directory.path("hosts")
        let output = try await place.run(
            "unshare",
            and: ["--mount", "--propagation", "private", "sh", "-euc", script, "sh", hosts] + words
        )
        return Answer(arguments: arguments, output: output)
    }

    @Test("The smallest exception is proposed, proven, written as Info.plist and JSON, and passes as a policy")
    func diagnosis() async throws {
        let place = try await place()
        let (process, port) = try await server(place, ["-tls1", "-cipher", "AES128-SHA:@SECLEVEL=0"])
        defer { withExtendedLifetime(process) {} }
        let url = "https://\(Self.host):\(port)/"
        let answer = try await jeton(place, "ats", "diagnose", url, "--server-trust", "ca.pem").exits(1).prints(
            "needs an exception: TLS 1.0 and later, no forward secrecy",
            "<key>NSExceptionMinimumTLSVersion</key>",
            "nginx: ssl_protocols TLSv1.2 TLSv1.3;",
            "each stricter one failed"
        )
        #expect(answer.text.split(separator: "\n").filter { $0.contains(" PASS") }.count == 3)
        let json = try await jeton(place, "ats", "diagnose", url, "--server-trust", "ca.pem", "--json").exits(1)
        #expect(JSONSchema.faults(inOutput: json.output.standardOutput) == [])
        let document = try json.json()
        #expect(document["verdict"].text == "exceptionNeeded")
        let fragment = try #require(document["infoPlist"].text)
        try place.directory.write(fragment, to: "Info.part")
        try await place.jeton("ats", "lint", "Info.part").exits(0).prints("nothing is wrong")
        try await jeton(place, "ats", "diagnose", url, "--server-trust", "ca.pem", "--policy", "Info.part").exits(1)
            .prints("with Info.part: PASS")
        try await jeton(place, "ats", "diagnose", url, "--server-trust", "ca.pem", "--style", "nscurl").exits(1)
            .prints("Starting ATS Diagnostics", "---\nAllow All Loads\nResult : PASS\n---")
        // Without the authority nothing helps.
        try await jeton(place, "ats", "diagnose", url).exits(3).prints("Nothing passes")
    }

    @Test("Local hosts need nothing, plain HTTP needs its exception, and no connection is an error")
    func others() async throws {
        let place = try await place()
        let (process, port) = try await server(place, [])
        defer { withExtendedLifetime(process) {} }
        try await place.jeton("ats", "diagnose", "https://localhost:\(port)/", "--server-trust", "ca.pem").exits(0)
            .prints("local hosts have no requirements")
        try await place.jeton("ats", "diagnose", "https://localhost:1/").exits(7).says("no connection to localhost")
        try await place.jeton("ats", "diagnose", "ftp://localhost/").exits(2)
        try await place.jeton("tls", "explain", "http://localhost/").exits(2)
    }

    @Test("Keys that have no effect are named with their lines")
    func lint() async throws {
        let place = try Workplace(modules: [])
        try place.directory.write(
            "<dict>\n<key>NSAllowArbitraryLoads</key>\n<true/>\n</dict>",
            to: "part.plist"
        )
        let answer = try await place.jeton("ats", "lint", "part.plist", "--json").exits(1)
        #expect(JSONSchema.faults(inOutput: answer.output.standardOutput) == [])
        try place.directory.write(
            "{\"NSExceptionDomains\": {\n\"a.example\": {\"NSExceptionAllowInsecureHTTPLoads\": true}}}",
            to: "part.json"
        )
        try await place.jeton("ats", "lint", "part.json").exits(1)
            .prints("part.json:2: error", "'NSExceptionAllowsInsecureHTTPLoads'")
        try await place.jeton("ats", "lint", "missing").exits(3)
    }

    @Test("The doctor finds why a server can't be used, and uses the network only when it is asked to")
    func doctor() async throws {
        let place = try await place()
        let (process, port) = try await server(place, [])
        defer { withExtendedLifetime(process) {} }
        let url = "https://localhost:\(port)/"
        let arguments = ["doctor", "--only", "network"]
        for (more, id) in [
            (["--url", url], "network-tls"), (["--url", "https://localhost:1/"], "network-connection"),
            (["--url", "https://nothing.invalid/"], "network-name"),
        ] {
            try await place.jeton(arguments + more).exits(1).prints(id)
        }
        try await place.jeton(arguments + ["--url", url, "--server-trust", "ca.pem"]).exits(0)
        try await place.jeton(arguments).exits(0)
        try await place.jeton(
            arguments + ["--url", url, "--server-trust", "ca.pem"],
            environment: ["https_proxy": "socks://localhost:1"]
        ).exits(1).prints("network-proxy")
    }

    @Test("The certificates on tokens are compared with the authorities that a server names")
    func explanation() async throws {
        let place = try await place()
        try await place.makeKey("anna")
        try await place.withPIN("csr", "create", "--key", "anna", "--subject", "CN=Anna", "--out", "anna.csr").exits(0)
        let issue = "x509 -req -in anna.csr -CA ca.pem -CAkey ca.key -days 1 -out a.pem"
        let issued = try await place.run("openssl", and: issue.split(separator: " ").map(String.init))
        try #require(issued.exitStatus == 0)
        try await place.withPIN("cert", "import", "a.pem").exits(0)
        for (authority, fits) in [("ca.pem", true), ("other.pem", false)] {
            let (process, port) = try await server(place, ["-verify", "1", "-CAfile", authority])
            defer { withExtendedLifetime(process) {} }
            let arguments = ["tls", "explain", "https://localhost:\(port)/", "--server-trust", "ca.pem"]
            let answer = try await place.jeton(arguments).exits(0).prints(
                "versions: TLS 1.2, TLS 1.3",
                "agreed on: TLS 1.3, TLS_",
                "trust: the server is trusted",
                "the server asks for one",
                "CN=Anna"
            )
            #expect(answer.text.contains("    fits") == fits)
            #expect(answer.text.contains("not among the authorities") == !fits)
            let json = try await place.jeton(arguments + ["--json"]).exits(0)
            #expect(JSONSchema.faults(inOutput: json.output.standardOutput) == [])
            #expect(try json.json()["candidates"][0]["fits"].flag == fits)
        }
    }
}
