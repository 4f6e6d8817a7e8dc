import Foundation
import TestRig
import Testing

@Suite("What a relay that is looked into gives away")
struct RelaySecrecyTests {
    enum Credential: String, CaseIterable { case basic, ntlm, pin }

    private static let password = "Pa55word"
    /// Programs of one user, which root's right to look into all processes does not help.
    private static let user = geteuid() == 0 ? ["setpriv", "--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace"] : []
    /// Runs a program that may leave cores, and has the shell say how it ended.
    private static let withCores = user + ["bash", "-c", "ulimit -c unlimited; \"$@\"; echo \"status $?\" >&2", "bash"]

    private let place: Workplace

    init() async throws {
        place = try await Workplace.withSoftHSM()
        try await place.makeSigner("anna", subject: "CN=Anna")
        try await place.makeRelayTarget()
        try place.secret(Self.password, "password")
    }

    private func target(_ credential: Credential) async throws -> (ChildProcess, String, [String]) {
        let suites = BuildProducts.packageDirectory.appendingPathComponent("Tests/Suites")
        var environment = place.variables()
        let words: [String]
        switch credential {
        case .pin:
            let (server, port) = try await place.nginx()
            return (server, "\(port)", ["--key", "anna"] + Workplace.pinOption)
        case .basic: words = ["python3", suites.appendingPathComponent("RelayTests/relay-target.py").path]
        case .ntlm:
            try PythonClients.require(.pyspnego)
            environment["NTLM_USER_FILE"] = try place.directory.write("DOMAIN:user:\(Self.password)\n", to: "users")
            let script = suites.appendingPathComponent("NetworkTests/ntlm-server.py").path
            words = [PythonClients.program("python3"), script, "server"]
        }
        let files = ["server.pem", "server.key"].map { place.directory.path($0) }
        let server = try ChildProcess(words + files, environment: environment)
        guard let port = try await server.nextLine() else { throw TestRigError(server.collectedError) }
        let name = credential == .ntlm ? "DOMAIN\\user" : "user"
        let options = ["--user", name, "--password-source", "file:password", "--auth", credential.rawValue]
        return (server, port, options)
    }

    /// The process that was started last below another one.
    private func last(below process: Int32) -> Int32 {
        let text = try? String(contentsOfFile: "/proc/\(process)/task/\(process)/children", encoding: .utf8)
        guard let child = (text ?? "").split(separator: " ").last.flatMap({ Int32($0) }) else { return process }
        return last(below: child)
    }

    private func canLook(into process: Int32) async throws -> Bool {
        try await place.run("env", and: Self.user + ["readlink", "/proc/\(process)/exe"]).exitStatus == 0
    }

    @Test(
        "Neither a core nor another program of the user shows a password or PIN of it, and it writes none",
        arguments: Credential.allCases
    )
    func credential(_ credential: Credential) async throws {
        let crash = try await place.run("env", and: Self.withCores + ["bash", "-c", "kill -ABRT $$"])
        try #require(crash.errorText.contains("core dumped"), "no program leaves a core here: \(crash.errorText)")
        let cores = try place.names().filter { $0.hasPrefix("core") }
        for name in cores { try FileManager.default.removeItem(atPath: place.directory.path(name)) }
        let (server, port, options) = try await target(credential)
        defer { withExtendedLifetime(server) {} }
        // Swift's own handler of signals would look into the process before its end.
        let variables = ["SWIFT_BACKTRACE": "enable=no"]
        let (relay, _) = try await place.listen("https://localhost:\(port)", options, variables, by: Self.withCores)
        let path = credential == .basic ? "basic" : ""
        let answer = try await place.curl("--data", "abc", "--fail", "http://localhost/\(path)")
        #expect(answer.exitStatus == 0, "\(answer.errorText) \(relay.collectedError)")

        let process = last(below: relay.processIdentifier)
        #expect(process != relay.processIdentifier)
        #expect(try await canLook(into: relay.processIdentifier))
        #expect(try await !canLook(into: process))
        kill(process, SIGABRT)
        let output = try await relay.finish()
        #expect(!output.errorText.contains("status 0"), "\(output.errorText)")
        #expect(!output.errorText.contains("core dumped"), "\(output.errorText)")
        #expect(try place.names().filter { $0.hasPrefix("core") } == [])
        let secret = String(decoding: try place.directory.read("run/r.secret"), as: UTF8.self).suffix(66).prefix(64)
        let basic = Data("user:\(Self.password)".utf8).base64EncodedString()
        for word in [Self.password, basic, Workplace.pin, String(secret)] {
            #expect(!(output.text + output.errorText).contains(word), "\(word)")
        }
    }
}
