import Foundation
import TestRig
import Testing

@Suite("Programs of OpenSSH at the agent")
struct SSHClientTests {
    private static let types = ["RSA:2048", "EC:prime256v1", "EC:secp384r1", "EC:edwards25519"]

    @Test("ssh-add lists the keys, and each signs what ssh-add asks for once a rule allows raw data")
    func lists() async throws {
        let rig = try await AgentRig(keys: SSHClientTests.types)
        let list = try await rig.run(["ssh-add", "-L"])
        let lines = list.text.split(separator: "\n").map(String.init)
        #expect(lines.count == SSHClientTests.types.count, "\(list.text)\(list.errorText)")
        let fingerprints = try await rig.run(["ssh-add", "-l"]).text.split(separator: "\n").map {
            $0.split(separator: " ")[1]
        }
        try fingerprints.map { "allow key=\($0) purpose=raw\n" }.joined()
            .write(toFile: rig.policyFile, atomically: true, encoding: .utf8)
        for (index, line) in lines.enumerated() {
            let file = try rig.directory.write(line + "\n", to: "key\(index).pub")
            let test = try await rig.run(["ssh-add", "-T", file])
            if line.hasPrefix("ssh-rsa"), test.exitStatus != 0 {
                // ssh-add of OpenSSH 9.2 asks for SHA-1.
                #expect(rig.journal.contains("\"outcome\":\"algorithm\""), "\(test.errorText)")
            } else {
                #expect(test.exitStatus == 0, "\(line): \(test.errorText)")
            }
        }
        #expect(rig.asked("GETPIN") == 1)
    }

    @Test("Raw data is refused without a rule, and the journal says why")
    func raw() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        let line = try await rig.run(["ssh-add", "-L"]).text
        let file = try rig.directory.write(line, to: "key.pub")
        #expect(try await rig.run(["ssh-add", "-T", file]).exitStatus != 0)
        #expect(rig.questions.isEmpty)
        #expect(rig.journal.contains("\"outcome\":\"raw\""))
    }

    @Test("ssh-keygen signs a file, and a person sees for what", arguments: [0, 1, 2, 3])
    func signsFile(index: Int) async throws {
        let rig = try await AgentRig(keys: [SSHClientTests.types[index]])
        let line = try await rig.run(["ssh-add", "-L"]).text
        let key = try rig.directory.write(line, to: "key.pub")
        let file = try rig.directory.write("text\n", to: "file")
        let signed = try await rig.run(["ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, file])
        #expect(signed.exitStatus == 0, "\(signed.errorText)")
        let signers = try rig.directory.write("me " + line, to: "signers")
        let verified = try await rig.run(
            ["ssh-keygen", "-Y", "verify", "-n", "file", "-I", "me", "-f", signers, "-s", file + ".sig"],
            input: "text\n"
        )
        #expect(verified.exitStatus == 0, "\(verified.text)\(verified.errorText)")
        #expect(rig.questions.first?.contains("For: file") == true)
    }

    @Test("git signs commits with one PIN and no more questions")
    func git() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        let key = try rig.directory.write(try await rig.run(["ssh-add", "-L"]).text, to: "key.pub")
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
        #expect(rig.asked("CONFIRM") == 0)
    }

    @Test("Without a display nothing is asked, and the request is refused with its reason")
    func noDisplay() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"], hasDisplay: false)
        let key = try rig.directory.write(try await rig.run(["ssh-add", "-L"]).text, to: "key.pub")
        let file = try rig.directory.write("text\n", to: "file")
        #expect(try await rig.run(["ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, file]).exitStatus != 0)
        #expect(rig.journal.contains("\"outcome\":\"no-prompt\""))
        #expect(rig.journal.contains("jeton agent unlock"))
    }

    @Test("A wrong PIN is sent once, whatever clients ask")
    func wrongPIN() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"], pin: "999999")
        let key = try rig.directory.write(try await rig.run(["ssh-add", "-L"]).text, to: "key.pub")
        let file = try rig.directory.write("text\n", to: "file")
        for _ in 0..<3 {
            #expect(try await rig.run(["ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, file]).exitStatus != 0)
        }
        #expect(rig.journal.components(separatedBy: "\"outcome\":\"wrong-pin\"").count == 2)
        #expect(rig.journal.contains("\"outcome\":\"no-pin\""))
    }

    @Test("ssh-add locks and unlocks, removes keys by ending the login, and adds none")
    func operations() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        let ask = try rig.directory.write("#!/bin/sh\necho word\n", to: "askpass")
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: ask)
        let lock = try await rig.run(["env", "SSH_ASKPASS=\(ask)", "SSH_ASKPASS_REQUIRE=force", "ssh-add", "-x"])
        #expect(lock.exitStatus == 0, "\(lock.errorText)")
        #expect(try await rig.run(["ssh-add", "-l"]).text.contains("no identities"))
        let unlock = try await rig.run(["env", "SSH_ASKPASS=\(ask)", "SSH_ASKPASS_REQUIRE=force", "ssh-add", "-X"])
        #expect(unlock.exitStatus == 0, "\(unlock.errorText)")
        #expect(try await rig.run(["ssh-add", "-D"]).exitStatus == 0)
        #expect(try await rig.run(["ssh-add", "-L"]).exitStatus == 0)
        #expect(
            try await rig.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", rig.directory.path("soft")])
                .exitStatus == 0
        )
        #expect(try await rig.run(["ssh-add", rig.directory.path("soft")]).exitStatus != 0)
    }
}
