import SmartCard

/// PINs that are typed at the reader's own keys and never come here.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 3.2.1, 3.2.2; PC/SC Workgroup Specification 2.02.09, part 10.
extension PIVClient where Channel: ~Copyable {
    private var verification: PINEntryCommand {
        PINEntryCommand(
            .verification,
            CommandHeader(0x00, PIVInstruction.verify, 0x00, pinReference),
            blockLength: PINFormat.paddedLength,
            digits: PINFormat.lengths
        )
    }
    private var change: PINEntryCommand {
        PINEntryCommand(
            .change,
            CommandHeader(0x00, PIVInstruction.changeReferenceData, 0x00, pinReference),
            blockLength: PINFormat.paddedLength,
            digits: PINFormat.lengths
        )
    }

    /// Whether ``verifyOnReader()`` is possible: the reader has keys, and the card is not behind a secure channel.
    public var canVerifyOnReader: Bool { channel.pinEntry?.takes(verification) == true }

    /// Whether ``changePINOnReader()`` is possible.
    public var canChangePINOnReader: Bool { channel.pinEntry?.takes(change) == true }

    /// Verifies the PIN that the user enters at the reader; waits for the entry.
    ///
    /// - Throws: ``PIVError/Code/unsupported`` if the reader can't; ``PIVError/Code/pinEntryCanceled``,
    ///   ``PIVError/Code/pinEntryTimedOut``, and ``PIVError/Code/pinMalformed`` for a PIN of another length, none of
    ///   which spends a try; else as ``verify(_:)``.
    public mutating func verifyOnReader() throws(PIVError) { try send(verification) }

    /// Changes the PIN; the user enters the current PIN, and the new one twice, at the reader.
    ///
    /// - Throws: As ``verifyOnReader()``; ``PIVError/Code/pinEntryMismatch``.
    public mutating func changePINOnReader() throws(PIVError) { try send(change) }

    private mutating func send(_ command: PINEntryCommand) throws(PIVError) {
        do throws(CardError) {
            let answer: ResponseAPDU = try channel.send(command)
            _ = try answer.requireSuccess(of: command.template.header)
        } catch {
            switch error.code {
            case .pinEntryUnsupported: throw PIVError(.unsupported, card: error)
            case .pinEntryCanceled: throw PIVError(.pinEntryCanceled)
            case .pinEntryTimedOut: throw PIVError(.pinEntryTimedOut)
            case .pinEntryMismatch: throw PIVError(.pinEntryMismatch)
            case .pinEntryLength: throw PIVError(.pinMalformed)
            default: throw error.refusal == .incorrectData ? PIVError(.pinMalformed, card: error) : PIVError(error)
            }
        }
    }
}
