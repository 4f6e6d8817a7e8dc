import Foundation
import SmartCard
import TestRig
import Testing
import VirtualCard

@testable import SecureChannel

/// The disk below a card with a secure channel fails or is full: no session begins whose number is not on the disk, and
/// no password is compared that is not paid for.
@Suite("A failing disk below the channel of a card", .timeLimit(.minutes(5)))
struct SlowFailingStorageTests {
    static let faults: [FailingStorage.Fault] = [
        .init(.open, 1...1_000_000, EROFS), .init(.write, 1...1_000_000, ENOSPC),
        .init(.synchronizeFile, 1...1_000_000, EIO), .init(.rename, 1...1_000_000, ENOSPC),
        .init(.synchronizeDirectory, 1...1_000_000, EIO),
    ]

    private let image: CardImage
    private let storage: FailingStorage

    init() async throws {
        image = try CardImage()
        storage = try await FailingStorage()
    }

    /// The card in a process whose disk fails.
    private func process(_ path: String, _ fault: FailingStorage.Fault) throws -> CardProcess {
        let place = URL(filePath: path).deletingLastPathComponent().path
        let variables = storage.environment(fault, below: place).map { "\($0)=\($1)" }
        return try CardProcess(variables + [try BuildProducts.path("virtual-card-tool"), "answer", path])
    }

    private func isVisible(_ fault: FailingStorage.Fault) -> Bool { fault.call == .synchronizeDirectory }

    @Test(
        "A session whose number cannot be kept does not begin, and the next one is no copy's",
        arguments: ChannelSuite.allCases,
        faults
    )
    func session(_ suite: ChannelSuite, _ fault: FailingStorage.Fault) throws {
        let path = try image.copy(suite, "paired.card")
        let healthy = VirtualCardTransport(try SoftwareCard(at: path))
        let program = try image.pair(healthy, image.passwords(suite)[0], slot: 1)
        func counter() throws -> UInt32? { try SoftwareCard(at: path).status().channel?.peers.first?.counter }
        let before = try #require(try counter())
        do {
            let process = try process(path, fault)
            defer { process.kill() }
            var transport = SecureCardTransport(process, identity: program.identity, store: program.store)
            #expect(throws: (any Error).self) { try transport.open() }
        }
        let after = try #require(try counter())
        #expect(isVisible(fault) ? after > before : after == before)
        var transport = SecureCardTransport(
            VirtualCardTransport(try SoftwareCard(at: path)),
            identity: program.identity,
            store: program.store
        )
        try transport.open()
        #expect(try #require(try counter()) > after)
    }

    @Test(
        "A password is neither refused nor taken while its try cannot be kept",
        arguments: ChannelSuite.allCases,
        faults
    )
    func pairing(_ suite: ChannelSuite, _ fault: FailingStorage.Fault) throws {
        let path = try image.copy(suite, "pairing.card")
        for password in [image.passwords(suite)[1], image.passwords(suite)[0]] {
            let process = try process(path, fault)
            defer { process.kill() }
            var code: ChannelError.Code?
            do throws(ChannelError) { _ = try image.pair(process, password, slot: 1) } catch { code = error.code }
            #expect(code != nil && code != .wrongPassword, "\(String(describing: code))")
        }
        let channel = try #require(try SoftwareCard(at: path).status().channel)
        #expect(channel.peers.isEmpty && channel.slots[0].state != .used)
        let left = try image.triesLeft(path)
        #expect(isVisible(fault) ? left < 5 : left == 5)
    }
}
