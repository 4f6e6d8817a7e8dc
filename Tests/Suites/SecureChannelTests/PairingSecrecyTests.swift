import JetonLibcrypto
import JetonOctets
import SmartCard
import Testing

@testable import SecureChannel

@Suite("What a pairing gives away")
struct PairingSecrecyTests {
    /// The data of the steps of a pairing and of their answers, as a listener has them.
    private func record(_ card: TestCard) -> (commands: [[UInt8]], answers: [[UInt8]]) {
        let steps = card.wire.log.filter { $0.command[1] == 0x86 && $0.command[2] == 1 }
        let commands = steps.map { (try? CommandAPDU(decoding: $0.command).data) ?? [] }
        return (commands, steps.map { Array($0.answer.dropLast(2)) })
    }

    @Test("P7: A recorded legacy pairing tells a right guess from a wrong one")
    func legacyOffline() throws {
        let card = try TestCard(.legacy)
        try card.pair(try TestCard.Program(.legacy))
        let (commands, answers) = record(card)
        let request = try PairingRequest(decoding: commands[0])
        let offer = try PairingOffer(decoding: answers[0])
        func isRight(_ guess: String) throws -> Bool {
            let password = try TestCard.typed(guess)
            let keys = try LegacyPairingKeys(
                common: try ChannelSuite.legacy.stretched(password.symbols, salt: offer.salt),
                hostChallenge: request.challenge,
                cardChallenge: offer.challenge,
                host: request.host,
                card: offer.card
            )
            do throws(ChannelError) {
                _ = try keys.open(commands[1], from: .host)
                return true
            } catch {
                return false
            }
        }
        #expect(try isRight(card.password))
        let other = try ActivationPassword(generatingFor: .legacy).printed()
        #expect(try !isRight(String(decoding: other.octets(0..<other.count), as: UTF8.self)))
    }

    @Test("P7: What a recorded modern pairing has of the password fits every password")
    func modernOffline() throws {
        // Whatever password is guessed, u_1 and u_2 are sums of a random point and Q_PW: for each guess there is a
        // pair of ephemeral points that explains them. All the rest depends on a key that only the ends have.
        let card = try TestCard(.modern)
        try card.pair(try TestCard.Program(.modern))
        let (commands, answers) = record(card)
        let salt = try PairingOffer(decoding: answers[0]).salt
        for _ in 0..<8 {
            let guess = try ActivationPassword(generatingFor: .modern)
            let point = try point(guess.symbols, salt)
            #expect(throws: Never.self) { try GOSTPublicKey(octets: point, curve: .tc26ParamSetA) }
            #expect(throws: Never.self) { try GOSTPublicKey(octets: commands[1], curve: .tc26ParamSetA) }
            #expect(throws: Never.self) { try GOSTPublicKey(octets: answers[1], curve: .tc26ParamSetA) }
        }
        // With the password and all that was sent, a listener still can't read or check anything.
        let parameters = ModernPairingKeys.parameters(
            try PairingRequest(decoding: commands[0]).host,
            try PairingOffer(decoding: answers[0]).card,
            salt: salt
        )
        let password = try TestCard.typed(card.password)
        let point = try point(password.symbols, salt)
        let listener = try SESPAKEClient(parameters, passwordPoint: Secret(copying: point.span))
        let agreed = try listener.finish(receiving: answers[1])
        let keys = try ModernPairingKeys(
            agreed,
            host: try PairingRequest(decoding: commands[0]).host,
            salt: salt,
            hostPoint: commands[1],
            cardPoint: answers[1]
        )
        #expect(throws: ChannelError(.handshakeFailed)) { try keys.open(Array(commands[2].prefix(112)), from: .host) }
        #expect(throws: ChannelError(.handshakeFailed)) { try keys.open(Array(answers[2].prefix(112)), from: .card) }
    }

