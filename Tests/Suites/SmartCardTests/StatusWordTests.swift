import SmartCard
import Testing

@Suite("Status word and response")
struct StatusWordTests {
    @Test(
        "Each number tells its family",
        arguments: [
            (0x9000, StatusWord.Family.success), (0x9001, .proprietary), (0x6110, .moreData), (0x6283, .warning),
            (0x63C2, .warning), (0x6400, .executionError), (0x6581, .executionError), (0x6600, .executionError),
            (0x6700, .checkingError), (0x6F00, .checkingError), (0x0000, .proprietary), (0xFFFF, .proprietary),
        ] as [(UInt16, StatusWord.Family)]
    )
    func family(number: UInt16, family: StatusWord.Family) {
        #expect(StatusWord(rawValue: number).family == family)
    }

    @Test(
        "Tries left are read from 63Cx only",
        arguments: [(0x63C0, 0), (0x63CF, 15), (0x63BF, nil), (0x63D0, nil), (0x6983, nil)] as [(UInt16, Int?)]
    )
    func triesLeft(number: UInt16, tries: Int?) {
        #expect(StatusWord(rawValue: number).triesLeft == tries)
    }

    @Test("A count of zero in 61xx and 6Cxx means 256")
    func counts() {
        #expect(StatusWord(rawValue: 0x6100).octetsWaiting == 256)
        #expect(StatusWord(rawValue: 0x6101).octetsWaiting == 1)
        #expect(StatusWord(rawValue: 0x6C00).correctedLength == 256)
        #expect(StatusWord(rawValue: 0x9000).octetsWaiting == nil)
        #expect(StatusWord.octetsWaiting(300) == StatusWord(rawValue: 0x6100))
        #expect(StatusWord.octetsWaiting(255) == StatusWord(rawValue: 0x61FF))
        #expect(StatusWord.triesLeft(200) == StatusWord(rawValue: 0x63CF))
    }

    @Test(
        "A description has words and the number",
        arguments: [
            (0x6A82, "file or application not found (SW 6A82)"),
            (0x63C1, "wrong PIN or key, 1 try left (SW 63C1)"),
            (0x63C3, "wrong PIN or key, 3 tries left (SW 63C3)"),
            (0x6AFE, "wrong parameters (SW 6AFE)"),
            (0xABCD, "status defined by the application (SW ABCD)"),
        ] as [(UInt16, String)]
    )
    func description(number: UInt16, text: String) {
        #expect(StatusWord(rawValue: number).description == text)
    }

    @Test("Every number has words, and its octets make it again")
    func everyNumber() {
        for number in UInt16.min...UInt16.max {
            let word = StatusWord(rawValue: number)
            #expect(!word.meaning.isEmpty && StatusWord(word.sw1, word.sw2) == word)
        }
    }

    @Test("An answer is data and a status word; fewer than two octets and more than 65,538 are refused")
    func response() throws {
        #expect(try ResponseAPDU(decoding: [0x90, 0x00]) == ResponseAPDU())
        let answer = try ResponseAPDU(decoding: [1, 2, 0x6A, 0x82])
        #expect(answer.data == [1, 2] && answer.status == .fileNotFound)
        #expect(answer.encoded == [1, 2, 0x6A, 0x82])
        #expect(throws: CardError(.responseTooShort)) { try ResponseAPDU(decoding: []) }
        #expect(throws: CardError(.responseTooShort)) { try ResponseAPDU(decoding: [0x90]) }
        let longest = [UInt8](repeating: 0, count: 65_538)
        #expect(try ResponseAPDU(decoding: longest).data.count == 65_536)
        #expect(throws: CardError(.responseTooLong)) { try ResponseAPDU(decoding: longest + [0]) }
    }

    @Test("A refusal carries command and status word, and the tries left")
    func refusal() {
        let header = CommandHeader(0x00, 0x20, 0x00, 0x80)
        #expect(throws: CardError(.refused, statusWord: .triesLeft(2))) {
            try ResponseAPDU(status: .triesLeft(2)).requireSuccess(of: header)
        }
        let error = CardError(.refused, header: header, statusWord: .triesLeft(2))
        #expect(error.triesLeft == 2)
        #expect(
            error.description == "the card refused the command 00200080: wrong PIN or key, 2 tries left (SW 63C2)"
        )
        #expect(CardError(.refused, statusWord: .authenticationMethodBlocked).triesLeft == 0)
        #expect(CardError(.cardRemoved).isRemoval && !CardError(.cardReset).isRemoval)
    }
}
