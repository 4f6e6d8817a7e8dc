import Foundation
import JetonOctets
import SmartCard
import TestRig
import Testing
import VirtualCard

@testable import SecureChannel

/// The card is killed between any two steps of a pairing, and in the middle of any: no try is ever free, and a program
/// is paired exactly if its password is used up.
@Suite("A card killed while it pairs", .timeLimit(.minutes(5)))
struct SlowCardKillTests {
    private let image: CardImage

    init() throws { image = try CardImage() }

    /// Both suites, over and over: more than a hundred runs of each kind of end.
    static let rounds = ChannelSuite.allCases.flatMap { suite in (0..<10).map { (suite, $0) } }

    /// The step whose message uses up a try, and the last one, which pairs.
    private static func steps(_ suite: ChannelSuite) -> (paid: UInt8, last: UInt8) {
        (paid: 2, last: suite.parameters.pairing.lastStep)
    }

    /// Pairs with the card in a process that is killed.
    ///
    /// `step` is the last step that the card gets. If `isAnswered`, the process is killed after the answer to it, else
    /// `delay` microseconds after it was sent.
    private func pairKilled(
        _ path: String,
        _ text: String,
        step: UInt8,
        isAnswered: Bool,
        delay: UInt32
    ) throws {
        let process = try CardProcess(image: path)
        defer { process.kill() }
        process.fate = { command in
            guard command[1] == 0x86, command[2] == 1 else { return .answered }
            if command[3] > step { return .unsent }
            return command[3] == step && !isAnswered ? .unanswered : .answered
        }
        process.onUnanswered = { usleep(delay) }
        do throws(ChannelError) {
            _ = try image.pair(process, text, slot: 1)
        } catch {}
    }

    private static func delay(_ round: Int, _ step: UInt8) -> UInt32 {
        UInt32((round * 7919 + Int(step) * 613) % 12_000)
    }

    @Test(
        "P3: Wrong passwords: a try is gone as soon as the card has answered the step that used it",
        arguments: rounds
    )
    func wrong(_ suite: ChannelSuite, _ round: Int) throws {
        let (paid, last) = Self.steps(suite)
        for step in 1..<last {
            for isAnswered in [true, false] {
                let path = try image.copy(suite, "wrong.card")
                let delay = Self.delay(round, step)
                try pairKilled(path, image.passwords(suite)[1], step: step, isAnswered: isAnswered, delay: delay)
                let left = try image.triesLeft(path)
                let isSure = step > paid || step == paid && isAnswered
                if isSure { #expect(left == 4) } else if step < paid { #expect(left == 5) }
                #expect((4...5).contains(left))
                #expect(try SoftwareCard(at: path).status().channel?.peers.isEmpty == true)
            }
        }
    }

    @Test("P3: Right passwords: a program is paired and its password used, or neither", arguments: rounds)
    func right(_ suite: ChannelSuite, _ round: Int) throws {
        let last = Self.steps(suite).last
        for step in last - 1...last {
            for isAnswered in [true, false] {
                let path = try image.copy(suite, "right.card")
                let delay = Self.delay(round, step)
                try pairKilled(path, image.passwords(suite)[0], step: step, isAnswered: isAnswered, delay: delay)
                let channel = try #require(try SoftwareCard(at: path).status().channel)
                let isPaired = !channel.peers.isEmpty
                #expect((channel.slots[0].state == .used) == isPaired)
                if step < last { #expect(!isPaired) }
                if step == last, isAnswered { #expect(isPaired) }
                if !isPaired { #expect((4...5).contains(try image.triesLeft(path))) }
            }
        }
    }

    @Test(
        "P3: Killed again and again, a card takes no more wrong passwords than its counter allows",
        arguments: ChannelSuite.allCases
    )
    func exhaustion(_ suite: ChannelSuite) throws {
        let path = try image.copy(suite, "exhausted.card")
        var refusals = 0
        for _ in 0..<8 {
            let process = try CardProcess(image: path)
            do throws(ChannelError) {
                _ = try image.pair(process, image.passwords(suite)[1], slot: 1)
            } catch {
                if error.code == .wrongPassword { refusals += 1 } else { #expect(error.code == .throttled) }
            }
            process.kill()
        }
        #expect(refusals == 5)
    }
}
