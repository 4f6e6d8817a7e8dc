import Foundation
import TestRig
import Testing

@Suite("Logins by ssh, with real servers")
struct SSHLoginSlowTests {
    @Test("A day of 30 logins to 3 hosts and 5 commits asks 4 times, and each question names its host and user")
    func day() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        let line = try await rig.run(["ssh-add", "-L"]).text
        let key = try rig.directory.write(line, to: "key.pub")
        let knownHosts = rig.directory.path("home/.ssh/known_hosts")
        var servers: [SSHServer] = []
        for _ in 0..<3 { servers.append(try await SSHServer(authorized: line)) }
        for number in 0..<30 {
            let output = try await rig.run(servers[number % 3].login(knownHosts: knownHosts, ["echo", "here"]))
            #expect(output.text == "here\n", "\(output.errorText)\(rig.journal)")
        }
        let tree = rig.directory.path("tree")
        #expect(try await rig.run(["git", "init", "-q", tree]).exitStatus == 0)
        for number in 0..<5 {
            let commit = try await rig.run([
                "git", "-C", tree, "-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "gpg.format=ssh", "-c",
                "user.signingKey=\(key)", "commit", "-q", "-S", "--allow-empty", "-m", "\(number)",
            ])
            #expect(commit.exitStatus == 0, "\(commit.errorText)")
        }
        #expect(rig.asked("GETPIN") == 1)
        #expect(rig.asked("CONFIRM") == 3)
        let shown = rig.questions.filter { $0.hasPrefix("SETDESC Log in") }
        #expect(shown.count == 3)
        for question in shown {
            #expect(question.contains("User: root") && question.contains("Host key: SHA256:"), "\(question)")
            #expect(!question.contains("not proven") && !question.contains("another machine"), "\(question)")
        }
        // The name that known_hosts has is there once ssh has written it.
        #expect(try await rig.run(["ssh-add", "-D"]).exitStatus == 0)
        _ = try await rig.run(servers[0].login(knownHosts: knownHosts, ["true"]))
        #expect(
            rig.questions.last { $0.hasPrefix("SETDESC") }?.contains("Host: [127.0.0.1]:\(servers[0].port)") == true
        )
    }

    @Test("A forwarded request is marked, asked each time, and may neither end the login nor lock the agent")
    func forwarded() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        let line = try await rig.run(["ssh-add", "-L"]).text
        let knownHosts = rig.directory.path("home/.ssh/known_hosts")
        let (near, far) = (try await SSHServer(authorized: line), try await SSHServer(authorized: line))
        let inner = far.login(knownHosts: knownHosts, ["echo", "far"]).joined(separator: " ")
        #expect(try await rig.run(far.login(knownHosts: knownHosts, ["true"])).exitStatus == 0)
        for _ in 0..<2 {
            let output = try await rig.run(near.login(knownHosts: knownHosts, forwards: true, [inner]))
            #expect(output.text == "far\n", "\(output.errorText)\(rig.journal)")
        }
        #expect(rig.questions.filter { $0.contains("another machine") }.count == 2)
        let outputs = try await rig.run(
            near.login(knownHosts: knownHosts, forwards: true, ["ssh-add -D; ssh-add -l; true"])
        )
        #expect(outputs.text.contains("ECDSA"), "\(outputs.text)\(outputs.errorText)")
        #expect(rig.journal.contains("\"not-served\""))
        let before = rig.asked("GETPIN")
        #expect(try await rig.run(near.login(knownHosts: knownHosts, ["true"])).exitStatus == 0)
        #expect(rig.asked("GETPIN") == before, "the login goes on")
        try rig.answer("no")
        let refused = try await rig.run(near.login(knownHosts: knownHosts, forwards: true, [inner]))
        #expect(refused.exitStatus != 0)
        #expect(rig.journal.contains("\"declined\""))
    }

    @Test("A client that leaves out the bind counts as forwarded, and what it signs is never remembered")
    func unbound() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        let line = try await rig.run(["ssh-add", "-L"]).text
        let key = try rig.directory.write(line, to: "key.pub")
        let file = try rig.directory.write("text\n", to: "file")
        // A relay between ssh-keygen and the agent, which takes the program's place.
        let relay = rig.directory.path("relay")
        let socat = try ChildProcess(
            ["socat", "UNIX-LISTEN:\(relay),fork", "UNIX-CONNECT:\(rig.sshSocket)"],
            environment: rig.environment
        )
        for _ in 0..<1000 where !FileManager.default.fileExists(atPath: relay) {
            try await Task.sleep(for: .milliseconds(10))
        }
        for _ in 0..<2 {
            let signed = try await rig.run([
                "env", "SSH_AUTH_SOCK=\(relay)", "ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, file,
            ])
            #expect(signed.exitStatus == 0, "\(signed.errorText)")
            try FileManager.default.removeItem(atPath: file + ".sig")
        }
        #expect(rig.asked("GETPIN") + rig.asked("CONFIRM") == 2)
        #expect(rig.questions.filter { $0.contains("another machine") }.count == 2)
        withExtendedLifetime(socat) {}
    }

    @Test("A program in a mount namespace of its own is named so, fits no rule, and nothing is remembered")
    func sandboxed() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"], policy: "allow program=/usr/bin/ssh-keygen\n")
        let line = try await rig.run(["ssh-add", "-L"]).text
        let key = try rig.directory.write(line, to: "key.pub")
        let file = try rig.directory.write("text\n", to: "file")
        #expect(try await rig.run(["ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, file]).exitStatus == 0)
        #expect(rig.asked("GETPIN") == 1)
        for _ in 0..<2 {
            try FileManager.default.removeItem(atPath: file + ".sig")
            let signed = try await rig.run(["unshare", "-m", "ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, file])
            #expect(signed.exitStatus == 0, "\(signed.errorText)")
        }
        #expect(rig.asked("CONFIRM") == 2)
        #expect(rig.questions.filter { $0.contains("container or sandbox") }.count == 2)
    }
}
