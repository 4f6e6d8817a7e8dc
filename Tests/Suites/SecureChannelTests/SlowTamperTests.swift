import JetonOctets
import SmartCard
import Testing

@testable import SecureChannel

/// Every single flipped bit of every message of a handshake, both suites; thousands of handshakes.
@Suite("Flipped bits of handshakes")
struct SlowTamperTests {
    /// What a flipped bit in a command or its answer led to.
    private enum Place: CaseIterable {
        case command
        case answer
    }

    @Test("P4: Every single flipped bit of a pairing keeps the ends apart", arguments: ChannelSuite.allCases)
    func pairing(_ suite: ChannelSuite) throws {
        let steps: UInt8 = suite.parameters.pairing.lastStep
        let genuine = try TestCard(suite)
        try genuine.pairQuickly(try TestCard.Program(suite))
        let messages = genuine.wire.log.filter { $0.command[2] == 1 }
        #expect(messages.count == Int(steps))
        let program = try TestCard.Program(suite)
        for step in 1...steps {
            let message = messages[Int(step) - 1]
            for place in Place.allCases {
                // The data; flips of headers and status words are other commands and refusals.
                let range =
                    place == .command
                    ? 5..<message.command.count - 1 : 0..<message.answer.count - 2
                for bit in range.lowerBound * 8..<range.upperBound * 8 {
                    try flip(bit, of: step, place, suite, program, isLast: step == steps)
                }
            }
        }
    }

    private func flip(
        _ bit: Int,
        of step: UInt8,
        _ place: Place,
        _ suite: ChannelSuite,
        _ program: TestCard.Program,
        isLast: Bool
    ) throws {
        let card = try Self.card(suite)
        program.store.update { $0 = nil }
        if place == .command {
            card.wire.onCommand = { _, command in
                if command[2] == 1, command[3] == step { command[bit / 8] ^= 1 << (bit % 8) }
                return .passed
            }
        } else {
            card.wire.onAnswer = { number, answer in
                let command = card.wire.log[number].command
                if command[2] == 1, command[3] == step { answer[bit / 8] ^= 1 << (bit % 8) }
            }
        }
        let comment: Comment = "bit \(bit) of step \(step), \(place)"
        #expect(throws: ChannelError.self, comment) { try card.pairQuickly(program) }
        #expect(program.store.load()?.state != .active, comment)
        // The card is paired only if the flip came after it was.
        let isPaired = isLast && place == .answer
        #expect(card.wire.card.records.peers.isEmpty == !isPaired, comment)
    }

    @Test(
        "P4: A flipped bit of a header, a length or a status word of a pairing changes nothing, or keeps the ends apart",
        arguments: ChannelSuite.allCases
    )
    func pairingHeaders(_ suite: ChannelSuite) throws {
        let genuine = try TestCard(suite)
        try genuine.pairQuickly(try TestCard.Program(suite))
        let messages = genuine.wire.log
        let program = try TestCard.Program(suite)
        for (number, message) in messages.enumerated() {
            let length = message.command.count
            for byte in [0, 1, 2, 3, 4, length - 1, length, length + 1] {
                for bit in 0..<8 {
                    let card = try Self.card(suite)
                    program.store.update { $0 = nil }
                    // Beyond the command: the two octets of the answer's status word.
                    card.wire.onCommand = { index, command in
                        if index == number, byte < length { command[byte] ^= 1 << bit }
                        return .passed
                    }
                    card.wire.onAnswer = { index, answer in
                        if index == number, byte >= length { answer[answer.count - 2 + byte - length] ^= 1 << bit }
                    }
                    let comment: Comment = "bit \(bit) of octet \(byte) of message \(number)"
                    let isDone = (try? card.pairQuickly(program)) != nil
                    let peer = card.wire.card.records.peers.first
                    let isActive = program.store.load()?.state == .active
                    #expect(isDone == isActive, comment)
                    // A program that takes itself for paired is.
                    if isActive {
                        #expect(peer?.key == program.identity.keys.publicKey, comment)
                        #expect(program.store.load()?.card == card.wire.card.records.identifier, comment)
                    }
                    #expect(peer == nil || card.wire.card.records.slots[0].isUsed, comment)
                }
            }
        }
    }

    /// A card in pairing mode; its keys are made once.
    private static func card(_ suite: ChannelSuite) throws -> TestCard {
        try TestCard(suite, keys: Self.keys)
    }

    private static let keys: [ChannelSuite: KeyPair] = {
        var keys: [ChannelSuite: KeyPair] = [:]
        for suite in ChannelSuite.allCases { keys[suite] = try? KeyPair(generatingFor: suite) }
        return keys
    }()

    @Test("S2: Every single flipped bit of a handshake keeps a session from being", arguments: SessionTests.forms)
    func session(_ suite: ChannelSuite, _ isEphemeral: Bool) throws {
        let card = try Self.card(suite)
        let program = try card.pairedProgram()
        let policy = ChannelPolicy(usesEphemeralKeys: isEphemeral)
        let counter = card.wire.card.records.peers[0].counter
        var opening = card.transport(program, policy)
        try opening.open()
        let messages = card.wire.log.suffix(2).map { $0 }
        for (step, message) in zip(UInt8(1)..., messages) {
            for place in Place.allCases {
                let range =
                    place == .command
                    ? 5..<message.command.count - 1 : 0..<message.answer.count
                for bit in range.lowerBound * 8..<range.upperBound * 8 {
                    card.wire.reset()
                    card.wire.card.records.peers[0].counter = counter
                    program.store.update { $0?.lastCounter = counter }
                    card.wire.clearLog()
                    card.wire.onCommand = { _, command in
                        if place == .command, command[2] == 2, command[3] == step {
                            command[bit / 8] ^= 1 << (bit % 8)
                        }
                        return .passed
                    }
                    card.wire.onAnswer = { number, answer in
                        let command = card.wire.log[number].command
                        if place == .answer, command[2] == 2, command[3] == step {
                            answer[bit / 8] ^= 1 << (bit % 8)
                        }
                    }
                    var transport = card.transport(program, policy)
                    let comment: Comment = "bit \(bit) of step \(step), \(place)"
                    #expect(throws: ChannelError.self, comment) { try transport.open() }
                    let isOpen = transport.isOpen
                    #expect(!isOpen, comment)
                    #expect(program.store.load()?.lastCounter == counter, comment)
                    let isLastAnswer = step == 2 && place == .answer
                    #expect(card.wire.application.sessions.isEmpty == !isLastAnswer, comment)
                }
            }
        }
    }
}
