import JetonLibcrypto
import JetonOctets
import SmartCard
import Testing

@testable import SecureChannel

@Suite("Sessions")
struct SessionTests {
    static let forms: [(ChannelSuite, Bool)] = [(.modern, true), (.p256, true), (.legacy, true), (.legacy, false)]

    @Test("S1: A session carries commands both ways, with and without ephemeral keys", arguments: forms)
    func success(_ suite: ChannelSuite, _ isEphemeral: Bool) throws {
        let card = try TestCard(suite)
        let program = try card.pairedProgram()
        var transport = card.transport(program, ChannelPolicy(usesEphemeralKeys: isEphemeral))
        try transport.open()
        let lengths = card.wire.log.suffix(2).map { ($0.command.count, $0.answer.count) }
        let keyLength = isEphemeral ? suite.parameters.publicKeyLength : 0
        #expect(lengths[0] == (57 + keyLength, 54 + keyLength))
        for length in [0, 1, 7, 8, 15, 16, 17, 200, 255] {
            let data = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
            let command = CommandAPDU(0x00, 0x10, 0x01, 0x02, data: data, expectedLength: 256)
            let answer = try transport.transmit(try command.encoded())
            #expect(answer == Array(([0x00, 0x10, 0x01, 0x02] + data).prefix(256)) + [0x90, 0x00])
        }
        #expect(try transport.transmit([0x00, 0x20, 0x00, 0x80]) == [0x63, 0xC2])
        let pairing = program.store.load()
        #expect(pairing?.lastCounter == 1)
        #expect(pairing?.lastSeen == card.time.seconds())
        card.wire.card.administrators = [0]
        _ = try transport.close()
        #expect(card.wire.application.sessions.isEmpty)
        #expect(card.wire.card.administrators.isEmpty, "what was proved in a session ends with it")
    }

    @Test("S1: Nothing of a command or an answer is in clear on the wire", arguments: ChannelSuite.allCases)
    func hidden(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        var transport = card.transport(try card.pairedProgram())
        try transport.open()
        card.wire.clearLog()
        let secret = Array("correct horse battery staple".utf8)
        let command = CommandAPDU(0x00, 0x10, 0x00, 0x00, data: secret, expectedLength: 256)
        #expect(try transport.transmit(try command.encoded()).dropFirst(4).starts(with: secret))
        for (command, answer) in card.wire.log {
            for part in 0..<secret.count - 3 {
                let piece = Array(secret[part..<part + 4])
                #expect(!command.contains(piece) && !answer.contains(piece))
            }
        }
    }

    @Test("S3: Who is not paired, or not any more, gets no session", arguments: ChannelSuite.allCases)
    func notPaired(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        let program = try card.pairedProgram()
        let stranger = TestCard.Program(try HostIdentity(generatingFor: suite))
        stranger.store.update { $0 = program.store.load() }
        var strange = card.transport(stranger)
        #expect(throws: ChannelError(.notPaired)) { try strange.open() }
        // The right name with the wrong key.
        let thief = TestCard.Program(HostIdentity(program.identity.identifier, try KeyPair(generatingFor: suite)))
        thief.store.update { $0 = program.store.load() }
        var stolen = card.transport(thief)
        #expect(throws: ChannelError(.handshakeFailed)) { try stolen.open() }
        #expect(card.wire.application.sessions.isEmpty)
        #expect(card.wire.card.records.peers[0].counter == 0)
        card.wire.card.records.peers = []
        var revoked = card.transport(program)
        #expect(throws: ChannelError(.notPaired)) { try revoked.open() }
        #expect(program.store.load()?.state == .active)
    }

    @Test("S3: A card without the right key is found out before it gets anything", arguments: ChannelSuite.allCases)
    func falseCard(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        let program = try card.pairedProgram()
        card.wire.card.records.keys[suite] = try KeyPair(generatingFor: suite)
        var transport = card.transport(program)
        #expect(throws: ChannelError(.handshakeFailed)) { try transport.open() }
        #expect(program.store.load()?.lastCounter == 0)
        #expect(!card.wire.log.contains { $0.command[2] == 2 && $0.command[3] == 2 })
        // A card that was initialised anew says so by its identifier.
        card.wire.card.records.identifier = try ChannelIdentifier(random: SystemRandom())
        card.wire.clearLog()
        #expect(throws: ChannelError(.notPaired)) { try transport.open() }
        #expect(card.wire.log.map { $0.command[2] } == [0], "it was asked who it is, and nothing else")
    }

