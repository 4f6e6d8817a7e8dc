import SecureChannel
import SmartCard

/// A card whose applications tell what they were sent.
///
/// SELECT (A4) is done. VERIFY (20) is refused with 63C2. Any other instruction answers with the header and data that
/// came, as many octets as expected. Instruction 30 gives 600 octets in parts of 256.
struct SimpleCard: GuardedCard {
    var records: CardRecords
    /// How often records were saved.
    var saves = 0
    /// Whether saving fails.
    var isBroken = false
    /// The sessions whose administrator has logged in.
    var administrators: Set<UInt8> = []
    /// Octets that wait for GET RESPONSE.
    var waiting = 0
    /// How many commands the applications have got through each session, and outside of any (255).
    var commands: [UInt8: Int] = [:]

    mutating func update(_ change: (inout CardRecords) -> Void) throws(ChannelError) {
        if isBroken { throw ChannelError(.storageFailed) }
        saves += 1
        change(&records)
    }

    mutating func process(_ command: [UInt8], in session: UInt8?) -> [UInt8] {
        commands[session ?? 255, default: 0] += 1
        guard let command = try? CommandAPDU(decoding: command) else { return StatusWord.wrongLength.octets }
        switch command.header.ins {
        case 0xA4: return StatusWord.success.octets
        case 0x20: return StatusWord.triesLeft(2).octets
        case 0x30, 0xC0:
            waiting = command.header.ins == 0x30 ? 600 : waiting
            let count = min(256, waiting)
            waiting -= count
            let status: StatusWord = waiting > 0 ? .octetsWaiting(waiting) : .success
            return [UInt8](repeating: 0x33, count: count) + status.octets
        default:
            let answer = command.header.octets + command.data
            return Array(answer.prefix(command.expectedLength ?? 0)) + StatusWord.success.octets
        }
    }

    mutating func resetApplications(of session: UInt8) { administrators.remove(session) }

    func isAdministrator(in session: UInt8) -> Bool { administrators.contains(session) }
}
