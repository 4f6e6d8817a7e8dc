import JetonOctets
import SmartCard

/// VERIFY, CHANGE REFERENCE DATA, RESET RETRY COUNTER.
///
/// Every comparison is paid for before it is made: the counter goes down on the disk, and up again after a match.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 2.4.3, 3.2.1 to 3.2.3.
extension PIVApplication {
    typealias PINField = WritableKeyPath<PIVContents, PINReference>

    mutating func verify(_ command: CommandAPDU, _ memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        guard command.header.p1 == 0x00 || command.header.p1 == 0xFF else { throw Refusal(.incorrectParameters) }
        guard command.header.p2 == KeyReference.applicationPIN else { throw Refusal(.referencedDataNotFound) }
        if command.header.p1 == 0xFF {
            guard command.data.isEmpty else { throw Refusal(.incorrectParameters) }
            status.forgetPIN()
            return []
        }
        let pin = memory.contents.piv.pin
        if command.data.isEmpty {
            if status.isPINVerified(memory.contents.piv) { return [] }
            throw Refusal(pin.triesLeft == 0 ? .authenticationMethodBlocked : .triesLeft(pin.triesLeft))
        }
        guard pin.triesLeft > 0 else { throw Refusal(.authenticationMethodBlocked) }
        guard Self.isPIN(command.data[...]) else { throw Refusal(.incorrectData) }
        status.forgetPIN()
        try compare(command.data[...], with: \.pin, &memory)
        status.pinWasVerified(memory.contents.piv)
        return []
    }

    mutating func changeReferenceData(
        _ command: CommandAPDU,
        _ memory: inout CardMemory
    ) throws(Refusal) -> [UInt8] {
        guard command.header.p1 == 0x00 else { throw Refusal(.incorrectParameters) }
        let field: PINField
        switch command.header.p2 {
        case KeyReference.applicationPIN: field = \.pin
        case KeyReference.unblockingKey: field = \.unblockingKey
        default: throw Refusal(.referencedDataNotFound)
        }
        let isPIN = command.header.p2 == KeyReference.applicationPIN
        guard memory.contents.piv[keyPath: field].triesLeft > 0 else { throw Refusal(.authenticationMethodBlocked) }
        guard command.data.count == 2 * PINFormat.paddedLength else { throw Refusal(.incorrectData) }
        let old = command.data.prefix(PINFormat.paddedLength)
        let new = command.data.dropFirst(PINFormat.paddedLength)
        guard isPIN ? Self.isPIN(new) : Self.isUnblockingKey(new) else { throw Refusal(.incorrectData) }
        if isPIN { status.forgetPIN() } else { status.forgetUnblockingKey() }
        try compare(old, with: field, &memory) { $0[keyPath: field].replace(new) }
        if isPIN {
            status.pinWasVerified(memory.contents.piv)
        } else {
            status.unblockingKeyWasVerified(memory.contents.piv)
        }
        return []
    }

    /// With P1 = 00, as PIV has it, the PUK and a new PIN; with P1 = 01 of ISO/IEC 7816-4 the PUK alone, after which
    /// the old PIN has its tries again.
    mutating func resetRetryCounter(
        _ command: CommandAPDU,
        _ memory: inout CardMemory
    ) throws(Refusal) -> [UInt8] {
        let keepsPIN = command.header.p1 == 0x01
        guard keepsPIN || command.header.p1 == 0x00 else { throw Refusal(.incorrectParameters) }
        guard command.header.p2 == KeyReference.applicationPIN else { throw Refusal(.referencedDataNotFound) }
        guard memory.contents.piv.unblockingKey.triesLeft > 0 else { throw Refusal(.authenticationMethodBlocked) }
        guard command.data.count == (keepsPIN ? 1 : 2) * PINFormat.paddedLength else { throw Refusal(.incorrectData) }
        let new = command.data.dropFirst(PINFormat.paddedLength)
        guard keepsPIN || Self.isPIN(new) else { throw Refusal(.incorrectData) }
        status.forgetUnblockingKey()
        try compare(command.data.prefix(PINFormat.paddedLength), with: \.unblockingKey, &memory) {
            if keepsPIN { $0.pin.triesLeft = $0.pin.maximumTries } else { $0.pin.replace(new) }
        }
        status.unblockingKeyWasVerified(memory.contents.piv)
        return []
    }

    /// Compares a value with a reference and, if it matches, gives its tries back together with another change.
    ///
    /// - Throws: 63Cx if it does not match; the try is gone, whatever happens to the card in between.
    private func compare(
        _ value: ArraySlice<UInt8>,
        with field: PINField,
        _ memory: inout CardMemory,
        thenChanging change: (inout PIVContents) -> Void = { _ in }
    ) throws(Refusal) {
        // On the disk before the value is looked at: who cuts the power in between must not have had a look for free.
        try memory.update { $0.piv[keyPath: field].triesLeft -= 1 }
        let reference = memory.contents.piv[keyPath: field]
        let matches = reference.reference.equals(
            Secret(capacity: value.count) { (target: inout MutableSpan<UInt8>) in
                for (index, octet) in value.enumerated() { target[index] = octet }
                return value.count
            }
        )
        guard matches else { throw Refusal(.triesLeft(reference.triesLeft)) }
        try memory.update { contents in
            contents.piv[keyPath: field].triesLeft = reference.maximumTries
            change(&contents.piv)
        }
    }

    /// Whether the bytes are 6–8 decimal digits, padded with `FF` to 8 bytes.
    private static func isPIN(_ octets: ArraySlice<UInt8>) -> Bool {
        let digits = octets.prefix(while: PINFormat.isDigit)
        return octets.count == PINFormat.paddedLength && PINFormat.lengths.contains(digits.count)
            && octets.dropFirst(digits.count).allSatisfy { $0 == PINFormat.padding }
    }

    /// Whether octets can be a PUK: 8, of any value, but not more than two of them for filling up.
    private static func isUnblockingKey(_ octets: ArraySlice<UInt8>) -> Bool {
        octets.count == PINFormat.paddedLength
            && octets.prefix(PINFormat.lengths.lowerBound).allSatisfy { $0 != PINFormat.padding }
    }
}
