import JetonOctets
import SmartCard

/// The card's operating system: classes, command chaining, SELECT, and answers longer than expected.
///
/// - SeeAlso: ISO/IEC 7816-4:2020, 5.3.3, 5.3.4, 5.4.1, 11.2.2.
struct CommandDispatcher: Sendable {
    private struct Chain {
        let header: CommandHeader
        var data: [UInt8]
    }

    private enum Instruction {
        static let select: UInt8 = 0xA4
        static let getResponse: UInt8 = 0xC0
    }

    /// Whether a command surely changes nothing that lasts, so that it needs no lock of the image; each is one of the
    /// PIV application, in the clear.
    static func changesNothing(_ command: [UInt8]) -> Bool {
        guard command.count >= 4, command[0] & 0xEF == 0 else { return false }
        return [Instruction.select, Instruction.getResponse].contains(command[1])
            || PIVInstruction.reading.contains(command[1])
    }

    private var applications: [any CardApplication]
    private var selected: Int?
    private var chain: Chain?
    private var waiting: ArraySlice<UInt8> = []

    init(_ applications: [any CardApplication]) { self.applications = applications }

    /// Forgets what ends when power goes: the selection, chains, and the applications' security states.
    mutating func reset() {
        selected = nil
        chain = nil
        waiting = []
        for index in applications.indices { applications[index].reset() }
    }

    /// Whether the sender of the commands has proved to be the card's administrator to the selected application.
    func isAdministrator(_ memory: CardMemory) -> Bool {
        selected.map { applications[$0].isAdministrator(memory) } ?? false
    }

    /// Answers one command.
    mutating func process(_ octets: [UInt8], memory: inout CardMemory) -> ResponseAPDU {
        guard var command = try? CommandAPDU(decoding: octets) else {
            return ResponseAPDU(status: octets.count < 4 ? .noPreciseDiagnosis : .wrongLength)
        }
        defer { command.wipe() }
        do throws(Refusal) {
            try check(command.header.cla)
            if command.header.ins == Instruction.getResponse { return try continueAnswer(command) }
            waiting = []
            guard var whole = try join(command) else { return ResponseAPDU() }
            defer { whole.wipe() }
            let data = try perform(whole, memory: &memory)
            return answer(data[...], to: command)
        } catch {
            return ResponseAPDU(status: error.status)
        }
    }

    private func check(_ cla: UInt8) throws(Refusal) {
        // Proprietary, invalid, and reserved classes; then logical channels 4–19, channels 1–3, secure messaging.
        if cla & 0x80 != 0 || cla & 0xE0 == 0x20 { throw Refusal(.classNotSupported) }
        if cla & 0x40 != 0 || cla & 0x03 != 0 { throw Refusal(.logicalChannelNotSupported) }
        if cla & 0x0C != 0 { throw Refusal(.secureMessagingNotSupported) }
    }

    /// The whole command once its last part is there.
    private mutating func join(_ part: CommandAPDU) throws(Refusal) -> CommandAPDU? {
        var header = part.header
        header.isChained = false
        var data: [UInt8] = []
        if let begun = chain {
            chain = nil
            // A client that died in its chain must not be in the way of the next, which begins with SELECT.
            if begun.header == header {
                data = begun.data
            } else if header.ins != Instruction.select {
                throw Refusal(.lastCommandOfChainExpected)
            }
        }
        guard data.count + part.data.count <= CommandAPDU.maximumDataLength else { throw Refusal(.wrongLength) }
        data += part.data
        if part.header.isChained {
            chain = Chain(header: header, data: data)
            return nil
        }
        return CommandAPDU(header: header, data: data, expectedLength: part.expectedLength)
    }

    private mutating func perform(_ command: CommandAPDU, memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        if command.header.ins == Instruction.select { return try select(command, memory: &memory) }
        guard let selected else { throw Refusal(.conditionsOfUseNotSatisfied) }
        return try applications[selected].process(command, memory: &memory)
    }

    private mutating func select(_ command: CommandAPDU, memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        // By name only, first or only occurrence, control information or no answer.
        guard command.header.p1 == 0x04, [0x00, 0x0C].contains(command.header.p2) else {
            throw Refusal(.incorrectParameters)
        }
        // A name may be cut on the right, but not below the five octets that tell whose it is.
        let name = command.data
        guard (5...16).contains(name.count),
            let found = applications.firstIndex(where: { $0.identifier.starts(with: name) })
        else { throw Refusal(.fileNotFound) }
        let isNew = selected != found
        if isNew, let selected { applications[selected].reset() }
        let answer = try applications[found].select(isNew: isNew, memory: &memory)
        selected = found
        return command.header.p2 == 0x0C ? [] : answer
    }

    private mutating func continueAnswer(_ command: CommandAPDU) throws(Refusal) -> ResponseAPDU {
        guard command.header.p1 == 0, command.header.p2 == 0 else { throw Refusal(.incorrectParameters) }
        guard !waiting.isEmpty else { throw Refusal(.conditionsOfUseNotSatisfied) }
        return answer(waiting, to: command)
    }

    /// As much as the command expects; the rest waits for GET RESPONSE.
    private mutating func answer(_ data: ArraySlice<UInt8>, to command: CommandAPDU) -> ResponseAPDU {
        // Under T=0, and from many programs, a command with data has no Le although it expects an answer.
        let expected = command.expectedLength ?? CommandAPDU.maximumShortExpectedLength
        let part = data.prefix(expected)
        waiting = data.dropFirst(expected)
        return ResponseAPDU(
            data: Array(part),
            status: waiting.isEmpty ? .success : .octetsWaiting(waiting.count)
        )
    }
}
