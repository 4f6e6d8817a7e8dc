import Foundation
import JetonOctets
import SmartCard
import TestRig
import Testing
import VirtualCard

@testable import SecureChannel

/// Both ends against another implementation, which knows nothing but docs/secure-channel.md and the RFCs: a mistake
/// that both ends of ours make alike shows here.
@Suite("The channel with an implementation of others", .timeLimit(.minutes(10)))
struct InteroperationTests {
    private static let program = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Fixtures/independent-channel.py").path

    @Test("A host of others pairs with a virtual card and uses it", arguments: ChannelSuite.allCases)
    func host(_ suite: ChannelSuite) async throws {
        let image = try CardImage()
        let path = try image.copy(suite, "other.card")
        let tool = try BuildProducts.path("virtual-card-tool")
        let output = try await ChildProcess.run(
            ["python3", Self.program, "host", "\(suite)", image.passwords(suite)[1], "2", tool, "answer", path]
        )
        let serialNumber = try SoftwareCard(at: path).status().serialNumber
        let number = Hex.encode([suite.rawValue])
        // A first program has both rights; this was its first session, and 76 commands of it.
        #expect(
            output.text == """
                paired with Jeton \(serialNumber)
                session 1
                select 9000 61
                verify 9000 9000
                data 9000 7e
                new keys 9000 76 77
                listed True \(number)0300000001 independent
                closed 9000
                session 2
                forgotten 9000

                """,
            "\(output.errorText)"
        )
        let channel = try #require(try SoftwareCard(at: path).status().channel)
        #expect(channel.peers.isEmpty)
        #expect(channel.slots.map(\.state) == [.unused, .used, .unused, .unused, .unused, .unused])
    }

    @Test(
        "A card of others is paired with and used",
        arguments: SessionTests.forms
    )
    func card(_ suite: ChannelSuite, _ isEphemeral: Bool) throws {
        let password = try ActivationPassword(generatingFor: suite).printed()
        let text = String(decoding: password.octets(0..<password.count), as: UTF8.self)
        let process = try CardProcess(["python3", Self.program, "card", "\(suite)", text])
        var client = PairingClient(process, policy: ChannelPolicy(allowsLegacyPairing: true))
        let store = PairingMemory()
        let identity = try HostIdentity(generatingFor: suite)
        #expect(throws: ChannelError(.wrongPassword, triesLeft: 9)) {
            try client.pair(
                identity,
                password: try ActivationPassword(generatingFor: suite),
                label: PeerLabel(truncating: "Jeton"),
                store: store
            )
        }
        let pairing = try client.pair(
            identity,
            password: try TestCard.typed(text),
            label: PeerLabel(truncating: "Jeton"),
            store: store
        )
        #expect(pairing.state == .active && pairing.label.text == "independent card")
        #expect(pairing.serialNumber == 0x4894_721A)
        let time = TestTime()
        var transport = SecureCardTransport(
            process,
            identity: identity,
            store: store,
            policy: ChannelPolicy(usesEphemeralKeys: isEphemeral),
            time: time
        )
        try transport.open()
        #expect(store.load()?.lastCounter == 1)
        for instruction in [0x10, 0x11] as [UInt8] {
            for length in [0, 1, 7, 8, 15, 16, 17, 119, 120, 255, 1100] {
                let data = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 3) }
                let command = CommandAPDU(0x00, instruction, 0x01, 0x02, data: data, expectedLength: 65_536)
                let answer = try transport.transmit(try command.encoded(as: .extended))
                #expect(answer == [0x00, instruction, 0x01, 0x02] + data + [0x90, 0x00])
            }
        }
        // New keys after ten minutes, and messages of the next leaf of the key tree under them.
        time.advance(600)
        for _ in 0..<70 { #expect(try transport.transmit([0x80, 0x10, 0x00, 0x00]).first == 0x80) }
        _ = try transport.close()
        var next = SecureCardTransport(process, identity: identity, store: store, time: time)
        try next.open()
        #expect(store.load()?.lastCounter == 2)
        try next.unpair()
        #expect(store.load() == nil)
    }
}
