import Foundation
import JetonOctets
import SSHWire
import Synchronization
import TestRig
import Testing

@Suite("Clients that nothing restrains")
struct RawClientSlowTests {
    private func blob(_ rig: AgentRig) async throws -> [UInt8] {
        let words = try await rig.run(["ssh-add", "-L"]).text.split(separator: " ")
        return Array(try #require(Data(base64Encoded: String(words[1]))))
    }

    @Test("A thousand clients at once each get their answer")
    func thousand() async throws {
        var limit = rlimit()
        #expect(unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        limit.rlim_cur = min(limit.rlim_max, 4096)
        #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        let blob = try await blob(rig)
        let clients = try (0..<1000).map { _ in try RawClient(rig.sshSocket) }
        for client in clients { client.send(11) }
        for client in clients {
            let answer = try #require(client.receive())
            #expect(answer.type == 12 && answer.payload.count > blob.count)
        }
        for client in clients { client.send(13, RawClient.signing(blob)) }
        var signed = 0
        for client in clients where try #require(client.receive()).type == 14 { signed += 1 }
        // The others were more than the agent lets wait.
        #expect(signed >= 8)
        #expect(rig.asked("GETPIN") == 1)
    }

    @Test("A bind that the host does not prove is refused, and the connection counts as forwarded from then on")
    func badBind() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        let client = try RawClient(rig.sshSocket)
        var writer = SSHWriter()
        writer.write(text: AgentRequest.bindName)
        writer.write(string: SSHPublicKey.ed25519([UInt8](repeating: 7, count: 32)).blob)
        writer.write(string: [UInt8](repeating: 1, count: 32))
        writer.write(string: SSHSignature(algorithm: "ssh-ed25519", value: [UInt8](repeating: 0, count: 64)).blob)
        writer.write(flag: false)
        #expect(client.ask(19) == 6)
        #expect(client.ask(27, writer.octets) == 5)
        #expect(client.ask(19) == 5)
        #expect(client.ask(11) == 12)
        #expect(client.ask(13, RawClient.signing(try await blob(rig))) == 14)
        #expect(rig.questions.contains { $0.contains("another machine") })
    }

    @Test(
        "What is malformed, unknown or too long is refused without harm",
        arguments: [0, 1, 7, 13, 17, 18, 25, 26, 27, 99] as [UInt8]
    )
    func malformed(type: UInt8) async throws {
        let rig = try await AgentRig(keys: [])
        let client = try RawClient(rig.sshSocket)
        #expect(client.ask(type, [0, 0, 0, 9]) == 5)
        #expect(client.ask(11) == 12)
    }

    @Test("A client that goes takes its question down, and nothing is signed for it")
    func gone() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        let blob = try await blob(rig)
        let slow = try rig.directory.write("", to: "slow")
        do {
            let client = try RawClient(rig.sshSocket)
            client.send(13, RawClient.signing(blob))
            while rig.asked("GETPIN") == 0 { try await Task.sleep(for: .milliseconds(10)) }
        }
        while !rig.journal.contains("\"outcome\":\"gone\"") { try await Task.sleep(for: .milliseconds(10)) }
        try FileManager.default.removeItem(atPath: slow)
        let next = try RawClient(rig.sshSocket)
        #expect(next.ask(13, RawClient.signing(blob)) == 14)
    }

    @Test("Of one program at most 8 requests wait, and one PIN does not answer the others")
    func waiting() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        let blob = try await blob(rig)
        let slow = try rig.directory.write("", to: "slow")
        let clients = try (0..<12).map { _ in try RawClient(rig.sshSocket) }
        for (index, client) in clients.enumerated() {
            client.send(13, RawClient.signing(blob, namespace: "n\(index)"))
            if index == 0 { while rig.asked("GETPIN") == 0 { try await Task.sleep(for: .milliseconds(10)) } }
        }
        while rig.journal.components(separatedBy: "\"too-many\"").count < 5 {
            try await Task.sleep(for: .milliseconds(10))
        }
        try FileManager.default.removeItem(atPath: slow)
        let types = clients.map { $0.receive()?.type }
        #expect(types.filter { $0 == 14 }.count == 8)
        #expect(types.filter { $0 == 5 }.count == 4)
        #expect(rig.asked("GETPIN") == 1)
        #expect(rig.asked("CONFIRM") == 7)
    }

    @Test("Forty kills of the module's process lose no login, and a killed agent starts again on the same socket")
    func kills() async throws {
        let rig = try await AgentRig(keys: ["EC:prime256v1"])
        let blob = try await blob(rig)
        let client = try RawClient(rig.sshSocket)
        #expect(client.ask(13, RawClient.signing(blob)) == 14)
        for _ in 0..<40 {
            for process in RawClientSlowTests.children(of: rig.identifier) { kill(process, SIGKILL) }
            // What is under way may fail; the next one must not.
            let first = client.ask(13, RawClient.signing(blob))
            if first != 14 { #expect(client.ask(13, RawClient.signing(blob)) == 14) }
        }
        #expect(rig.asked("GETPIN") == 1)
        kill(rig.identifier, SIGKILL)
        let second = try ChildProcess([try BuildProducts.path("jeton-agent")], environment: rig.environment)
        var next: RawClient?
        for _ in 0..<6000 where next == nil {
            // A process that is being killed still takes connections.
            if let client = try? RawClient(rig.sshSocket), client.ask(11) != nil { next = client }
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(next?.ask(13, RawClient.signing(blob)) == 14)
        #expect(rig.asked("GETPIN") == 2)
        withExtendedLifetime(second) {}
    }

    private static func children(of process: Int32) -> [Int32] {
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return tasks.flatMap { task in
            let text = (try? String(contentsOfFile: "/proc/\(process)/task/\(task)/children", encoding: .utf8)) ?? ""
            return text.split(separator: " ").compactMap { Int32($0) }
        }
    }
}