    @Test("P7: A recorded P-256 pairing can't be read with the password, and its shares fit every password")
    func p256Offline() throws {
        let card = try TestCard(.p256)
        try card.pair(try TestCard.Program(.p256))
        let (commands, answers) = record(card)
        let offer = try PairingOffer(decoding: answers[0])
        let parameters = try P256PairingKeys.parameters(
            try PairingRequest(decoding: commands[0]).host,
            offer.card,
            negotiation: commands[0] + answers[0]
        )
        // Every share is some point under every mask; what proves a guess is a hash over points that only the ends have.
        let other = try ActivationPassword(generatingFor: .p256).printed()
        for text in [card.password, String(decoding: other.octets(0..<other.count), as: UTF8.self)] {
            let scalars = try ChannelSuite.p256.stretched(TestCard.typed(text).symbols, salt: offer.salt)
            #expect(throws: LibcryptoError(.notAuthentic)) {
                let listener = try SPAKE2PlusProver(
                    parameters,
                    password: SPAKE2PlusPassword(scalars: scalars),
                    scalar: SPAKE2PlusScalar()
                )
                _ = try listener.finish(
                    receiving: Array(answers[1].prefix(65)),
                    confirmation: Array(answers[1].suffix(32))
                ).confirmation
            }
        }
        var zeros = [UInt8](repeating: 0, count: 32)
        let keys = try P256PairingKeys(Secret(wiping: &zeros), messages: [])
        #expect(throws: ChannelError(.handshakeFailed)) { try keys.open(Array(commands[2].dropFirst(32)), from: .host) }
        #expect(throws: ChannelError(.handshakeFailed)) { try keys.open(answers[2], from: .card) }
    }

    @Test(
        "P6: A share of P-256 that is not a point, or takes the password out of the key, costs a try",
        arguments: [
            String(repeating: "00", count: 64), String(repeating: "01", count: 64), String(repeating: "ff", count: 64),
            // M of RFC 9383, 4: with w0 = 1, nothing is left of it without the mask.
            "886e2f97ace46e55ba9dd7242579f2993b64e16ef3dcab95afd497333d8fa12f"
                + "5ff355163e43ce224e0b0e65ff02ac8e5c7be09419c785e0ca547d55a12e2d20",
        ]
    )
    func badShare(_ coordinates: String) throws {
        let card = try TestCard(.p256)
        var scalars = [UInt8](repeating: 0, count: 64)
        (scalars[31], scalars[63]) = (1, 1)
        card.wire.card.records.slots[0].verifier =
            SharedSecret(try ChannelSuite.p256.verifier(of: Secret(wiping: &scalars)))
        let program = try TestCard.Program(.p256)
        let begin = PairingRequest(suites: .p256, slot: 1, host: program.identity.identifier, challenge: [])
        #expect(card.wire.status(try ChannelFunction.pair.command(step: 1, begin.encoded).encoded()) == .success)
        let point = [0x04] + (try #require(Hex.decode(coordinates)))
        let share = try ChannelFunction.pair.command(step: 2, point).encoded()
        #expect(card.wire.status(share) == .incorrectData)
        #expect(card.triesLeft == 4)
        let next = try ChannelFunction.pair.command(step: 3, [UInt8](repeating: 0, count: 145)).encoded()
        #expect(card.wire.status(next) == .conditionsOfUseNotSatisfied)
    }

    private func point(_ password: borrowing Secret, _ salt: [UInt8]) throws -> [UInt8] {
        let point = try ChannelSuite.modern.stretched(password, salt: salt)
        return point.octets(0..<point.count)
    }

    @Test("P6: A recorded pairing can't be played again", arguments: ChannelSuite.allCases)
    func replay(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite, passwords: 2)
        try card.pairQuickly(try TestCard.Program(suite))
        let (commands, _) = record(card)
        card.wire.card.records.slots[0] = card.wire.card.records.slots[1]
        card.wire.card.records.peers = []
        var failed = 0
        for (place, data) in commands.enumerated() {
            let command = ChannelFunction.pair.command(step: UInt8(place + 1), data)
            if card.wire.status(try command.encoded()) != .success { failed += 1 }
        }
        #expect(failed > 0)
        #expect(card.wire.card.records.peers.isEmpty)
        #expect(card.triesLeft == 4)
    }

    @Test("P7: Every pairing looks different, even with the same password")
    func fresh() throws {
        var seen: Set<[UInt8]> = []
        for _ in 0..<4 {
            let card = try TestCard(.modern)
            try card.pairQuickly(try TestCard.Program(.modern))
            let (commands, answers) = record(card)
            for message in commands.dropFirst() + answers.dropFirst() { #expect(seen.insert(message).inserted) }
        }
    }

    @Test("P6: A share that takes the password out of the key is refused like a wrong password")
    func degenerateShare() throws {
        // u_1 = -Q_PW makes the card's point the point at infinity, whatever the password: z_B.
        let card = try TestCard(.modern)
        let program = try TestCard.Program(.modern)
        let verifier = try #require(card.wire.card.records.slots[0].verifier)
        let point = verifier.borrow { $0.octets(0..<64) }
        let begin = PairingRequest(suites: .modern, slot: 1, host: program.identity.identifier, challenge: [])
        #expect(card.wire.status(try ChannelFunction.pair.command(step: 1, begin.encoded).encoded()) == .success)
        let share = try ChannelFunction.pair.command(step: 2, Negation.of(point)).encoded()
        #expect(card.wire.status(share) == .success)
        let proof = [UInt8](repeating: 0, count: 144)
        #expect(card.wire.status(try ChannelFunction.pair.command(step: 3, proof).encoded()) == .triesLeft(9))
        #expect(card.triesLeft == 4)
    }

    @Test(
        "P6: A card's share that takes the password out of the key, or is the host's own, pairs with nobody",
        arguments: [true, false]
    )
    func degenerateAnswer(_ cancels: Bool) throws {
        // u_2 = Q_PW makes the host's point the point at infinity: z_A.
        let card = try TestCard(.modern)
        let program = try TestCard.Program(.modern)
        let verifier = try #require(card.wire.card.records.slots[0].verifier)
        let point = verifier.borrow { $0.octets(0..<64) }
        card.wire.onAnswer = { number, answer in
            let command = card.wire.log[number].command
            guard command[2] == 1, command[3] == 2 else { return }
            answer.replaceSubrange(0..<64, with: cancels ? point : Array(command[5..<69]))
        }
        #expect(throws: ChannelError.self) { try card.pairQuickly(program) }
        #expect(program.store.load() == nil && card.wire.card.records.peers.isEmpty)
        #expect(card.triesLeft == 4)
    }

    @Test("P6: A share that is no point of the curve costs a try", arguments: [0x00, 0x01, 0xFF] as [UInt8])
    func noPoint(_ octet: UInt8) throws {
        let card = try TestCard(.modern)
        let program = try TestCard.Program(.modern)
        let begin = PairingRequest(suites: .modern, slot: 1, host: program.identity.identifier, challenge: [])
        #expect(card.wire.status(try ChannelFunction.pair.command(step: 1, begin.encoded).encoded()) == .success)
        let share = try ChannelFunction.pair.command(step: 2, [UInt8](repeating: octet, count: 64)).encoded()
        #expect(card.wire.status(share) == .incorrectData)
        #expect(card.triesLeft == 4)
    }

    @Test("P4: An end that meets its own key or identifier refuses", arguments: ChannelSuite.allCases)
    func reflection(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        let keys = try #require(card.wire.card.records.keys[suite])
        let sameKey = TestCard.Program(HostIdentity(try ChannelIdentifier(random: SystemRandom()), keys))
        #expect(throws: ChannelError(.handshakeFailed)) { try card.pairQuickly(sameKey) }
        // By the card, which does not even send its own.
        #expect(card.wire.log.last?.answer == StatusWord.verificationFailed.octets)
        let sameName = TestCard.Program(
            HostIdentity(card.wire.card.records.identifier, try KeyPair(generatingFor: suite))
        )
        #expect(throws: ChannelError(.handshakeFailed)) { try card.pairQuickly(sameName) }
        #expect(card.wire.card.records.peers.isEmpty)
    }
}
