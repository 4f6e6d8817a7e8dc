import JetonOctets
import SmartCard

/// Making, importing and describing keys.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 3.3.2; Yubico PIV extensions.
extension PIVClient where Channel: ~Copyable {
    /// Has the card make a key; the management key must have been proved.
    ///
    /// A key that was there is gone.
    ///
    /// - Parameters:
    ///   - algorithm: The key's algorithm.
    ///   - slot: Where it goes.
    ///   - pinPolicy: Other than the slot's own on cards with Yubico's extensions only.
    ///   - touchPolicy: Likewise.
    /// - Returns: The public key.
    /// - Throws: ``PIVError``.
    public mutating func generateKey(
        _ algorithm: KeyAlgorithm,
        in slot: KeySlot,
        pinPolicy: KeyPolicy = .standard,
        touchPolicy: KeyPolicy = .standard
    ) throws(PIVError) -> CardPublicKey {
        let members =
            [TLV(tag: PIVTag.KeyPair.algorithm, value: [algorithm.rawValue])] + Self.policies(pinPolicy, touchPolicy)
        let command = CommandAPDU(
            0x00,
            PIVInstruction.generateKeyPair,
            0x00,
            slot.rawValue,
            data: TLV(tag: PIVTag.KeyPair.template, members: members).encoded,
            expectedLength: 256
        )
        return try CardPublicKey(try Self.members(of: PIVTag.PublicKey.template, in: try perform(command)), algorithm)
    }

    /// Puts a key from outside on the card (Yubico); the management key must have been proved.
    ///
    /// - Parameters:
    ///   - key: The private key.
    ///   - slot: Where it goes.
    ///   - pinPolicy: When it asks for the PIN.
    ///   - touchPolicy: When it asks for a touch.
    /// - Throws: ``PIVError``.
    public mutating func importKey(
        _ key: borrowing ImportedKey,
        in slot: KeySlot,
        pinPolicy: KeyPolicy = .standard,
        touchPolicy: KeyPolicy = .standard
    ) throws(PIVError) {
        let policies = Self.policies(pinPolicy, touchPolicy).flatMap(\.encoded)
        let header = CommandHeader(0x00, PIVInstruction.importKey, key.algorithm.rawValue, slot.rawValue)
        var command = CommandAPDU(header: header, secret: key.encoded)
        command.data += policies
        defer { command.wipe() }
        _ = try perform(command)
    }

    /// What the card tells of a slot's key, or nil if there is none or the card does not tell (Yubico).
    public mutating func metadata(of slot: KeySlot) throws(PIVError) -> KeyMetadata? {
        do throws(PIVError) {
            let answer = try perform(
                CommandAPDU(0x00, PIVInstruction.getMetadata, 0x00, slot.rawValue, expectedLength: 256)
            )
            return try KeyMetadata(try Self.objects(answer))
        } catch {
            guard error.code == .unsupported || error.code == .notFound else { throw error }
            return nil
        }
    }

    /// Deletes a key (Yubico, since 5.7); the management key must have been proved.
    ///
    /// - Throws: ``PIVError/Code/notFound`` without a key; ``PIVError/Code/unsupported`` if the card can't.
    public mutating func deleteKey(in slot: KeySlot) throws(PIVError) {
        _ = try perform(CommandAPDU(0x00, PIVInstruction.moveKey, 0xFF, slot.rawValue))
    }

    /// A certificate, in DER, in which the card says that it has made a slot's key itself (Yubico).
    ///
    /// - Throws: ``PIVError/Code/notFound`` without a key; ``PIVError/Code/inputMalformed`` if it was imported.
    public mutating func attestation(of slot: KeySlot) throws(PIVError) -> [UInt8] {
        try perform(CommandAPDU(0x00, PIVInstruction.attest, slot.rawValue, 0x00, expectedLength: 256))
    }

    private static func policies(_ pin: KeyPolicy, _ touch: KeyPolicy) -> [TLV] {
        // Cards without the extensions refuse the tags, so they are sent only if they say something.
        (pin == .standard ? [] : [TLV(tag: PIVTag.KeyPair.pinPolicy, value: [pin.rawValue])])
            + (touch == .standard ? [] : [TLV(tag: PIVTag.KeyPair.touchPolicy, value: [touch.rawValue])])
    }
}
