import Foundation
import JetonOctets
import SmartCard
import TestRig
import Testing
import VirtualCard

@testable import SecureChannel

/// The card is killed between any two steps of a session, and in the middle of any: no number of a session is ever used
/// twice, and what a message asks for is done or not done.
@Suite("A card killed in its sessions", .timeLimit(.minutes(5)))
struct SlowSessionKillTests {
    private let image: CardImage

    init() throws { image = try CardImage() }

    /// A card that is paired with a program.
    private func pairedCard(_ suite: ChannelSuite) throws -> (String, TestCard.Program) {
        let path = try image.copy(suite, "paired.card")
        let program = try image.pair(
            VirtualCardTransport(try SoftwareCard(at: path)),
            image.passwords(suite)[0],
            slot: 1
        )
        return (path, program)
    }

    private func counter(_ path: String) throws -> UInt32? {
        try SoftwareCard(at: path).status().channel?.peers.first?.counter
    }

    /// Who the card is.
    private func identifier(_ path: String) throws -> ChannelIdentifier {
        var client = PairingClient(VirtualCardTransport(try SoftwareCard(at: path)))
        return try client.information().identifier
    }

    private func transport(_ process: CardProcess, _ program: TestCard.Program) -> SecureCardTransport<CardProcess> {
        SecureCardTransport(
            process,
            identity: program.identity,
            store: program.store,
            policy: ChannelPolicy(counterJump: .refuse)
        )
    }

    @Test(
        "P3, S6: No number of a session is used twice, and the program gets its next one",
        arguments: ChannelSuite.allCases
    )
    func handshakes(_ suite: ChannelSuite) throws {
        let (path, program) = try pairedCard(suite)
        var used: Set<UInt32> = []
        for round in 0..<20 {
            for step in UInt8(1)...2 {
                for isAnswered in [true, false] {
                    let before = try #require(try counter(path))
                    let process = try CardProcess(image: path)
                    var offered: UInt32?
                    process.fate = { command in
                        guard command[1] == 0x86, command[2] == 2 else { return .answered }
                        if command[3] > step { return .unsent }
                        return command[3] == step && !isAnswered ? .unanswered : .answered
                    }
                    process.onAnswer = { command, answer in
                        guard command[1] == 0x86, command[2] == 2, command[3] == 1 else { return }
                        let offer = try? SessionOffer(decoding: answer.dropLast(2), suite, isEphemeral: true)
                        offered = offer?.counter
                    }
                    process.onUnanswered = { usleep(UInt32((round * 7919 + Int(step) * 613) % 12_000)) }
                    var opening = transport(process, program)
                    let isOpen = (try? opening.open()) != nil
                    process.kill()
                    let after = try #require(try counter(path))
                    #expect(isOpen == (step == 2 && isAnswered))
                    if let offered { #expect(offered == before + 1) }
                    // The number is saved before the card says that there is a session.
                    if isOpen { #expect(after == before + 1) }
                    if step == 1 { #expect(after == before) }
                    #expect((before...before + 1).contains(after))
                    if after > before { #expect(used.insert(after).inserted, "\(after) was used twice") }
                }
            }
            // A session that was cut short is no copy of the card: one number at most was lost, and the policy bears that.
            let process = try CardProcess(image: path)
            var whole = transport(process, program)
            try whole.open()
            let number = try #require(program.store.load()).lastCounter
            #expect(used.insert(number).inserted)
            #expect(try counter(path) == number)
            let isCloneSuspected = whole.isCloneSuspected
            #expect(!isCloneSuspected)
            process.kill()
        }
    }

    /// What is asked of a card that is killed then.
    enum Request: CaseIterable {
        case unpair, newPassword, newKeys, revoke, requireNoChannel
    }

    @Test(
        "What a session asks for is done as a whole or not at all",
        arguments: ChannelSuite.allCases,
        Request.allCases
    )
    func requests(_ suite: ChannelSuite, _ request: Request) throws {
        for round in 0..<6 {
            let (path, program) = try pairedCard(suite)
            let other = try image.pair(
                VirtualCardTransport(try SoftwareCard(at: path)),
                image.passwords(suite)[1],
                slot: 2
            )
            let before = try #require(try SoftwareCard(at: path).status().channel)
            let name = try identifier(path)
            let process = try CardProcess(image: path)
            var session = transport(process, program)
            try session.open()
            _ = try session.transmit([0x00, 0xA4, 0x04, 0x00, 0x05, 0xA0, 0x00, 0x00, 0x03, 0x08, 0x00])
            let puk = Array("12345678".utf8)
            #expect(try session.transmit([0x00, 0x24, 0x00, 0x81, 0x10] + puk + puk) == [0x90, 0x00])
            process.fate = { _ in .unanswered }
            process.onUnanswered = { usleep(UInt32(round * 1_700)) }
            #expect(throws: ChannelError.self) {
                switch request {
                case .unpair: try session.unpair()
                case .newPassword: _ = try session.makePassword(slot: 1, suite)
                case .newKeys: try session.makeKeys()
                case .revoke: try session.revoke(try PublicKeyIdentifier(other.identity.keys.publicKey, suite))
                case .requireNoChannel: try session.requireChannel(false)
                }
            }
            process.kill()
            let after = try #require(try SoftwareCard(at: path).status().channel)
            switch request {
            case .unpair: #expect([1, 2].contains(after.peers.count))
            case .revoke: #expect(after.peers.count == 2 || after.peers.map(\.label) == [before.peers[0].label])
            case .newPassword: #expect([.used, .unused].contains(after.slots[0].state))
            case .newKeys:
                // Keys, identifier and programs change together.
                let isDone = try identifier(path) != name
                #expect(after.peers.isEmpty == isDone && after.slots.map(\.state) == before.slots.map(\.state))
            case .requireNoChannel: break
            }
            // Whatever was done, the card works, and whoever is paired still gets a session.
            let isKnown = try identifier(path) == name && !(request == .unpair && after.peers.count == 1)
            guard isKnown, program.store.load()?.state == .active else { continue }
            let next = try CardProcess(image: path)
            var again = transport(next, program)
            try again.open()
            next.kill()
        }
    }
}
