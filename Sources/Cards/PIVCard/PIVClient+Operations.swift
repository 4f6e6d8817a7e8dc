import JetonOctets
import SmartCard

/// What private keys do.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 3.2.4 and A.4 to A.5.
extension PIVClient where Channel: ~Copyable {
    /// Signs with a private key.
    ///
    /// - Parameters:
    ///   - input: For RSA, the padded block, as long as the modulus; for ECDSA, the digest, at most as long as the
    ///     curve's order; for Ed25519, the message; for GOST R 34.10, the digest, as long as a coordinate.
    ///   - algorithm: The key's algorithm.
    ///   - slot: The key.
    /// - Returns: For RSA, as many octets as the modulus has; for ECDSA, r and s in DER; for Ed25519, 64 octets;
    ///   for GOST R 34.10, s, then r.
    /// - Throws: ``PIVError/Code/notAuthenticated`` if the key asks for the PIN; ``PIVError/Code/notFound`` without a
    ///   key; ``PIVError/Code/inputMalformed``.
    public mutating func sign(
        _ input: [UInt8],
        with algorithm: KeyAlgorithm,
        in slot: KeySlot
    ) throws(PIVError) -> [UInt8] {
        try operate(algorithm, slot, tag: PIVTag.Authentication.challenge, input)
    }

    /// Decrypts with a private RSA key.
    ///
    /// - Parameters:
    ///   - input: As many octets as the modulus has.
    ///   - algorithm: The key's algorithm.
    ///   - slot: The key's slot.
    /// - Returns: The padded block, as many octets; the caller takes the padding off.
    /// - Throws: As ``sign(_:with:in:)``.
    public mutating func decipher(
        _ input: [UInt8],
        with algorithm: KeyAlgorithm,
        in slot: KeySlot
    ) throws(PIVError) -> [UInt8] {
        guard let length = algorithm.modulusLength, input.count == length else { throw PIVError(.inputMalformed) }
        return try operate(algorithm, slot, tag: PIVTag.Authentication.challenge, input)
    }

    /// Agrees on a secret with a peer (ECDH, X25519).
    ///
    /// - Parameters:
    ///   - peer: The peer's public point or key, as long as the algorithm's.
    ///   - algorithm: The key's algorithm.
    ///   - slot: The key's slot.
    /// - Returns: The shared x coordinate, 32 or 48 octets; the caller wipes it.
    /// - Throws: As ``sign(_:with:in:)``.
    public mutating func agree(
        with peer: [UInt8],
        _ algorithm: KeyAlgorithm,
        in slot: KeySlot
    ) throws(PIVError) -> [UInt8] {
        guard algorithm != .ed25519, algorithm.gost == nil, let length = algorithm.pointLength, peer.count == length
        else {
            throw PIVError(.inputMalformed)
        }
        return try operate(algorithm, slot, tag: PIVTag.Authentication.exponentiation, peer)
    }

    private mutating func operate(
        _ algorithm: KeyAlgorithm,
        _ slot: KeySlot,
        tag: UInt32,
        _ input: [UInt8]
    ) throws(PIVError) -> [UInt8] {
        let members = [TLV(tag: PIVTag.Authentication.response, value: []), TLV(tag: tag, value: input)]
        let data = TLV(tag: PIVTag.Authentication.template, members: members).encoded
        guard data.count <= CommandAPDU.maximumDataLength else { throw PIVError(.inputMalformed) }
        let command = CommandAPDU(
            0x00,
            PIVInstruction.generalAuthenticate,
            algorithm.rawValue,
            slot.rawValue,
            data: data,
            expectedLength: CommandAPDU.maximumShortExpectedLength
        )
        let answer = try Self.members(of: PIVTag.Authentication.template, in: try perform(command))
        guard let result = answer.firstValue(tag: PIVTag.Authentication.response), !result.isEmpty else {
            throw PIVError(.answerMalformed)
        }
        return result
    }
}
