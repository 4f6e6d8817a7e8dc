public import JetonOctets
import SmartCard

/// PIN and PUK. Nothing here sends a PIN twice, or one that the card would count although it can't be right.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 2.4.3, 3.2.1 to 3.2.3.
extension PIVClient where Channel: ~Copyable {
    /// How many tries the PIN has left, 0–15, without spending one; nil if it is verified already.
    ///
    /// More than 15 are told as 15; ``pinMetadata()`` tells more.
    public mutating func pinTriesLeft() throws(PIVError) -> Int? {
        do throws(CardError) {
            _ = try channel.perform(CommandAPDU(0x00, PIVInstruction.verify, 0x00, pinReference))
            return nil
        } catch {
            guard let triesLeft = error.triesLeft else { throw PIVError(error) }
            return triesLeft
        }
    }

    /// Verifies the PIN.
    ///
    /// - Parameter pin: 6–8 decimal digits, in ASCII.
    /// - Throws: ``PIVError/Code/pinMalformed`` before anything is sent; ``PIVError/Code/pinIncorrect`` with the
    ///   tries left; ``PIVError/Code/pinBlocked``.
    public mutating func verify(_ pin: borrowing Secret) throws(PIVError) {
        try Self.checkPIN(pin)
        try perform(CommandHeader(0x00, PIVInstruction.verify, 0x00, pinReference), Self.padded(pin))
    }

    /// Forgets that the PIN was verified; nothing happens on cards that can't.
    public mutating func endVerification() throws(PIVError) {
        _ = try optional { (card: inout Self) throws(PIVError) in
            try card.perform(CommandAPDU(0x00, PIVInstruction.verify, 0xFF, card.pinReference))
        }
    }

    /// Changes the PIN.
    ///
    /// - Throws: As ``verify(_:)``, of the old PIN.
    public mutating func changePIN(from old: borrowing Secret, to new: borrowing Secret) throws(PIVError) {
        try Self.checkPIN(old)
        try Self.checkPIN(new)
        try perform(
            CommandHeader(0x00, PIVInstruction.changeReferenceData, 0x00, pinReference),
            Self.padded(old, new)
        )
    }

    /// Changes the PUK.
    ///
    /// - Parameters:
    ///   - old: The PUK, 6–8 octets; those below 8 are filled up with `FF`.
    ///   - new: The new one, likewise.
    /// - Throws: As ``verify(_:)``, of the old PUK.
    public mutating func changeUnblockingKey(
        from old: borrowing Secret,
        to new: borrowing Secret
    ) throws(PIVError) {
        try Self.checkUnblockingKey(old)
        try Self.checkUnblockingKey(new)
        try perform(
            CommandHeader(0x00, PIVInstruction.changeReferenceData, 0x00, KeyReference.unblockingKey),
            Self.padded(old, new)
        )
    }

    /// Sets a new PIN with the PUK and gives the PIN all its tries back.
    ///
    /// - Throws: As ``verify(_:)``, of the PUK.
    public mutating func unblockPIN(
        with unblockingKey: borrowing Secret,
        newPIN: borrowing Secret
    ) throws(PIVError) {
        try Self.checkUnblockingKey(unblockingKey)
        try Self.checkPIN(newPIN)
        try perform(
            CommandHeader(0x00, PIVInstruction.resetRetryCounter, 0x00, KeyReference.applicationPIN),
            Self.padded(unblockingKey, newPIN)
        )
    }

    /// Gives the PIN all its tries back with the PUK, and keeps the PIN: RESET RETRY COUNTER with P1 = 01 of
    /// ISO/IEC 7816-4, which PIV does not demand of a card.
    ///
    /// - Throws: As ``verify(_:)``, of the PUK; ``PIVError/Code/unsupported`` from a card that can't, which has not
    ///   looked at the PUK.
    public mutating func restorePINTries(with unblockingKey: borrowing Secret) throws(PIVError) {
        try Self.checkUnblockingKey(unblockingKey)
        try perform(
            CommandHeader(0x00, PIVInstruction.resetRetryCounter, 0x01, KeyReference.applicationPIN),
            Self.padded(unblockingKey)
        )
    }

