import JetonOctets
import SmartCard

/// Data objects.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, 3 and appendix A; part 2, 3.1.2 and 3.3.1.
extension PIVClient where Channel: ~Copyable {
    /// The value of a data object, or nil if the card has none of that tag or an empty one.
    ///
    /// - Parameter tag: Of 1–3 octets, such as `0x5FC102`.
    /// - Returns: The value without its tag and length.
    /// - Throws: ``PIVError/Code/notAuthenticated`` if reading asks for the PIN.
    public mutating func object(_ tag: UInt32) throws(PIVError) -> [UInt8]? {
        guard tag <= 0xFFFFFF else { throw PIVError(.inputMalformed) }
        let list = TLV(tag: PIVTag.Object.tagList, value: TLV.encode(tag: tag)).encoded
        let command = CommandAPDU(
            0x00,
            PIVInstruction.getData,
            0x3F,
            0xFF,
            data: list,
            expectedLength: CommandAPDU.maximumShortExpectedLength
        )
        let answer: [UInt8]
        do throws(PIVError) {
            answer = try perform(command)
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
        let isOwnTag = tag == PIVObjectTag.discovery || tag == PIVObjectTag.biometricTemplates
        guard let value = try Self.objects(answer).firstValue(tag: isOwnTag ? tag : PIVTag.Object.value) else {
            throw PIVError(.answerMalformed)
        }
        return value.isEmpty ? nil : value
    }

    /// Writes a data object; the management key must have been proved.
    ///
    /// - Parameters:
    ///   - tag: Of 1–3 octets.
    ///   - value: Its value; empty deletes the object.
    /// - Throws: ``PIVError/Code/notAuthenticated``, ``PIVError/Code/noMemory``, ``PIVError/Code/unsupported``.
    public mutating func putObject(_ tag: UInt32, _ value: [UInt8]) throws(PIVError) {
        guard tag <= 0xFFFFFF else { throw PIVError(.inputMalformed) }
        let isOwnTag = tag == PIVObjectTag.discovery || tag == PIVObjectTag.biometricTemplates
        let list = isOwnTag ? [] : TLV(tag: PIVTag.Object.tagList, value: TLV.encode(tag: tag)).encoded
        let data = list + TLV(tag: isOwnTag ? tag : PIVTag.Object.value, value: value).encoded
        guard data.count <= CommandAPDU.maximumDataLength else { throw PIVError(.noMemory) }
        _ = try perform(CommandAPDU(0x00, PIVInstruction.putData, 0x3F, 0xFF, data: data))
    }

    /// The discovery object, or nil if the card has none.
    public mutating func discovery() throws(PIVError) -> Discovery? {
        try object(PIVObjectTag.discovery).map { (value) throws(PIVError) in try Discovery(Self.objects(value)) }
    }

    /// The card holder unique identifier, or nil if the card has none.
    public mutating func cardHolder() throws(PIVError) -> CardHolderIdentifier? {
        try object(PIVObjectTag.cardHolderUniqueIdentifier).map { (value) throws(PIVError) in
            try CardHolderIdentifier(Self.objects(value))
        }
    }
}