    @Test("S3: A handshake of the other suite, or without EPH in the modern one, is refused")
    func wrongSuite() throws {
        let legacy = try KeyPair(generatingFor: .legacy)
        let card = try TestCard(.modern, keys: [.legacy: legacy, .modern: try KeyPair(generatingFor: .modern)])
        let program = try card.pairedProgram()
        var request = SessionRequest(
            suite: .legacy,
            host: program.identity.identifier,
            card: card.wire.card.records.identifier,
            challenge: [UInt8](repeating: 1, count: 16),
            ephemeralKey: legacy.publicKey
        )
        #expect(card.wire.status(try begin(request.encoded)) == .referencedDataNotFound)
        request.suite = .modern
        request.ephemeralKey = nil
        #expect(card.wire.status(try begin(request.encoded)) == .incorrectData)
        // Of another card, as when this one was initialised meanwhile.
        request.ephemeralKey = program.identity.keys.publicKey
        request.card = program.identity.identifier
        #expect(card.wire.status(try begin(request.encoded)) == .referencedDataNotFound)
        request.card = card.wire.card.records.identifier
        // A program that may only manage others.
        card.wire.card.records.peers[0].rights = .manage
        #expect(card.wire.status(try begin(request.encoded)) == .referencedDataNotFound)
        card.wire.card.records.peers[0].rights = .use
        #expect(card.wire.status(try begin(request.encoded)) == .success)
        // A point of the other curve.
        request.ephemeralKey = legacy.publicKey
        #expect(card.wire.status(try begin(request.encoded)) == .verificationFailed)
    }

    @Test(
        "S3: A card that lacks the suite of its pairing is refused before anything is sent",
        arguments: ChannelSuite.allCases
    )
    func downgrade(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        let program = try card.pairedProgram()
        for other in ChannelSuite.allCases where other != suite {
            card.wire.onAnswer = { number, answer in
                if card.wire.log[number].command[2] == 0 { answer[1] = other.rawValue }
            }
            card.wire.clearLog()
            var transport = card.transport(program)
            #expect(throws: ChannelError(.suiteChanged)) { try transport.open() }
            #expect(card.wire.log.map { $0.command[2] } == [0], "it was asked who it is, and nothing else")
        }
        // A card that has the suite, and refuses the handshake for want of it.
        card.wire.onAnswer = { number, answer in
            if card.wire.log[number].command[2] == 2 { answer = StatusWord.functionNotSupported.octets }
        }
        var transport = card.transport(program)
        #expect(throws: ChannelError(.suiteChanged)) { try transport.open() }
        #expect(program.store.load()?.state == .active)
        card.wire.onAnswer = { _, _ in }
        try transport.open()
    }

    @Test("S3: A handshake of another suite than the card's is refused by the card", arguments: ChannelSuite.allCases)
    func suiteOfCard(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        let program = try card.pairedProgram()
        for other in ChannelSuite.allCases where other != suite {
            let request = SessionRequest(
                suite: other,
                host: program.identity.identifier,
                card: card.wire.card.records.identifier,
                challenge: [UInt8](repeating: 1, count: 16),
                ephemeralKey: try KeyPair(generatingFor: other).publicKey
            )
            #expect(card.wire.status(try begin(request.encoded)) == .functionNotSupported)
        }
    }

    private func begin(_ data: [UInt8]) throws -> [UInt8] {
        try ChannelFunction.session.command(step: 1, data).encoded()
    }

