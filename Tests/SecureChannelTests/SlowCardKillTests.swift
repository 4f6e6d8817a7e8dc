import Foundation
import Octets
import SmartCard
import TestRig
import Testing
import VirtualCard

@testable import SecureChannel

/// The card is killed between any two steps of a pairing, and in the middle of any: no try is ever free, and a program
/// is paired exactly if its password is used up.
@Suite("A card killed while it pairs", .timeLimit(.minutes(5)))
struct SlowCardKillTests {
    private let directory: TemporaryDirectory
    private let pristine: String
    private let suite: ChannelSuite
    private let password: String
    private let wrongPassword: String

    init() throws {
        directory = try TemporaryDirectory()
        pristine = directory.path("pristine.card")
        suite = .modern
        var printed: [String] = []
        let options = VirtualCardOptions(channel: suite)
        _ = try VirtualCard.create(at: pristine, options) { _, password in
            printed.append(String(decoding: password.octets(0..<password.count), as: UTF8.self))
        }
        password = printed[0]
        wrongPassword = printed[1]
    }

    /// A copy of the card as it came from the factory, in pairing mode.
    private func copy(_ name: String) throws -> String {
        let path = directory.path(name)
        for suffix in ["", ".key"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
            try FileManager.default.copyItem(atPath: pristine + suffix, toPath: path + suffix)
        }
        try VirtualCard(at: path).beginPairingMode()
        return path
    }

    /// How many tries the card offers for the first slot.
    private func triesLeft(_ path: String) throws -> UInt8 {
        let host = try ChannelIdentifier(random: SystemRandom())
        let request = PairingRequest(suites: .modern, slot: 1, host: host, challenge: [])
        let card = try VirtualCard(at: path)
        let answer = try card.transmit(try ChannelFunction.pair.command(step: 1, request.encoded).encoded())
        return try PairingOffer(decoding: answer.dropLast(2)).triesLeft
    }

    /// Pairs with the card in a process that is killed.
    ///
    /// - Parameters:
    ///   - step: The last step that the card gets.
    ///   - isAnswered: Whether its answer is waited for; if not, the process is killed some time after.
    private func pairKilled(
        _ path: String,
        _ text: String,
        step: UInt8,
        isAnswered: Bool,
        delay: UInt32
    ) throws -> PairingMemory {
        let process = try CardProcess(image: path)
        defer { process.kill() }
        process.fate = { command in
            guard command[1] == 0x86, command[2] == 1 else { return .answered }
            if command[3] > step { return .unsent }
            return command[3] == step && !isAnswered ? .unanswered : .answered
        }
        process.onUnanswered = { usleep(delay) }
        let store = PairingMemory()
        var client = PairingClient(process)
        do throws(ChannelError) {
            _ = try client.pair(
                try HostIdentity(generatingFor: suite),
                password: try TestCard.typed(text),
                slot: 1,
                label: PeerLabel(truncating: "killed"),
                store: store
            )
        } catch {}
        return store
    }

    @Test("Wrong passwords: a try is gone as soon as the card has answered the step that used it", arguments: 0..<10)
    func wrong(_ round: Int) throws {
        for step in UInt8(1)...3 {
            for isAnswered in [true, false] {
                let path = try copy("wrong.card")
                let delay = UInt32((round * 7919 + Int(step) * 613) % 12_000)
                _ = try pairKilled(path, wrongPassword, step: step, isAnswered: isAnswered, delay: delay)
                let left = try triesLeft(path)
                let isSure = step > 2 || step == 2 && isAnswered
                if isSure { #expect(left == 4) } else if step == 1 { #expect(left == 5) }
                #expect((4...5).contains(left))
                #expect(try VirtualCard(at: path).status().channel?.peers.isEmpty == true)
            }
        }
    }

    @Test("Right passwords: a program is paired and its password used, or neither", arguments: 0..<10)
    func right(_ round: Int) throws {
        for step in UInt8(3)...4 {
            for isAnswered in [true, false] {
                let path = try copy("right.card")
                let delay = UInt32((round * 7919 + Int(step) * 613) % 12_000)
                _ = try pairKilled(path, password, step: step, isAnswered: isAnswered, delay: delay)
                let channel = try #require(try VirtualCard(at: path).status().channel)
                let isPaired = !channel.peers.isEmpty
                #expect((channel.slots[0].state == .used) == isPaired)
                if step == 3 { #expect(!isPaired) }
                if step == 4, isAnswered { #expect(isPaired) }
                if !isPaired { #expect((4...5).contains(try triesLeft(path))) }
            }
        }
    }

    @Test("Killed again and again, a card takes no more wrong passwords than its counter allows")
    func exhaustion() throws {
        let path = try copy("exhausted.card")
        var refusals = 0
        for _ in 0..<8 {
            let process = try CardProcess(image: path)
            var client = PairingClient(process)
            do throws(ChannelError) {
                _ = try client.pair(
                    try HostIdentity(generatingFor: suite),
                    password: try TestCard.typed(wrongPassword),
                    slot: 1,
                    label: PeerLabel(truncating: "killed"),
                    store: PairingMemory()
                )
            } catch {
                if error.code == .wrongPassword { refusals += 1 } else { #expect(error.code == .throttled) }
            }
            process.kill()
        }
        #expect(refusals == 5)
    }
}
