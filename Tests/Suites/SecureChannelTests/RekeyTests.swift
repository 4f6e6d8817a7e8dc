import JetonOctets
import SmartCard
import Testing

@testable import SecureChannel

@Suite("New keys, and the limits of a session")
struct RekeyTests {
    @Test("M10: New keys come by count, by octets and by time, and the numbers go on", arguments: ChannelSuite.allCases)
    func rekey(_ suite: ChannelSuite) throws {
        func rekeys(_ card: TestCard) -> Int { card.wire.log.filter { $0.command[1] == 0x86 }.count }
        let card = try TestCard(suite)
        var transport = try card.sessionWithoutHandshake()
        for _ in 0..<1024 { _ = try transport.transmit([0x00, 0x10, 0x00, 0x00]) }
        #expect(rekeys(card) == 0)
        _ = try transport.transmit([0x00, 0x10, 0x00, 0x00])
        #expect(rekeys(card) == 1)
        for _ in 0..<2 { _ = try transport.transmit([0x00, 0x10, 0x00, 0x00]) }
        #expect(rekeys(card) == 1)
        card.time.advance(299)
        _ = try transport.transmit([0x00, 0x10, 0x00, 0x00])
        card.time.advance(299)
        _ = try transport.transmit([0x00, 0x10, 0x00, 0x00])
        #expect(rekeys(card) == 1)
        card.time.advance(2)
        _ = try transport.transmit([0x00, 0x10, 0x00, 0x00])
        #expect(rekeys(card) == 2)
        let long = try CommandAPDU(0x00, 0x10, 0x00, 0x00, data: [UInt8](repeating: 0, count: 60_000)).encoded()
        for _ in 0..<18 { _ = try transport.transmit(long) }
        #expect(rekeys(card) == 2)
        _ = try transport.transmit(long)
        #expect(rekeys(card) == 3)
    }

    @Test("M10: Octets of answers count as those of commands do", arguments: ChannelSuite.allCases)
    func octetsOfAnswers(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        var transport = try card.sessionWithoutHandshake()
        let data = [UInt8](repeating: 0, count: 60_000)
        let echo = try CommandAPDU(0x00, 0x10, 0x00, 0x00, data: data, expectedLength: 65_536).encoded()
        // 9 × 120,008 octets are more than 1 MiB.
        for _ in 0..<9 { _ = try transport.transmit(echo) }
        #expect(card.wire.log.filter { $0.command[1] == 0x86 }.isEmpty)
        _ = try transport.transmit(echo)
        #expect(card.wire.log.filter { $0.command[1] == 0x86 }.count == 1)
    }

    @Test("M10: A host that does not know is told that keys are due, renews them, and sends the command then")
    func cardLimits() throws {
        let card = try TestCard(.modern)
        var transport = try card.sessionWithoutHandshake()
        let session = try #require(card.wire.application.sessions[0])
        for _ in 0..<4096 { session.sinceRekey.countCommand(0) }
        #expect(try transport.transmit([0x00, 0x10, 0x00, 0x00, 0x01, 0x55, 0x00]).count == 7)
        #expect(card.wire.log.count == 3)
        #expect(card.wire.card.commands[0] == 1)
    }

    /// What keys have carried when one more message, octet or second is too much.
    struct Usage: CustomTestStringConvertible, Sendable {
        var messages = 0
        var octets = 0
        var seconds: UInt64 = 0

        var testDescription: String { "\(messages) messages, \(octets) octets, \(seconds) s" }

        func apply(to usage: inout SessionUsage) {
            for _ in 0..<messages { usage.countCommand(0) }
            usage.countAnswer(octets)
        }
    }

