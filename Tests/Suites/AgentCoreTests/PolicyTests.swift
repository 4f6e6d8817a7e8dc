import AgentCore
import JetonOctets
import PeerIdentity
import SSHWire
import TestRig
import Testing
import TokenHost

/// Requests as doors make them.
enum MadeRequest {
    static let program = "/usr/bin/ssh-keygen"

    static func make(
        _ path: String = program,
        isSandboxed: Bool = false,
        data: SignedData = message("git"),
        destination: SignRequest.Destination = .namespace(ForeignText("git")),
        isHostProven: Bool = false,
        isForwarded: Bool = false,
        isGuarded: Bool = false
    ) throws -> SignRequest {
        let file = try #require(FileIdentity(path: path))
        return SignRequest(
            program: PeerProgram(file: file, path: ForeignText(path), isSandboxed: isSandboxed, process: 1),
            key: "SHA256:key",
            keyName: "name",
            isGuarded: isGuarded,
            data: data,
            destination: destination,
            isHostProven: isHostProven,
            isForwarded: isForwarded
        )
    }

    static func message(_ namespace: String) -> SignedData {
        var writer = SSHWriter()
        writer.write(text: namespace)
        writer.write(text: "")
        writer.write(text: "sha256")
        writer.write(string: [UInt8](repeating: 9, count: 32))
        return SignedData(Array("SSHSIG".utf8) + writer.octets)
    }

    static var login: SignedData {
        var writer = SSHWriter()
        writer.write(string: [1, 2, 3])
        writer.write(byte: 50)
        for text in ["git", "ssh-connection", "publickey"] { writer.write(text: text) }
        writer.write(byte: 1)
        writer.write(text: "ssh-ed25519")
        writer.write(string: [4])
        return SignedData(writer.octets)
    }

    static let raw = SignedData([1, 2, 3])
}

@Suite("What a policy allows")
struct PolicyTests {
    @Test("Every operation is refused at every door, unless the table has it")
    func operations() {
        let served: [AgentOperation: Set<AgentOperation.Door>] = [
            .list: [.ssh, .remote], .sign: [.ssh, .remote], .bind: [.ssh, .remote], .query: [.ssh, .remote],
            .remove: [.ssh], .lock: [.ssh],
        ]
        for operation in AgentOperation.allCases {
            for door in AgentOperation.Door.allCases {
                let isServed = served[operation]?.contains(door) ?? false
                #expect(AgentOperation.isServed(operation, at: door, isLocked: false) == isServed)
                let isServedLocked = isServed && ![.sign, .remove].contains(operation)
                #expect(AgentOperation.isServed(operation, at: door, isLocked: true) == isServedLocked)
            }
        }
    }

    @Test("Without a rule a person is asked for logins and messages, and anything else is refused")
    func byDefault() throws {
        let policy = AgentPolicy()
        #expect(policy.verdict(of: try MadeRequest.make()).verdict == .ask)
        #expect(policy.verdict(of: try MadeRequest.make(data: MadeRequest.login)).verdict == .ask)
        #expect(policy.verdict(of: try MadeRequest.make(data: MadeRequest.raw)).verdict == .refuse)
        #expect(policy.verdict(of: try MadeRequest.make(isGuarded: true)).verdict == .refuse)
    }

    @Test("A refusal comes before a question, and that before a permission, in any order of lines")
    func strictest() throws {
        let request = try MadeRequest.make()
        for lines in [["allow", "ask", "refuse"], ["refuse", "ask", "allow"]] {
            #expect(try AgentPolicy(text: lines.joined(separator: "\n")).verdict(of: request).verdict == .refuse)
        }
        #expect(try AgentPolicy(text: "allow\nask").verdict(of: request).verdict == .ask)
        #expect(try AgentPolicy(text: "# a remark\n\nallow").verdict(of: request).verdict == .allow)
    }

    @Test(
        "A rule fits by all of its words",
        arguments: [
            ("allow program=/usr/bin/ssh-keygen", PolicyRule.Verdict.allow), ("allow program=/usr/bin/ssh-add", .ask),
            ("allow key=SHA256:key", .allow), ("allow key=SHA256:other", .ask), ("allow purpose=message", .allow),
            ("allow purpose=login", .ask), ("allow destination=git", .allow), ("allow destination=file", .ask),
            ("allow program=/usr/bin/ssh-keygen key=SHA256:key purpose=message destination=git", .allow),
            ("allow program=/usr/bin/ssh-keygen key=SHA256:key purpose=message destination=file", .ask),
        ]
    )
    func fits(line: String, verdict: PolicyRule.Verdict) throws {
        #expect(try AgentPolicy(text: line).verdict(of: try MadeRequest.make()).verdict == verdict)
    }

