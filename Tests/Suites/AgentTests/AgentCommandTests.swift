import Foundation
import TestRig
import Testing

@Suite("The commands of the agent")
struct AgentCommandTests {
    private func jeton(_ rig: AgentRig, _ arguments: [String], input: String = "") async throws -> ChildProcess.Output {
        try await rig.run([try BuildProducts.path("jeton"), "agent"] + arguments, input: input)
    }

    /// The document that a command prints, held to its schema.
    private func document(_ rig: AgentRig, _ arguments: [String]) async throws -> String {
        let output = try await jeton(rig, arguments + ["--json"])
        #expect(output.exitStatus == 0, "\(output.text)\(output.errorText)")
        #expect(JSONSchema.faults(inOutput: output.standardOutput) == [], "\(output.text)")
        return output.text
    }

    @Test("An agent without a display signs after an unlock on a terminal and a rule, and says why it did not before")
    func unlock() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"], hasDisplay: false)
        let key = try rig.directory.write(try await rig.run(["ssh-add", "-L"]).text, to: "key.pub")
        let file = try rig.directory.write("text\n", to: "file")
        let sign = ["ssh-keygen", "-Y", "sign", "-n", "file", "-f", key, file]
        #expect(try await rig.run(sign).exitStatus != 0)
        let why = try await jeton(rig, ["why"])
        #expect(why.text.contains("no-prompt") && why.text.contains("jeton agent unlock"), "\(why.text)")
        let wrong = try await jeton(rig, ["unlock", "--pin-source", "fd:0"], input: "999999\n")
        #expect(wrong.exitStatus == 4, "\(wrong.errorText)")
        let again = try await jeton(rig, ["unlock", "--pin-source", "fd:0"], input: "999999\n")
        #expect(again.exitStatus == 4 && again.errorText.contains("--send-refused"), "\(again.errorText)")
        let unlocked = try await jeton(rig, ["unlock", "--pin-source", "fd:0"], input: "\(SoftHSM.defaultPIN)\n")
        #expect(unlocked.exitStatus == 0, "\(unlocked.errorText)")
        #expect(try await rig.run(sign).exitStatus != 0, "a login allows nothing by itself")
        let allow = ["allow", "--program", "/usr/bin/ssh-keygen", "--purpose", "message", "--destination", "file"]
        #expect(try await jeton(rig, allow).exitStatus == 0)
        let signed = try await rig.run(sign)
        #expect(signed.exitStatus == 0, "\(signed.errorText)\(rig.journal)")
        #expect(try await jeton(rig, ["lock"]).exitStatus == 0)
        try FileManager.default.removeItem(atPath: file + ".sig")
        #expect(try await rig.run(sign).exitStatus != 0)
    }

    @Test("Each command prints a document that fits its schema")
    func documents() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        #expect(try await document(rig, ["keys"]).contains("SHA256:"))
        _ = try await document(rig, ["status"])
        _ = try await document(rig, ["log"])
        _ = try await document(rig, ["why"])
        _ = try await document(rig, ["allow", "--purpose", "message"])
        #expect(try await document(rig, ["allow", "--purpose", "message"]).contains("false"))
        _ = try await document(rig, ["forget", "--purpose", "message"])
        #expect(try await jeton(rig, ["forget", "--purpose", "message"]).exitStatus == 3)
        _ = try await document(rig, ["lock"])
        _ = try await document(rig, ["stop"])
        for _ in 0..<1000 where kill(rig.identifier, 0) == 0 { try await Task.sleep(for: .milliseconds(10)) }
        let gone = try await jeton(rig, ["status"])
        #expect(gone.exitStatus == 3 && gone.errorText.contains("jeton agent run"), "\(gone.errorText)")
    }

    @Test(
        "A rule that says nothing, or can't be written as a line, is a usage error",
        arguments: [
            [], ["--purpose", "all"], ["--program", "ssh"], ["--key", "a b"], ["--ask", "--refuse", "--key", "a"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let rig = try await AgentRig(keys: [])
        #expect(try await jeton(rig, ["allow"] + arguments).exitStatus == 2)
        #expect(!FileManager.default.fileExists(atPath: rig.policyFile))
    }
}