    @Test("S3: An end that gets its own messages back refuses them", arguments: ChannelSuite.allCases)
    func reflection(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        let program = try card.pairedProgram()
        var transport = card.transport(program)
        // The host's challenge and ephemeral key come back as if the card had sent them.
        card.wire.onAnswer = { number, answer in
            guard let command = try? CommandAPDU(decoding: card.wire.log[number].command), command.header.p1 == 2,
                command.header.p2 == 1
            else { return }
            let challenge = command.data[35..<51]
            let counter: [UInt8] = [0, 0, 0, 1]
            let mac = [UInt8](repeating: 7, count: 32)
            answer = Array(challenge) + counter + Array(command.data[51...]) + mac
            answer += StatusWord.success.octets
        }
        #expect(throws: ChannelError(.handshakeFailed)) { try transport.open() }
        // The card's proof as the host's.
        card.wire.onAnswer = { _, _ in }
        card.wire.onCommand = { number, command in
            guard command[2] == 2, command[3] == 2, number > 0 else { return .passed }
            command.replaceSubrange(5..<37, with: card.wire.log[number - 1].answer.dropLast(2).suffix(32))
            return .passed
        }
        #expect(throws: ChannelError(.handshakeFailed)) { try transport.open() }
    }

    @Test("S4: Both static keys open a recorded session without ephemeral keys, and none with them")
    func forwardSecrecy() throws {
        for (suite, isEphemeral) in Self.forms {
            let card = try TestCard(suite)
            let program = try card.pairedProgram()
            var transport = card.transport(program, ChannelPolicy(usesEphemeralKeys: isEphemeral))
            try transport.open()
            let handshake = card.wire.log.suffix(2).map { $0 }
            let request = try SessionRequest(decoding: CommandAPDU(decoding: handshake[0].command).data)
            let offer = try SessionOffer(decoding: handshake[0].answer.dropLast(2), suite, isEphemeral: isEphemeral)
            let keys = try #require(card.wire.card.records.keys[suite])
            // All that a thief of both static keys can compute.
            let shared = try program.identity.keys.agreed(
                with: keys.point,
                try SessionKeys.keyingMaterial(
                    suite,
                    hostChallenge: request.challenge,
                    cardChallenge: offer.challenge
                )
            )
            let hash = try SessionKeys.transcriptHash(
                request,
                offer,
                hostKey: program.identity.keys.publicKey,
                cardKey: keys.publicKey
            )
            let derived = try SessionKeys(suite, agreed: shared, transcriptHash: hash)
            #expect((try derived.cardProof(transcriptHash: hash) == offer.mac) == !isEphemeral)
        }
    }

    @Test(
        "S5: A broken generator at one end does not make sessions alike",
        arguments: ChannelSuite.allCases,
        [true, false]
    )
    func brokenGenerator(_ suite: ChannelSuite, _ isHostBroken: Bool) throws {
        var card = try TestCard(suite, random: isHostBroken ? SystemRandom() : FixedRandom(octet: 0x12))
        let program = try card.pairedProgram()
        if isHostBroken { card.random = FixedRandom(octet: 0x12) }
        var seen: Set<[UInt8]> = []
        for _ in 0..<3 {
            var transport = card.transport(program)
            try transport.open()
            let plain = CommandAPDU(0x00, 0x10, 0x00, 0x00, data: [1, 2, 3], expectedLength: 256)
            _ = try transport.transmit(try plain.encoded())
            let (command, answer) = try #require(card.wire.log.last)
            #expect(seen.insert(command).inserted)
            #expect(seen.insert(answer).inserted)
            _ = try transport.close()
        }
    }