    @Test("A program in a sandbox fits no rule that names one, whatever its path")
    func sandbox() throws {
        let policy = try AgentPolicy(text: "allow program=/usr/bin/ssh-keygen")
        #expect(policy.verdict(of: try MadeRequest.make(isSandboxed: true)).verdict == .ask)
    }

    @Test("A host that nothing proves fits no rule that names one")
    func unproven() throws {
        let policy = try AgentPolicy(text: "allow destination=SHA256:host")
        let host = SignRequest.Destination.host("SHA256:host")
        for isProven in [true, false] {
            let request = try MadeRequest.make(data: MadeRequest.login, destination: host, isHostProven: isProven)
            #expect(policy.verdict(of: request).verdict == (isProven ? .allow : .ask))
        }
    }

    @Test("Raw data needs a rule that names key and purpose, a key for documents one that names the program too")
    func named() throws {
        let raw = try MadeRequest.make(data: MadeRequest.raw)
        #expect(try AgentPolicy(text: "allow").verdict(of: raw).verdict == .refuse)
        #expect(try AgentPolicy(text: "allow key=SHA256:key purpose=raw").verdict(of: raw).verdict == .allow)
        let guarded = try MadeRequest.make(isGuarded: true)
        #expect(try AgentPolicy(text: "allow key=SHA256:key purpose=message").verdict(of: guarded).verdict == .refuse)
        let rule = "allow program=/usr/bin/ssh-keygen key=SHA256:key purpose=message"
        #expect(try AgentPolicy(text: rule).verdict(of: guarded).verdict == .ask)
    }

    @Test(
        "A line that is not a rule makes the whole policy unusable",
        arguments: [
            "permit", "allow purpose=all", "allow program=ssh", "allow key", "allow key=a key=b", "allow user=me",
        ]
    )
    func malformed(line: String) {
        #expect(throws: AgentPolicyError(line: 2)) { try AgentPolicy(text: "allow\n\(line)") }
    }

    @Test("A policy that others can change is unusable")
    func openToOthers() throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write("allow\n", to: "policy")
        #expect(try AgentPolicy(file: path).rules.count == 1)
        #expect(chmodForTests(path, 0o666) == 0)
        #expect(throws: AgentPolicyError(line: 0)) { try AgentPolicy(file: path) }
        #expect(try AgentPolicy(file: directory.path("missing")).rules.isEmpty)
    }
}

@Suite("Answers that are remembered")
struct RememberedAnswerTests {
    @Test("An answer holds for its program, key, purpose and destination, and no other")
    func holds() throws {
        let answers = RememberedAnswers()
        answers.remember(try MadeRequest.make())
        #expect(answers.holds(try MadeRequest.make()))
        #expect(!answers.holds(try MadeRequest.make("/usr/bin/ssh-add")))
        let other = SignRequest.Destination.namespace(ForeignText("file"))
        #expect(!answers.holds(try MadeRequest.make(data: MadeRequest.message("file"), destination: other)))
        answers.forget(keys: ["SHA256:key"])
        #expect(!answers.holds(try MadeRequest.make()))
    }

    @Test("Forwarded requests, raw data, documents, interpreters, sandboxes and unproven hosts are never remembered")
    func never() throws {
        let requests = [
            try MadeRequest.make(isForwarded: true), try MadeRequest.make(data: MadeRequest.raw),
            try MadeRequest.make(isGuarded: true), try MadeRequest.make("/usr/bin/python3"),
            try MadeRequest.make("/bin/bash"), try MadeRequest.make(isSandboxed: true),
            try MadeRequest.make(data: MadeRequest.login, destination: .host("SHA256:host")),
        ]
        let answers = RememberedAnswers()
        for request in requests {
            answers.remember(request)
            #expect(!answers.holds(request), "\(request)")
        }
        #expect(answers.count == 0)
    }

    @Test("A no is kept for a minute, and then for twice as long")
    func dismissed() throws {
        let request = try MadeRequest.make()
        let prompts = DismissedPrompts()
        let start = BootTime.now
        prompts.add(request, now: start)
        #expect(prompts.holds(request, now: start.adding(seconds: 59)))
        #expect(!prompts.holds(request, now: start.adding(seconds: 60)))
        prompts.add(request, now: start.adding(seconds: 60))
        #expect(prompts.holds(request, now: start.adding(seconds: 179)))
        #expect(!prompts.holds(request, now: start.adding(seconds: 180)))
    }
}
