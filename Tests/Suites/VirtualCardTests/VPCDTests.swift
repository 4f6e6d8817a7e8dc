import Foundation
import TestRig
import Testing
import VirtualCard

/// The card in a virtual reader of a real pcscd.
@Suite("The virtual card in pcscd", .timeLimit(.minutes(5)))
struct VPCDTests {
    private let pcscd: PrivatePCSCD
    private let directory: TemporaryDirectory
    private let path: String
    private let tool: String

    init() async throws {
        pcscd = try await PrivatePCSCD()
        directory = try TemporaryDirectory()
        path = directory.path("a.card")
        tool = try BuildProducts.path("virtual-card-tool")
        _ = try SoftwareCard.create(at: path)
    }

    private func serve() throws -> ChildProcess {
        try ChildProcess(pcscd.command([tool, "serve", path, "35963"]))
    }

    /// Waits until the reader has a card, or none.
    private func expectCard(_ isThere: Bool, within deadline: Duration = .seconds(20)) async throws {
        let start = ContinuousClock.now
        var last = ""
        while ContinuousClock.now - start < deadline {
            let output = try await pcscd.run(["opensc-tool", "--list-readers"])
            last = output.text + output.errorText
            let line = last.split(separator: "\n").first { $0.hasPrefix("0 ") }
            if let line, line.contains(isThere ? " Yes " : " No ") { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("the reader has \(isThere ? "no" : "a") card: \(last)")
    }

    @Test("The plug outlives a restart of pcscd, follows eject and insert, and stops promptly")
    func lifecycle() async throws {
        try await pcscd.stopService()
        let server = try serve()
        try await pcscd.startService()
        try await expectCard(true)
        let atr = try await pcscd.run(["opensc-tool", "--atr"])
        #expect(atr.text.contains("3b:8b:01:80:73:c0:01:c0:55:4a:65:74:6f:6e"))
        try SoftwareCard.eject(at: path)
        try await expectCard(false)
        try SoftwareCard.insert(at: path)
        try await expectCard(true)
        try await pcscd.stopService()
        try await pcscd.startService()
        try await expectCard(true)
        server.signal(SIGTERM)
        _ = try await server.finish(within: .seconds(5))
        try await expectCard(false)
        try await pcscd.stop()
    }

    @Test("A plug that is told to stop returns, connected or not")
    func stops() async throws {
        let card = try SoftwareCard(inMemory: VirtualCardOptions())
        // Nobody listens on port 1.
        let plug = try VPCDPlug(card, port: 1)
        async let ended: Void = onOwnThread { try plug.run() }
        try await Task.sleep(for: .milliseconds(50))
        plug.stop()
        try await ended
        let late = try VPCDPlug(card, port: 1)
        late.stop()
        try late.run()
        try await pcscd.stop()
    }

    @Test("A card whose files go away ends the plug with an error that names it")
    func deleted() async throws {
        let server = try serve()
        try await expectCard(true)
        try SoftwareCard.delete(at: path)
        _ = try await pcscd.run(["opensc-tool", "--name"])
        let output = try await server.finish(within: .seconds(20))
        #expect(output.exitStatus == 1 && output.errorText.contains("a.card"), "\(output.errorText)")
        try await pcscd.stop()
    }
}