    /// What the card tells of its PIN, or nil if it does not (Yubico).
    public mutating func pinMetadata() throws(PIVError) -> PINMetadata? { try metadata(pinReference) }

    /// What the card tells of its PUK, or nil if it does not (Yubico).
    public mutating func unblockingKeyMetadata() throws(PIVError) -> PINMetadata? {
        try metadata(KeyReference.unblockingKey)
    }

    private mutating func metadata(_ reference: UInt8) throws(PIVError) -> PINMetadata? {
        try optional { (card: inout Self) throws(PIVError) in
            let answer = try card.perform(
                CommandAPDU(0x00, PIVInstruction.getMetadata, 0x00, reference, expectedLength: 256)
            )
            return try PINMetadata(try Self.objects(answer))
        }
    }

    /// Sets how many tries PIN and PUK have, and sets both back to those of the factory (Yubico).
    ///
    /// The management key and the PIN must have been proved.
    ///
    /// - Parameters:
    ///   - pin: 1–255.
    ///   - unblockingKey: 1–255.
    /// - Throws: ``PIVError``.
    public mutating func setMaximumTries(pin: UInt8, unblockingKey: UInt8) throws(PIVError) {
        guard pin > 0, unblockingKey > 0 else { throw PIVError(.inputMalformed) }
        _ = try perform(CommandAPDU(0x00, PIVInstruction.setPINRetries, pin, unblockingKey))
    }

    /// Sets the whole application back to the factory's state (Yubico); PIN and PUK must both be blocked.
    ///
    /// - Throws: ``PIVError/Code/conditionsNotMet`` if one of them is not.
    public mutating func reset() throws(PIVError) {
        _ = try perform(CommandAPDU(0x00, PIVInstruction.reset, 0x00, 0x00))
    }

    private mutating func perform(_ header: CommandHeader, _ secret: borrowing Secret) throws(PIVError) {
        var command = CommandAPDU(header: header, secret: secret)
        defer { command.wipe() }
        do throws(CardError) {
            _ = try channel.perform(command)
        } catch {
            throw error.refusal == .incorrectData ? PIVError(.pinMalformed, card: error) : PIVError(error)
        }
    }

    private static func checkPIN(_ pin: borrowing Secret) throws(PIVError) {
        let isPIN = pin.withBytes { bytes in PINFormat.isPIN(bytes) }
        guard isPIN else { throw PIVError(.pinMalformed) }
    }

    private static func checkUnblockingKey(_ key: borrowing Secret) throws(PIVError) {
        guard PINFormat.lengths.contains(key.count) else { throw PIVError(.pinMalformed) }
    }

    /// A PIN filled up with `FF` to 8 octets.
    private static func padded(_ pin: borrowing Secret) -> Secret {
        Secret(capacity: PINFormat.paddedLength) { (target: inout MutableSpan<UInt8>) in
            fill(&target, from: 0, with: pin)
            return PINFormat.paddedLength
        }
    }

    /// Two PINs, each filled up with `FF` to 8 octets.
    private static func padded(_ first: borrowing Secret, _ second: borrowing Secret) -> Secret {
        Secret(capacity: 2 * PINFormat.paddedLength) { (target: inout MutableSpan<UInt8>) in
            fill(&target, from: 0, with: first)
            fill(&target, from: PINFormat.paddedLength, with: second)
            return 2 * PINFormat.paddedLength
        }
    }

    private static func fill(_ target: inout MutableSpan<UInt8>, from start: Int, with pin: borrowing Secret) {
        for index in 0..<PINFormat.paddedLength {
            target[start + index] = index < pin.count ? pin.withBytes { $0[index] } : PINFormat.padding
        }
    }
}