    @Test("S7: Four sessions run side by side; a fifth takes the place of one that ended or was idle longest")
    func channels() throws {
        let card = try TestCard(.modern)
        let program = try card.pairedProgram()
        let command: [UInt8] = [0x00, 0x10, 0x00, 0x00, 0x01, 0xAA, 0x00]
        var first = card.transport(program)
        var second = card.transport(program)
        var third = card.transport(program)
        var fourth = card.transport(program)
        var fifth = card.transport(program)
        var ended = card.transport(program)
        try first.open()
        try second.open()
        try third.open()
        try ended.open()
        #expect(throws: ChannelError(.noFreeChannel)) { try fourth.open() }
        _ = try ended.close()
        try fourth.open()
        #expect(throws: ChannelError(.noFreeChannel)) { try fifth.open() }
        // The applications see the command that was sent, without the logical channel that it came through.
        let answer: [UInt8] = [0x00, 0x10, 0x00, 0x00, 0xAA, 0x90, 0x00]
        for _ in 0..<3 {
            #expect(try first.transmit(command) == answer)
            #expect(try fourth.transmit(command) == answer)
            #expect(try second.transmit(command) == answer)
            #expect(try third.transmit(command) == answer)
        }
        #expect(card.wire.card.commands == [0: 3, 1: 3, 2: 3, 3: 3])

        card.time.advance(4)
        _ = try first.transmit(command)
        #expect(throws: ChannelError(.noFreeChannel)) { try fifth.open() }
        _ = try third.transmit(command)
        _ = try fourth.transmit(command)
        card.time.advance(1)
        card.wire.card.administrators = [0, 1, 2, 3]
        try fifth.open()
        #expect(card.wire.application.sessions.count == 4)
        #expect(card.wire.card.administrators == [0, 2, 3], "a new session has what nobody proved in it")
        #expect(try first.transmit(command).suffix(2) == [0x90, 0x00])
        #expect(try third.transmit(command).suffix(2) == [0x90, 0x00])
        #expect(try fourth.transmit(command).suffix(2) == [0x90, 0x00])
        #expect(try fifth.transmit(command).suffix(2) == [0x90, 0x00])
        #expect(throws: CardError(.cardReset, statusWord: .secureMessagingObjectIncorrect)) {
            try second.transmit(command)
        }
    }

    @Test("S8: A session ends with the card's power, and a new one begins by reconnecting")
    func reset() throws {
        let card = try TestCard(.modern)
        var transport = card.transport(try card.pairedProgram())
        try transport.open()
        let command: [UInt8] = [0x00, 0x10, 0x00, 0x00]
        #expect(try transport.transmit(command) == [0x90, 0x00])
        card.wire.reset()
        #expect(throws: CardError(.cardReset, statusWord: .secureMessagingObjectIncorrect)) {
            try transport.transmit(command)
        }
        let isOpen = transport.isOpen
        #expect(!isOpen)
        #expect(throws: CardError(.cardReset)) { try transport.transmit(command) }
        try transport.reconnect()
        #expect(try transport.transmit(command) == [0x90, 0x00])
    }

    @Test("S8: Five minutes without a command end a session, and eight hours do in any case")
    func time() throws {
        let card = try TestCard(.modern)
        var transport = card.transport(try card.pairedProgram())
        try transport.open()
        let command: [UInt8] = [0x00, 0x10, 0x00, 0x00]
        card.time.advance(300)
        #expect(try transport.transmit(command) == [0x90, 0x00])
        card.time.advance(301)
        #expect(throws: CardError.self) { try transport.transmit(command) }
        try transport.reconnect()
        for _ in 0..<96 {
            card.time.advance(299)
            #expect(try transport.transmit(command) == [0x90, 0x00])
        }
        card.time.advance(200)
        #expect(throws: CardError(.cardReset)) { try transport.transmit(command) }
        let answer = card.wire.status([0x0C, 0x10, 0x00, 0x00, 0x02, 0x8E, 0x00])
        #expect(answer == .secureMessagingObjectIncorrect)
        #expect(card.wire.application.sessions.isEmpty)
    }

    @Test("S10: A thousand failed handshakes lock nobody out and end no session")
    func storm() throws {
        let card = try TestCard(.modern)
        let program = try card.pairedProgram()
        var transport = card.transport(program)
        try transport.open()
        let request = SessionRequest(
            suite: .modern,
            host: program.identity.identifier,
            card: card.wire.card.records.identifier,
            challenge: [UInt8](repeating: 1, count: 16),
            ephemeralKey: program.identity.keys.publicKey
        )
        let proof = try ChannelFunction.session.command(step: 2, [UInt8](repeating: 0, count: 32)).encoded()
        for round in 0..<1000 {
            if round.isMultiple(of: 20) { #expect(card.wire.status(try begin(request.encoded)) == .success) }
            let expected: StatusWord = round.isMultiple(of: 20) ? .verificationFailed : .conditionsOfUseNotSatisfied
            #expect(card.wire.status(proof) == expected)
        }
        #expect(try transport.transmit([0x00, 0x10, 0x00, 0x00]) == [0x90, 0x00])
        var other = card.transport(program)
        try other.open()
    }
}
