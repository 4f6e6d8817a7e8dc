import JetonOctets
import TestRig
import Testing
import TokenEngine
import VirtualCard

/// Keys that a program makes for a session go away with it, in whatever way it ends.
@Suite("Session keys of programs", .timeLimit(.minutes(5)))
struct SessionKeyTests {
    private func keys(_ provider: Provider) throws -> Int {
        try SoftwareCard(at: provider.folder.path("alpha.card")).status().keyReferences.count
    }

    private func start(_ way: String, _ provider: Provider) async throws -> ChildProcess {
        let child = try ChildProcess(
            [try BuildProducts.path("provider-probe"), provider.module, "session-keys", Provider.pin, way],
            environment: provider.environment
        )
        #expect(try await child.nextLine() == "made: 0")
        return child
    }

    /// What a later program sees after its login: private and public keys.
    private func keysAfterLogin(_ provider: Provider) throws -> Int {
        let engine = Engine([VirtualCardDirectory(provider.folder.path)])
        defer { engine.close() }
        let session = try engine.openSession(slot: 0, isReadWrite: false)
        try engine.logIn(session, .user, Secret(copying: Array(Provider.pin.utf8).span))
        var count = 0
        for objectClass: ObjectClass in [.privateKey, .publicKey] {
            let number = (0..<8).map { UInt8(truncatingIfNeeded: objectClass.rawValue >> ($0 * 8)) }
            try engine.findObjectsInit(session, [EngineAttribute(.class, number)])
            count += try engine.findObjects(session, 100).count
            try engine.findObjectsFinal(session)
        }
        return count
    }

    @Test(
        "No key is left when a program has ended its session",
        arguments: [
            "close", "logout-close", "logout-close-all", "close-all", "finalize", "logout-finalize", "logout", "exit",
        ]
    )
    func ended(_ way: String) async throws {
        let provider = try await Provider()
        let child = try await start(way, provider)
        #expect(try keys(provider) == 2)
        child.send(line: "")
        let output = try await child.finish()
        #expect(output.exitStatus == 0, "\(output.text)\(output.errorText)")
        #expect(!output.text.contains("0x"), "\(output.text)")
        #expect(try keys(provider) == 0)
        #expect(try keysAfterLogin(provider) == 0)
    }

    @Test("What a killed program left is destroyed by the next login, and never shown")
    func killed() async throws {
        let provider = try await Provider()
        try await provider.makeKey("EC:prime256v1", identifier: "01")
        let child = try await start("kill", provider)
        child.send(line: "")
        #expect(try await child.finish().ending == .killed(signal: 9))
        #expect(try keys(provider) == 3)
        #expect(try keysAfterLogin(provider) == 2)
        #expect(try keys(provider) == 1)
    }

    @Test("Keys of a program that runs are neither destroyed nor shown by another's login")
    func running() async throws {
        let provider = try await Provider()
        let child = try await start("close", provider)
        #expect(try keysAfterLogin(provider) == 0)
        #expect(try keys(provider) == 2)
        try await provider.makeKey("EC:prime256v1", identifier: "01")
        #expect(try keys(provider) == 3)
        child.send(line: "")
        #expect(try await child.finish().exitStatus == 0)
        #expect(try keys(provider) == 1)
    }

    @Test("A child of a fork that exits leaves its parent's keys alone")
    func fork() async throws {
        let provider = try await Provider()
        let child = try await start("fork", provider)
        child.send(line: "")
        #expect(try await child.nextLine() == "child ended: 0")
        #expect(try keys(provider) == 2)
        child.send(line: "")
        #expect(try await child.finish().exitStatus == 0)
        #expect(try keys(provider) == 0)
    }
}
