import JetonOctets
import SmartCard

/// The entry of PINs at a reader's own keys.
///
/// - SeeAlso: PC/SC Workgroup Specification 2.02.09, part 10, 2.5.2 (PIN_VERIFY) and 2.5.3 (PIN_MODIFY).
enum PINPad {
    /// How long the reader waits for the first key, and then for the next, in seconds.
    private static let timeoutSeconds: UInt8 = 30
    /// The lengths of PINs that a reader may tell of.
    private static let allLengths = 1...255

    /// What a reader's keys are good for, by what its driver tells; nil if it tells of none.
    static func support(
        _ features: [ReaderFeature: UInt32],
        _ properties: ReaderProperties?
    ) -> PINEntrySupport? {
        var kinds: Set<PINEntryCommand.Kind> = []
        if features[.verifyPINDirect] != nil { kinds.insert(.verification) }
        if features[.modifyPINDirect] != nil { kinds.insert(.change) }
        guard !kinds.isEmpty else { return nil }
        // Zero, or nothing, is no limit.
        let least = min(max(Int(clamping: properties?.minimumPINLength ?? 0), allLengths.lowerBound), 255)
        let told = Int(clamping: properties?.maximumPINLength ?? 0)
        let most = told == 0 ? allLengths.upperBound : min(told, allLengths.upperBound)
        guard least <= most else { return nil }
        return PINEntrySupport(kinds: kinds, digits: least...most)
    }

    /// What the reader is to ask for and to send (`PIN_VERIFY_STRUCTURE`, `PIN_MODIFY_STRUCTURE`): no padding between
    /// members, numbers in the order of the machine.
    ///
    /// - Parameters:
    ///   - command: The command that the reader completes with the PIN.
    ///   - digits: How many digits a PIN may have, 1 to 15.
    /// - Returns: The structure in bytes.
    /// - Throws: ``CardError`` for a command that can't be encoded.
    static func request(_ command: PINEntryCommand, digits: ClosedRange<Int>) throws(CardError) -> [UInt8] {
        let data = try command.template.encoded(as: .short)
        var octets: [UInt8] = [timeoutSeconds, timeoutSeconds]
        // Units of octets, the PIN at the beginning of the block, from the left, in ASCII.
        octets.append(0x82)
        // No length of the PIN is written into the block.
        octets.append(UInt8(command.blockLength))
        octets.append(0x00)
        if command.kind == .change { octets += [0, UInt8(command.blockLength)] }
        octets += native(UInt16(digits.lowerBound) << 8 | UInt16(digits.upperBound))
        // A change wants the PIN in force, and the new one twice.
        if command.kind == .change { octets.append(0x03) }
        // The entry ends with the key for that.
        octets.append(0x02)
        switch command.kind {
        case .verification: octets += [1] + native(UInt16(0x0409)) + [0]
        case .change: octets += [3] + native(UInt16(0x0409)) + [0, 1, 2]
        }
        // The prologue of a T=1 block, which drivers fill in.
        octets += [0, 0, 0]
        return octets + native(UInt32(data.count)) + data
    }

    /// Tells the card's answer from the reader's own.
    static func check(_ answer: [UInt8]) throws(CardError) -> [UInt8] {
        guard answer.count == 2 else { throw CardError(.unexpectedResponse) }
        let word = StatusWord(answer[0], answer[1])
        switch word.rawValue {
        case 0x6400: throw CardError(.pinEntryTimedOut, statusWord: word)
        case 0x6401: throw CardError(.pinEntryCanceled, statusWord: word)
        case 0x6402: throw CardError(.pinEntryMismatch, statusWord: word)
        case 0x6403: throw CardError(.pinEntryLength, statusWord: word)
        default: return answer
        }
    }

    private static func native<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        unsafe withUnsafeBytes(of: number) { unsafe Array($0) }
    }
}
