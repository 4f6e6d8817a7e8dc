import Foundation
import JetonOctets
import SmartCard
import TestRig
import VirtualCard

@testable import SecureChannel

/// Images of virtual cards as they come from the factory, one for each suite, of which a test takes copies.
struct CardImage {
    private let directory: TemporaryDirectory
    private let printed: [ChannelSuite: [String]]

    init() throws {
        directory = try TemporaryDirectory()
        var printed: [ChannelSuite: [String]] = [:]
        for suite in ChannelSuite.allCases {
            let options = VirtualCardOptions(channel: suite)
            _ = try SoftwareCard.create(at: directory.path("\(suite).card"), options) { _, password in
                let text = String(decoding: password.octets(0..<password.count), as: UTF8.self)
                printed[suite, default: []].append(text)
            }
        }
        self.printed = printed
    }

    /// The passwords of a suite's card, as they are printed.
    func passwords(_ suite: ChannelSuite) -> [String] { printed[suite] ?? [] }

    /// A copy of a card, in pairing mode.
    func copy(_ suite: ChannelSuite, _ name: String) throws -> String {
        let path = directory.path(name)
        for suffix in ["", ".key"] {
            try? FileManager.default.removeItem(atPath: path + suffix)
            try FileManager.default.copyItem(atPath: directory.path("\(suite).card") + suffix, toPath: path + suffix)
        }
        try SoftwareCard(at: path).beginPairingMode()
        return path
    }

    /// Pairs with a card, in whatever process it is.
    func pair(_ card: consuming some CardTransport & ~Copyable, _ text: String, slot: Int) throws(ChannelError)
        -> TestCard.Program
    {
        let password = try TestCard.typed(text)
        let program = TestCard.Program(try HostIdentity(generatingFor: password.suite))
        var client = PairingClient(card, policy: ChannelPolicy(allowsLegacyPairing: true))
        _ = try client.pair(
            program.identity,
            password: password,
            slot: slot,
            label: PeerLabel(truncating: "killed"),
            store: program.store
        )
        return program
    }

    /// How many tries a card offers for its first slot.
    func triesLeft(_ path: String) throws -> UInt8 {
        let request = PairingRequest(
            suites: [.legacy, .modern, .p256],
            slot: 1,
            host: try ChannelIdentifier(random: SystemRandom()),
            challenge: try SystemRandom().octets(MessageField.challenge)
        )
        let card = try SoftwareCard(at: path)
        let answer = try card.transmit(try ChannelFunction.pair.command(step: 1, request.encoded).encoded())
        return try PairingOffer(decoding: answer.dropLast(2)).triesLeft
    }
}
