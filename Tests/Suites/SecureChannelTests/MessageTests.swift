import Glibc
import JetonOctets
import SmartCard
import TestRig
import Testing

@testable import SecureChannel

@Suite("Messages of a session")
struct MessageTests {
    /// Sends a command whose outer octets a test changes, and gives what the host makes of the answer.
    private func outcome(
        _ suite: ChannelSuite,
        number: UInt64 = 0,
        _ command: CommandAPDU = CommandAPDU(0x00, 0x10, 0x01, 0x02, data: [1, 2, 3], expectedLength: 256),
        changing: (Wire) -> Void
    ) throws -> (result: Result<[UInt8], CardError>, card: TestCard) {
        let card = try TestCard(suite)
        var transport = try card.sessionWithoutHandshake(number: number)
        changing(card.wire)
        let octets = try command.encoded()
        do throws(CardError) {
            return (.success(try transport.transmit(octets)), card)
        } catch {
            let isOpen = transport.isOpen
            #expect(!isOpen, "a failure is the end of the session")
            return (.failure(error), card)
        }
    }

    private func code(_ result: Result<[UInt8], CardError>) -> ChannelError.Code? {
        guard case .failure(let error) = result else { return nil }
        return (error.underlying as? ChannelError)?.code
    }

    @Test("M1: A command that is played again ends the session", arguments: ChannelSuite.allCases)
    func replay(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        var transport = try card.sessionWithoutHandshake()
        _ = try transport.transmit([0x00, 0x10, 0x00, 0x00, 0x01, 0xAA, 0x00])
        let recorded = try #require(card.wire.log.last)
        #expect(card.wire.send(recorded.command) == StatusWord.secureMessagingObjectIncorrect.octets)
        #expect(card.wire.application.sessions.isEmpty)
        #expect(card.wire.card.commands[0] == 1)
        // And an answer, to a host whose next command the card never got.
        card.wire.onAnswer = { _, answer in answer = recorded.answer }
        #expect(throws: CardError.self) { try transport.transmit([0x00, 0x10, 0x00, 0x00, 0x01, 0xAA, 0x00]) }
        let isOpen = transport.isOpen
        #expect(!isOpen)
    }

    @Test("M2: Messages out of order, or with one missing, end the session", arguments: ChannelSuite.allCases)
    func order(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        var transport = try card.sessionWithoutHandshake()
        let command = CommandAPDU(0x00, 0x10, 0x00, 0x00)
        var session = transport.session.take()
        let first = try session?.protect(command).encoded()
        let second = try session?.protect(command).encoded()
        #expect(card.wire.send(try #require(second)) == StatusWord.secureMessagingObjectIncorrect.octets)
        #expect(card.wire.send(try #require(first)) == StatusWord.secureMessagingObjectIncorrect.octets)
        #expect(card.wire.card.commands.isEmpty)
    }

    @Test("M3: Every single flipped bit of a command ends the session", arguments: ChannelSuite.allCases, [3, 0])
    func commandBits(_ suite: ChannelSuite, _ length: Int) throws {
        let data = [UInt8](repeating: 0x5A, count: length)
        let command = CommandAPDU(0x00, 0x10, 0x01, 0x02, data: data, expectedLength: 16)
        let card = try TestCard(suite)
        var transport = try card.sessionWithoutHandshake()
        _ = try transport.transmit(try command.encoded())
        let genuine = try #require(card.wire.log.last?.command)
        for bit in 0..<genuine.count * 8 {
            var changed = genuine
            changed[bit / 8] ^= 1 << (bit % 8)
            _ = try card.sessionWithoutHandshake()
            card.wire.card.commands = [:]
            let answer = card.wire.send(changed)
            // The last octet is Le outside, which no check value covers: the answer comes in parts then.
            if bit / 8 == genuine.count - 1 { continue }
            // A flip of the channel's bits, or of those that say that the command is protected, leaves the session
            // untouched, and the card does nothing.
            #expect(answer.suffix(2) != [0x90, 0x00] || answer.count == 2 && bit == 4, "bit \(bit)")
            #expect(card.wire.card.commands.isEmpty, "bit \(bit)")
            // Nor is a command with another length always a command.
            if bit < 7 || bit / 8 == 4 { continue }
            #expect(card.wire.application.sessions.isEmpty, "bit \(bit)")
        }
    }