    @Test(
        "M10: At 4,096 messages, 4 MiB or an hour, and not before, a card does nothing but REKEY and CLOSE",
        arguments: [Usage(messages: 4094), Usage(octets: (4 << 20) - 1), Usage(seconds: 3599)]
    )
    func cardInsists(_ usage: Usage) throws {
        let card = try TestCard(.modern)
        var transport = try card.sessionWithoutHandshake()
        let session = try #require(card.wire.application.sessions[0])
        usage.apply(to: &session.sinceRekey)
        card.time.advance(usage.seconds)
        session.lastUse = card.time.seconds()
        #expect(try transport.exchange(CommandAPDU(0x00, 0x10, 0x00, 0x00)).status == .success)
        #expect(try transport.exchange(CommandAPDU(0x00, 0x10, 0x00, 0x00, data: [1])).status == .success)
        card.time.advance(1)
        #expect(card.wire.card.commands[0] == 2)
        #expect(try transport.exchange(CommandAPDU(0x00, 0x10, 0x00, 0x00)).status == .rekeyRequired)
        #expect(try transport.exchange(ChannelFunction.list.command()).status == .rekeyRequired)
        #expect(card.wire.card.commands[0] == 2)
        let challenge = [UInt8](repeating: 7, count: 16)
        let renewed = try transport.exchange(ChannelFunction.rekey.command(challenge))
        try transport.session?.rekey(seed: challenge + renewed.data, at: card.time.seconds())
        #expect(try transport.exchange(CommandAPDU(0x00, 0x10, 0x00, 0x00)).status == .success)
        usage.apply(to: &session.sinceRekey)
        #expect(try transport.exchange(ChannelFunction.close.command()).status == .success)
    }

    @Test(
        "M10: At 65,536 messages, 64 MiB or eight hours, and not before, each end has ended the session",
        arguments: [Usage(messages: (1 << 16) - 2), Usage(octets: (64 << 20) - 1), Usage(seconds: 8 * 3600 - 1)]
    )
    func sessionEnds(_ usage: Usage) throws {
        for isHost in [true, false] {
            let card = try TestCard(.modern)
            var transport = try card.sessionWithoutHandshake()
            let session = try #require(card.wire.application.sessions[0])
            if isHost {
                var whole = SessionUsage(since: card.time.seconds())
                usage.apply(to: &whole)
                transport.session?.whole = whole
            } else {
                usage.apply(to: &session.whole)
            }
            card.time.advance(usage.seconds)
            session.lastUse = card.time.seconds()
            let isByTime = usage.seconds > 0
            // By time new keys are due, too, and REKEY is a message of its own.
            _ = try transport.transmit([0x00, 0x10, 0x00, 0x00])
            if !isByTime { _ = try transport.transmit([0x00, 0x10, 0x00, 0x00, 0x01, 0x55]) }
            card.time.advance(1)
            let sent = card.wire.log.count
            if isHost || isByTime {
                #expect(throws: CardError(.cardReset)) { try transport.transmit([0x00, 0x10, 0x00, 0x00]) }
                #expect(card.wire.log.count == sent)
            } else {
                #expect(throws: CardError(.cardReset, statusWord: .secureMessagingObjectIncorrect)) {
                    try transport.transmit([0x00, 0x10, 0x00, 0x00])
                }
                #expect(card.wire.application.sessions.isEmpty)
            }
        }
    }

    @Test("M10: From new keys the old ones can't be found, and both ends have the same")
    func rekeyedDirections() throws {
        let seed = [UInt8](repeating: 9, count: 32)
        func direction() -> DirectionKey {
            DirectionKey(
                root: Secret(copying: [UInt8](repeating: 3, count: 32).span),
                salt: [UInt8](repeating: 4, count: 12)
            )
        }
        let next = try MessageDirection.rekeyed(.modern, direction(), seed: seed)
        let other = try MessageDirection.rekeyed(.modern, direction(), seed: seed.dropLast() + [8])
        #expect(next.root.octets(0..<32) != [UInt8](repeating: 3, count: 32))
        #expect(next.root.octets(0..<32) != other.root.octets(0..<32))
        #expect(next.salt != other.salt)
        var commands = MessageDirection(.modern, direction(), sequenceNumber: 70)
        _ = try commands.seal([], authenticating: [1])
        try commands.rekey(seed: seed)
        #expect(commands.sequenceNumber == 71)
    }
}
