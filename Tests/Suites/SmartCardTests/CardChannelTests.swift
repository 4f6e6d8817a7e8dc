import JetonOctets
import SmartCard
import Testing

@Suite("Card channel")
struct CardChannelTests {
    private let select = CommandAPDU(0x00, 0xA4, 0x04, 0x00, data: [0xA0], expectedLength: 256)

    @Test("A short command goes out as it is")
    func short() throws {
        var channel = CardChannel(ScriptedTransport(script: [[1, 2, 0x90, 0x00]]))
        #expect(try channel.perform(select) == [1, 2])
        #expect(channel.transport.commands == [Hex.decode("00A4040001A000")])
    }

    @Test("Without the extended form, long data goes out as a chain of 255 octets each", arguments: [256, 510, 511])
    func chaining(count: Int) throws {
        var channel = CardChannel(ScriptedTransport { _ in [0x90, 0x00] })
        let data = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        _ = try channel.perform(CommandAPDU(0x00, 0xDB, 0x3F, 0xFF, data: data, expectedLength: 65_536))
        let commands = try channel.transport.commands.map { try CommandAPDU(decoding: $0) }
        #expect(commands.count == (count + 254) / 255)
        #expect(commands.flatMap(\.data) == data)
        #expect(commands.dropLast().allSatisfy { $0.header.cla == 0x10 && $0.expectedLength == nil })
        #expect(commands.last?.header.cla == 0x00)
        #expect(commands.last?.expectedLength == 256)
        #expect(commands.allSatisfy { $0.header.ins == 0xDB && $0.data.count <= 255 && !$0.data.isEmpty })
    }

    @Test("A chain stops at the first part that the card refuses")
    func chainRefused() throws {
        var channel = CardChannel(ScriptedTransport(script: [[0x90, 0x00], [0x68, 0x84]]))
        let answer = try channel.send(CommandAPDU(0x00, 0xDB, 0, 0, data: [UInt8](repeating: 1, count: 1000)))
        #expect(answer.status == .commandChainingNotSupported)
        #expect(channel.transport.commands.count == 2)
    }

    @Test("A link of the caller's own chain that is too long is refused before anything is sent")
    func chainInChain() {
        var channel = CardChannel(ScriptedTransport(script: []))
        #expect(throws: CardError(.commandTooLong)) {
            try channel.send(CommandAPDU(0x10, 0xDB, 0, 0, data: [UInt8](repeating: 1, count: 256)))
        }
        #expect(channel.transport.commands.isEmpty)
    }

    @Test("With the extended form, long data goes out in one command")
    func extended() throws {
        var channel = CardChannel(ScriptedTransport(supportsExtendedLength: true) { _ in [0x90, 0x00] })
        let command = CommandAPDU(0x00, 0xDB, 0x3F, 0xFF, data: [UInt8](repeating: 7, count: 3000))
        _ = try channel.perform(command)
        #expect(channel.transport.commands == [try command.encoded(as: .extended)])
    }

    @Test("61xx is followed with GET RESPONSE of the announced length, and the parts are joined")
    func getResponse() throws {
        var channel = CardChannel(
            ScriptedTransport(script: [[1, 0x61, 0x00], [2, 3, 0x61, 0x02], [4, 5, 0x6A, 0x80]])
        )
        let answer = try channel.send(select)
        #expect(answer == ResponseAPDU(data: [1, 2, 3, 4, 5], status: .incorrectData))
        #expect(channel.transport.commands.dropFirst().map { Hex.encode($0) } == ["00c0000000", "00c0000002"])
    }

    @Test(
        "GET RESPONSE keeps the logical channel and drops chaining and secure messaging",
        arguments: [(0x00, 0x00), (0x0D, 0x01), (0x13, 0x03), (0x80, 0x00), (0x84, 0x00), (0x61, 0x41), (0xC2, 0x42)]
            as [(UInt8, UInt8)]
    )
    func getResponseClass(cla: UInt8, expected: UInt8) throws {
        var channel = CardChannel(ScriptedTransport(script: [[0x61, 0x01], [9, 0x90, 0x00]]))
        #expect(try channel.perform(CommandAPDU(cla, 0xCA, 0, 0, expectedLength: 256)) == [9])
        #expect(channel.transport.commands.last == [expected, 0xC0, 0, 0, 1])
    }

    @Test("6Cxx is answered once with the length the card wants")
    func lengthCorrection() throws {
        var channel = CardChannel(ScriptedTransport(script: [[0x6C, 0x02], [1, 2, 0x90, 0x00]]))
        #expect(try channel.perform(select) == [1, 2])
        #expect(channel.transport.commands.last == Hex.decode("00A4040001A002"))
    }

    @Test("6Cxx without end is sent twice and then given to the caller")
    func lengthCorrectionForEver() throws {
        var channel = CardChannel(ScriptedTransport { _ in [0x6C, 0x10] })
        #expect(try channel.send(select).status == StatusWord(rawValue: 0x6C10))
        #expect(channel.transport.commands.count == 2)
    }

    @Test("61xx without data and without end stops at the bound")
    func continuationForEver() {
        var channel = CardChannel(ScriptedTransport { _ in [0x61, 0x00] })
        #expect(throws: CardError(.tooManyContinuations)) { try channel.send(select) }
        #expect(channel.transport.commands.count == 1 + 512)
    }

    @Test("61xx with data and without end stops at the bound of octets")
    func dataForEver() {
        let part = [UInt8](repeating: 0xEE, count: 256) + [0x61, 0x00]
        var channel = CardChannel(ScriptedTransport { _ in part }, maximumResponseLength: 1024)
        #expect(throws: CardError(.responseTooLong)) { try channel.send(select) }
        #expect(channel.transport.commands.count == 5)
    }

    @Test("6Cxx to every GET RESPONSE stops too")
    func correctedContinuations() throws {
        var channel = CardChannel(ScriptedTransport { $0[1] == 0xC0 ? [0x6C, 0x01] : [0x61, 0x01] })
        #expect(try channel.send(select).status == StatusWord(rawValue: 0x6C01))
        #expect(channel.transport.commands.count == 3)
    }

    @Test("An answer without a status word is an error that names the command", arguments: [[], [0x90]] as [[UInt8]])
    func noStatusWord(answer: [UInt8]) throws {
        var channel = CardChannel(ScriptedTransport { _ in answer })
        let error = try #require(throws: CardError.self) { try channel.send(select) }
        #expect(error.code == .responseTooShort)
        #expect(error.header == select.header)
    }

    @Test("An answer of a megabyte is refused")
    func oversize() {
        var channel = CardChannel(ScriptedTransport { _ in [UInt8](repeating: 0, count: 1 << 20) })
        #expect(throws: CardError(.responseTooLong)) { try channel.send(select) }
    }

    @Test("A transaction ends when its closure throws, and the closure's error comes out")
    func transaction() {
        var channel = CardChannel(ScriptedTransport(script: [[0x69, 0x82]]))
        #expect(throws: CardError(.refused, statusWord: .securityStatusNotSatisfied)) {
            try channel.withTransaction { (channel) throws(CardError) in _ = try channel.perform(select) }
        }
        #expect(channel.transport.transactions == ["begin", "end"])
    }
}