    @Test("M3: Every single flipped bit of an answer ends the session", arguments: ChannelSuite.allCases, [0, 256])
    func answerBits(_ suite: ChannelSuite, _ expected: Int) throws {
        let command = CommandAPDU(
            0x00,
            0x10,
            0x01,
            0x02,
            data: [1, 2, 3],
            expectedLength: expected == 0 ? nil : expected
        )
        var length = 0
        _ = try outcome(suite, command) { wire in wire.onAnswer = { _, answer in length = answer.count } }
        for bit in 0..<length * 8 {
            let (result, _) = try outcome(suite, command) { wire in
                wire.onAnswer = { number, answer in
                    if number == 0 { answer[bit / 8] ^= 1 << (bit % 8) }
                }
            }
            #expect(throws: CardError.self, "bit \(bit)") { try result.get() }
        }
    }

    @Test("M4: Every cut and every extension of a message ends the session", arguments: ChannelSuite.allCases)
    func lengths(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        var transport = try card.sessionWithoutHandshake()
        _ = try transport.transmit([0x00, 0x10, 0x00, 0x00, 0x03, 1, 2, 3, 0x00])
        let genuine = try #require(card.wire.log.last)
        let message = try CommandAPDU(decoding: genuine.command)
        for length in 0..<message.data.count {
            _ = try card.sessionWithoutHandshake()
            var cut = message
            cut.data = Array(message.data.prefix(length))
            #expect(card.wire.send(try cut.encoded()).count == 2)
            #expect(card.wire.application.sessions.isEmpty)
        }
        for extra in [[0x00], [0x80], [0x8E, 0x00], message.data] as [[UInt8]] {
            _ = try card.sessionWithoutHandshake()
            var longer = message
            longer.data += extra
            #expect(card.wire.send(try longer.encoded(as: .extended)) == [0x69, 0x87])
            #expect(card.wire.application.sessions.isEmpty)
        }
        for length in 0..<genuine.answer.count {
            let (result, _) = try outcome(suite) { wire in
                wire.onAnswer = { _, answer in answer = Array(answer.prefix(length)) }
            }
            #expect(throws: CardError.self) { try result.get() }
        }
        let (result, _) = try outcome(suite) { wire in
            wire.onAnswer = { _, answer in answer = answer.dropLast(2) + [0x00] + answer.suffix(2) }
        }
        #expect(code(result) == .messageMalformed)
    }

    @Test(
        "M5: A bare status word is never acted upon",
        arguments: [
            "9000", "63C3", "63C0", "6982", "6983", "6A82", "6D00", "6C10", "6C00", "9842", "6988", "6987", "6300",
        ]
    )
    func bareStatus(_ word: String) throws {
        for suite in ChannelSuite.allCases {
            let (result, card) = try outcome(suite) { wire in
                wire.onAnswer = { _, answer in answer = Hex.decode(word) ?? [] }
            }
            let expected: ChannelError.Code = ["6987", "6988"].contains(word) ? .sessionRefused : .plainStatus
            #expect(code(result) == expected)
            #expect(card.wire.log.count == 1, "the command was sent once")
            guard case .failure(let error) = result else { return }
            #expect(error.code == .cardReset)
            #expect(error.triesLeft == nil || error.code != .refused)
        }
    }

    @Test("M5: More data that is announced without end, or leads to a bare word, is the session's end")
    func endlessAnswer() throws {
        let (result, _) = try outcome(.modern) { wire in
            wire.onAnswer = { _, answer in answer = [0x61, 0x10] }
        }
        #expect(throws: CardError.self) { try result.get() }
        let (other, _) = try outcome(.modern) { wire in
            wire.onAnswer = { number, answer in answer = number == 0 ? [0x61, 0x02] : [0x90, 0x00] }
        }
        #expect(code(other) == .plainStatus)
    }

