import JetonPCSC
import SmartCard
import Testing

@Suite("A reader with keys of its own", .timeLimit(.minutes(5)))
struct PINPadTests {
    private static let verification = PINEntryCommand(
        .verification,
        CommandHeader(0x00, 0x20, 0x00, 0x80),
        blockLength: 8,
        digits: 6...8
    )
    private static let change = PINEntryCommand(
        .change,
        CommandHeader(0x00, 0x24, 0x00, 0x80),
        blockLength: 8,
        digits: 6...8
    )

    private func transport(_ fake: FakeLibrary, _ reader: String) throws -> PCSCTransport {
        try PCSCTransport(try Context(library: fake.library).connect(to: ReaderName(reader)))
    }

    @Test("Verification asks for ASCII digits from the left in a block of eight octets, and has no PIN in it")
    func verification() async throws {
        let fake = try await FakeLibrary(readers: [])
        var transport = try transport(fake, "pad 9000 0 0")
        #expect(try transport.enterPIN(Self.verification) == [0x90, 0x00])
        let fixed: [UInt8] = [30, 30, 0x82, 8, 0, 8, 6, 2, 1, 0x09, 0x04, 0, 0, 0, 0, 13, 0, 0, 0]
        let command = [0x00, 0x20, 0x00, 0x80, 8] + [UInt8](repeating: 0xFF, count: 8)
        #expect(try fake.request() == fixed + command)
    }

    @Test("A change asks for the old PIN and twice the new one, in two blocks")
    func change() async throws {
        let fake = try await FakeLibrary(readers: [])
        var transport = try transport(fake, "pad 9000 0 0")
        #expect(try transport.enterPIN(Self.change) == [0x90, 0x00])
        let fixed: [UInt8] = [
            30, 30, 0x82, 8, 0, 0, 8, 8, 6, 3, 2, 3, 0x09, 0x04, 0, 1, 2, 0, 0, 0, 21, 0, 0, 0,
        ]
        let command = [0x00, 0x24, 0x00, 0x80, 16] + [UInt8](repeating: 0xFF, count: 16)
        #expect(try fake.request() == fixed + command)
    }

    @Test(
        "The reader's own answers are told from the card's, and what is no answer from both",
        arguments: [
            ("6400", CardError(.pinEntryTimedOut, statusWord: StatusWord(rawValue: 0x6400))),
            ("6401", CardError(.pinEntryCanceled, statusWord: StatusWord(rawValue: 0x6401))),
            ("6402", CardError(.pinEntryMismatch, statusWord: StatusWord(rawValue: 0x6402))),
            ("6403", CardError(.pinEntryLength, statusWord: StatusWord(rawValue: 0x6403))),
            ("empty", CardError(.unexpectedResponse)), ("short", CardError(.unexpectedResponse)),
            ("long", CardError(.unexpectedResponse)), ("liar", CardError(.transmissionFailed)),
            ("gone", CardError(.cardRemoved)),
        ]
    )
    func failures(_ word: String, _ error: CardError) async throws {
        let fake = try await FakeLibrary(readers: [])
        for command in [Self.verification, Self.change] {
            var transport = try transport(fake, "pad \(word) 0 0")
            #expect(throws: error) { try transport.enterPIN(command) }
        }
    }

    @Test("A card's refusal comes back as it is", arguments: ["63C2", "6983", "6B80"])
    func refusal(_ word: String) async throws {
        let fake = try await FakeLibrary(readers: [])
        var transport = try transport(fake, "pad \(word) 0 0")
        let answer = try transport.enterPIN(Self.verification)
        #expect(answer == StatusWord(rawValue: try #require(UInt16(word, radix: 16))).octets)
    }

    @Test(
        "The reader's own limits narrow what is asked for, and one that can't take any such PIN is not asked",
        arguments: [
            ("0 0", [8, 6]), ("4 12", [8, 6]), ("4 6", [6, 6]), ("7 0", [8, 7]), ("9 12", nil), ("1 5", nil),
            ("12 4", nil),
        ] as [(String, [UInt8]?)]
    )
    func limits(_ limits: String, _ expected: [UInt8]?) async throws {
        let fake = try await FakeLibrary(readers: [])
        var transport = try transport(fake, "pad 9000 \(limits)")
        if let expected {
            #expect(transport.pinEntry?.takes(Self.verification) == true)
            _ = try transport.enterPIN(Self.verification)
            #expect(try Array(fake.request()[5...6]) == expected)
        } else {
            #expect(transport.pinEntry?.takes(Self.verification) != true)
            #expect(throws: CardError(.pinEntryUnsupported)) { try transport.enterPIN(Self.verification) }
        }
    }
}
