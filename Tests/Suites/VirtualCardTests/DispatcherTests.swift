import JetonOctets
import SmartCard
import Testing
import VirtualCard

@Suite("The virtual card's operating system")
struct DispatcherTests {
    @Test("A long answer comes in parts, in the short and in the extended form")
    func longAnswer() throws {
        let exchange = try Exchange()
        try exchange.authenticate()
        let value = (0..<700).map { UInt8(truncatingIfNeeded: $0) }
        let put = CommandAPDU(
            0x00,
            0xDB,
            0x3F,
            0xFF,
            data: [0x5C, 0x03, 0x5F, 0xC1, 0x05] + TLV(tag: 0x53, value: value).encoded
        )
        #expect(try exchange.send(put).status == .success)
        let whole = Hex.encode(TLV(tag: 0x53, value: value).encoded, uppercase: true)
        let first = try exchange.send("00CB3FFF055C035FC10500")
        #expect(first == String(whole.prefix(512)) + "6100")
        let second = try exchange.send("00C0000080")
        #expect(second == String(whole.dropFirst(512).prefix(256)) + "6100")
        let third = try exchange.send("00C0000000")
        #expect(third == String(whole.dropFirst(768).prefix(512)) + "6140")
        #expect(try exchange.send("00C0000000") == String(whole.dropFirst(1280)) + "9000")
        #expect(try exchange.status("00C0000000") == "6985")
        #expect(try exchange.send("00CB3FFF 000005 5C035FC105 0000") == whole + "9000")
    }

    @Test("Another command drops what waits")
    func droppedAnswer() throws {
        let exchange = try Exchange()
        #expect(try exchange.send("00CB3FFF055C035FC10201") == "53613C")
        #expect(try exchange.status("00FD000000") == "9000")
        #expect(try exchange.status("00C0000000") == "6985")
    }

    @Test("A chain that another command interrupts is refused and forgotten, but SELECT is heard")
    func interruptedChain() throws {
        let exchange = try Exchange()
        #expect(try exchange.status("10CB3FFF025C03") == "9000")
        #expect(try exchange.status("00FD000000") == "6883")
        #expect(try exchange.status("00FD000000") == "9000")
        #expect(try exchange.status("10CB3FFF025C03") == "9000")
        #expect(try exchange.status("00A4040005A000000308") == "9000")
        #expect(try exchange.status("10CB3FFF025C03") == "9000")
        #expect(try exchange.status("00CB3FFF035FC10200") == "9000")
    }

    @Test("A chain longer than any command is refused")
    func endlessChain() throws {
        let exchange = try Exchange()
        let part = "10DB3FFFFF" + String(repeating: "00", count: 255)
        for _ in 0..<257 { #expect(try exchange.status(part) == "9000") }
        #expect(try exchange.status(part) == "6700")
    }

    @Test("Selecting once more keeps the security state, a reset ends it")
    func securityState() throws {
        let exchange = try Exchange()
        #expect(try exchange.verify() == "9000")
        try exchange.select()
        #expect(try exchange.status("00200080") == "9000")
        #expect(try exchange.status("00A4040005A000000309") == "6A82")
        #expect(try exchange.status("00200080") == "9000")
        exchange.card.reset()
        #expect(try exchange.status("00200080") == "6985")
        try exchange.select()
        #expect(try exchange.status("00200080") == "63C3")
    }

    @Test("The answer to reset is well formed and tells what the card can do")
    func answerToReset() throws {
        let answer = try AnswerToReset(SoftwareCard.answerToReset)
        #expect(answer.isCheckByteCorrect == true)
        #expect(answer.protocols == [1])
        #expect(answer.historical.capabilities?.supportsExtendedLength == true)
        #expect(answer.historical.capabilities?.supportsCommandChaining == true)
        #expect(answer.excess.isEmpty)
    }

    @Test("The application property template names the application")
    func propertyTemplate() throws {
        let exchange = try Exchange()
        #expect(try exchange.send("00A404000BA000000308000010000100") == "61114F0600001000010079074F05A0000003089000")
        #expect(try exchange.send("00A4040C05A000000308") == "9000")
    }
}