    @Test("M6: A command is no answer, and a message of one session none of another", arguments: ChannelSuite.allCases)
    func mixedUp(_ suite: ChannelSuite) throws {
        let (result, card) = try outcome(suite) { wire in
            wire.onAnswer = { number, answer in
                let command = try? CommandAPDU(decoding: wire.log[number].command)
                answer = (command?.data ?? []) + [0x90, 0x00]
            }
        }
        #expect(throws: CardError.self) { try result.get() }
        // The answer as a command.
        _ = try card.sessionWithoutHandshake()
        #expect(
            card.wire.send(try CommandAPDU(0x0C, 0x10, 0x01, 0x02, data: [0x99, 0x02, 0x90, 0x00]).encoded()) == [
                0x69, 0x87,
            ]
        )
        // Two sessions of one program.
        let both = try TestCard(suite)
        let program = try both.pairedProgram()
        var first = both.transport(program)
        var second = both.transport(program)
        try first.open()
        try second.open()
        _ = try first.transmit([0x00, 0x10, 0x00, 0x00])
        var stolen = try #require(both.wire.log.last).command
        stolen[0] |= 0x01
        #expect(both.wire.send(stolen) == StatusWord.secureMessagingObjectIncorrect.octets)
        #expect(both.wire.application.sessions.keys.sorted() == [0])
    }

    @Test(
        "M7: Only the one right form of data objects is taken",
        arguments: [
            // Non-shortest lengths, the indefinite form, lengths of three octets and more.
            "8701 01", "870100", "87 81 11 01", "87 8200 11 01", "87 80 01", "87 83 000011 01", "87 84 00000011 01",
            "87 FF 01",
            // Wrong order, duplicates, unknown and missing objects.
            "97020100 97020100", "99029000", "85", "80 00", "97 01 00", "97 03 000000", "97 00",
            "8710" + "00", "00", "FF", "",
        ]
    )
    func objects(_ start: String) throws {
        let octets = try #require(Hex.decode(start.filter { $0 != " " }))
        for suite in ChannelSuite.allCases {
            for tail in [0, 12, 16, 30] {
                let data = octets + [UInt8](repeating: 0, count: tail)
                #expect(throws: ChannelError.self) { try MessageObjects(command: data, instruction: 0x10, suite) }
                #expect(throws: ChannelError.self) { try MessageObjects(answer: data, instruction: 0x10, suite) }
            }
        }
    }

    @Test("M7: What is encoded is read again, and in no other order")
    func objectOrder() throws {
        let genuine = MessageObjects(
            cryptogram: [UInt8](repeating: 1, count: 16),
            clear: [0x97, 0x02, 0x01, 0x00],
            checkValue: [UInt8](repeating: 2, count: 12)
        )
        let octets = genuine.encoded(instruction: 0x10)
        let read = try MessageObjects(command: octets, instruction: 0x10, .modern)
        #expect(read.cryptogram == genuine.cryptogram && read.clear == genuine.clear)
        #expect(read.checkValue == genuine.checkValue)
        let parts = [octets[0..<19], octets[19..<23], octets[23...]].map(Array.init)
        for order in [
            [1, 0, 2], [0, 2, 1], [2, 0, 1], [2, 1, 0], [1, 2, 0], [0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2],
        ] {
            let mixed = order.flatMap { parts[$0] }
            #expect(throws: ChannelError.self) { try MessageObjects(command: mixed, instruction: 0x10, .modern) }
        }
    }

    @Test("M7: A length in a longer form than it needs is refused, in each data object", arguments: [17, 209])
    func longLengths(_ count: Int) throws {
        let genuine = MessageObjects(
            cryptogram: [UInt8](repeating: 1, count: count - 1),
            clear: [0x97, 0x02, 0x01, 0x00],
            checkValue: [UInt8](repeating: 2, count: 12)
        )
        let octets = genuine.encoded(instruction: 0x10)
        #expect(throws: Never.self) { try MessageObjects(command: octets, instruction: 0x10, .modern) }
        let first = count < 0x80 ? 1 : 2
        // Where the lengths are: of 87, 97 and 8E.
        for place in [first, first + count + 2, first + count + 6] {
            let length = octets[place]
            var longer: [[UInt8]] = [[0x82, 0x00, length], [0x83, 0x00, 0x00, length]]
            if place != first || first == 1 { longer.append([0x81, length]) }
            for form in longer {
                var changed = octets
                let start = place == first && first == 2 ? 1 : place
                changed.replaceSubrange(start...place, with: form)
                #expect(throws: ChannelError(.messageMalformed), "\(form) at \(place)") {
                    try MessageObjects(command: changed, instruction: 0x10, .modern)
                }
            }
        }
    }

    @Test(
        "M7: Padding is of less than a block, and there",
        arguments: [
            ("61800000", "61"), ("80000000", ""), ("61626380", "616263"), ("6180000000000000", nil),
            ("6162630080000000", "61626300"), ("00000000", nil), ("61620000", nil), ("61626364", nil), ("618001", nil),
            ("", nil),
        ] as [(String, String?)]
    )
    func padding(_ padded: String, _ data: String?) throws {
        let octets = try #require(Hex.decode(padded))
        #expect(Padding.unpadded(octets, from: 4) == data.flatMap { Hex.decode($0) })
        if let data { #expect(Padding.padded(Hex.decode(data) ?? [], to: 4) == octets) }
    }

    @Test("M8: A chain that grows beyond what a message can be is refused, and dropped")
    func endlessChain() throws {
        let card = try TestCard(.modern)
        _ = try card.sessionWithoutHandshake()
        let link = try CommandAPDU(0x1C, 0x10, 0x00, 0x00, data: [UInt8](repeating: 1, count: 255)).encoded()
        for _ in 0..<257 { #expect(card.wire.status(link) == .success) }
        #expect(card.wire.status([0x1C, 0x10, 0x00, 0x00, 0x01, 0x01]) == .wrongLength)
        // The next link begins a chain.
        #expect(card.wire.status(link) == .success)
    }

    @Test(
        "M8: Data of every length pass both ways, also in parts and with odd instructions",
        arguments:
            ChannelSuite.allCases,
        [true, false]
    )
    func sizes(_ suite: ChannelSuite, _ isExtended: Bool) throws {
        let card = try TestCard(suite)
        card.wire.supportsExtendedLength = isExtended
        var transport = try card.sessionWithoutHandshake()
        let longest = SecureMessaging.maximumDataLength(suite)
        for length in [0, 1, 7, 8, 9, 15, 16, 17, 127, 128, 255, 256, 2000, 65_000, longest] {
            for instruction in [0x10, 0x11] as [UInt8] {
                let data = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 7) }
                for expected in [nil, 1, 256, 65_536] {
                    let command = CommandAPDU(0x00, instruction, 0x03, 0x04, data: data, expectedLength: expected)
                    let whole = [0x00, instruction, 0x03, 0x04] + data
                    // A card answers what it can protect, even if more is expected.
                    let answer = Array(whole.prefix(min(expected ?? 0, longest)))
                    #expect(try transport.transmit(try command.encoded()) == answer + [0x90, 0x00])
                }
            }
        }
        let tooLong = CommandAPDU(0x00, 0x10, 0x00, 0x00, data: [UInt8](repeating: 0, count: longest + 1))
        #expect(throws: CardError(.commandTooLong)) { try transport.transmit(try tooLong.encoded()) }
        #expect(throws: CardError(.commandTooLong)) { try transport.transmit([0x10, 0x10, 0x00, 0x00]) }
        // Neither has cost the session.
        #expect(try transport.transmit([0x00, 0x10, 0x00, 0x00]) == [0x90, 0x00])
    }

    @Test(
        "M8: What the applications give in parts comes in one message",
        arguments: ChannelSuite.allCases,
        [true, false]
    )
    func joinedAnswer(_ suite: ChannelSuite, _ isExtended: Bool) throws {
        let card = try TestCard(suite)
        card.wire.supportsExtendedLength = isExtended
        var transport = try card.sessionWithoutHandshake()
        let answer = try transport.transmit([0x00, 0x30, 0x00, 0x00, 0x00])
        #expect(answer == [UInt8](repeating: 0x33, count: 600) + [0x90, 0x00])
        #expect(card.wire.log.filter { $0.command[1] == 0x30 }.count == 1)
    }

    @Test("M8: A foreign command in between drops a chain, and the session has not got half a message")
    func interruptedChain() throws {
        let card = try TestCard(.modern)
        card.wire.supportsExtendedLength = false
        var transport = try card.sessionWithoutHandshake()
        let command = CommandAPDU(0x00, 0x10, 0x00, 0x00, data: [UInt8](repeating: 1, count: 700))
        card.wire.onCommand = { number, _ in
            if number == 2 { _ = card.wire.send([0x00, 0xA4, 0x04, 0x00]) }
            return .passed
        }
        #expect(throws: CardError.self) { try transport.transmit(try command.encoded()) }
        #expect(card.wire.card.commands[0] == nil)
        // Another command of the channel ends a chain, too.
        _ = try card.sessionWithoutHandshake()
        #expect(card.wire.status([0x1C, 0x10, 0x00, 0x00, 0x01, 0x87]) == .success)
        #expect(card.wire.status([0x0C, 0x11, 0x00, 0x00, 0x01, 0x87]) == .lastCommandOfChainExpected)
    }

    @Test("M8: The rest of an answer is gone with the next command")
    func abandonedAnswer() throws {
        let card = try TestCard(.modern, requiresChannel: false)
        var transport = try card.sessionWithoutHandshake()
        // As many octets as a short command expects, of an answer that has more.
        card.wire.onCommand = { _, command in
            command = command.dropLast(2) + [0x00, 0x10]
            return .passed
        }
        let long = try CommandAPDU(0x00, 0x10, 0, 0, data: [UInt8](repeating: 1, count: 300), expectedLength: 65_536)
            .encoded()
        var rest: [UInt8]?
        card.wire.onAnswer = { _, answer in
            #expect(answer.suffix(2).first == 0x61)
            _ = card.wire.send([0x00, 0xA4, 0x04, 0x00])
            rest = card.wire.send([0x00, 0xC0, 0x00, 0x00, 0x10])
            answer = [0x90, 0x00]
        }
        #expect(throws: CardError.self) { try transport.transmit(long) }
        #expect(rest == StatusWord.success.octets, "the application's, which has nothing to give")
    }

    @Test("M11: A link that breaks in the middle of a long command leaves nothing done")
    func truncated() throws {
        let card = try TestCard(.modern)
        card.wire.supportsExtendedLength = false
        var transport = try card.sessionWithoutHandshake()
        let command = CommandAPDU(0x00, 0x10, 0x00, 0x00, data: [UInt8](repeating: 1, count: 700))
        card.wire.onCommand = { number, _ in number == 2 ? .lostOnTheWay : .passed }
        #expect(throws: CardError(.transmissionFailed)) { try transport.transmit(try command.encoded()) }
        #expect(card.wire.card.commands[0] == nil)
        let isOpen = transport.isOpen
        #expect(!isOpen)
    }

    @Test("M12: A part of an answer that comes by GET RESPONSE and was changed ends the session", arguments: [0, 1, 2])
    func nestedAnswer(_ place: Int) throws {
        for round in 0..<2 {
            let card = try TestCard(.modern)
            card.wire.supportsExtendedLength = false
            var transport = try card.sessionWithoutHandshake()
            let data = [UInt8](repeating: 1, count: 600)
            let command = CommandAPDU(0x00, 0x10, 0x00, 0x00, data: data, expectedLength: 65_536)
            card.wire.onAnswer = { number, answer in
                // 600 octets go in three commands; the third one's answer is the first part.
                if round == 1, number == 2 + place { answer[answer.count - 3] ^= 0x01 }
            }
            let octets = try command.encoded()
            if round == 0 {
                #expect(try transport.transmit(octets).count == 606)
            } else {
                #expect(throws: CardError(.cardReset)) { try transport.transmit(octets) }
            }
        }
    }

    @Test(
        "M9: Numbers pass the borders of octets and of leaves",
        arguments: ChannelSuite.allCases,
        [
            62, 126, 254, 255, 32_766, 65_534, (1 << 22) - 2, (1 << 38) - 2,
        ] as [UInt64]
    )
    func numbers(_ suite: ChannelSuite, _ number: UInt64) throws {
        let card = try TestCard(suite)
        var transport = try card.sessionWithoutHandshake(number: number)
        for _ in 0..<4 {
            #expect(try transport.transmit([0x00, 0x10, 0x00, 0x00, 0x01, 0x55, 0x00]).count == 7)
        }
    }

    @Test("M9: A thousand messages, and no two alike", arguments: ChannelSuite.allCases)
    func manyMessages(_ suite: ChannelSuite) throws {
        let card = try TestCard(suite)
        var transport = try card.sessionWithoutHandshake()
        var seen: Set<[UInt8]> = []
        for _ in 0..<1000 {
            #expect(try transport.transmit([0x00, 0x10, 0x00, 0x00, 0x01, 0x55, 0x00]).count == 7)
            let (command, answer) = try #require(card.wire.log.last)
            #expect(seen.insert(command).inserted)
            #expect(seen.insert(answer).inserted)
        }
    }

    @Test(
        "M7: A commands' answer that names the instruction's parity wrongly is refused",
        arguments: ChannelSuite.allCases
    )
    func parity(_ suite: ChannelSuite) throws {
        for (instruction, tag) in [(UInt8(0x10), UInt8(0x85)), (0x11, 0x87)] {
            let command = CommandAPDU(0x00, instruction, 0x00, 0x00, expectedLength: 256)
            let (result, _) = try outcome(suite, command) { wire in
                wire.onAnswer = { _, answer in answer[0] = tag }
            }
            #expect(code(result) == .messageMalformed)
        }
    }

    @Test("S9: A session that was copied by fork sends nothing")
    func forked() throws {
        let card = try TestCard(.modern)
        // As a child sees it, whose number is not that of the process that opened the session.
        var transport = try card.sessionWithoutHandshake(process: getppid())
        #expect(throws: CardError(.secureChannelFailed)) { try transport.transmit([0x00, 0x10, 0x00, 0x00]) }
        #expect(card.wire.log.isEmpty)
    }

    @Test(
        "S9 and pitfall 9: After a fork the parent's session goes on, and the child's sends nothing",
        arguments: ChannelSuite.allCases
    )
    func fork(_ suite: ChannelSuite) async throws {
        let output = try await ChildProcess.run([try BuildProducts.path("channel-probe"), "\(suite)"])
        #expect(
            output.text == """
                before: 9000, threads: 1
                child: a session can't be used after fork
                child once more: the session is closed
                commands of the child: 0
                child's own session: 9000
                parent: 9000

                """
        )
    }

    @Test(
        "Classes that no session has are refused",
        arguments: [
            ("04100000", "6982"), ("08100000", "6982"), ("4C100000", "6982"), ("2C100000", "6982"),
            ("0D100000", "6988"),
            ("0F100000", "6988"), ("8C860000", "6987"), ("84860000", "6882"), ("88860000", "6882"),
            ("8086FF00", "6A86"),
            ("80860001", "6A86"), ("8086000001AA", "6700"), ("8086010501", "6985"), ("8086020300", "6A86"),
        ]
    )
    func classes(_ command: String, _ status: String) throws {
        let card = try TestCard(.modern)
        _ = try card.sessionWithoutHandshake()
        let answer = card.wire.send(try #require(Hex.decode(command)))
        #expect(Hex.encode(answer, uppercase: true) == status)
    }
}
