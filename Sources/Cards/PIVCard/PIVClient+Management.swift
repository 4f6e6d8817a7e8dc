import JetonLibcrypto
public import JetonOctets
import SmartCard

/// The card management key.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 3.2.4 and A.1; Yubico PIV extensions for SET MANAGEMENT KEY.
extension PIVClient where Channel: ~Copyable {
    private static var reference: UInt8 { KeyReference.management }

    /// The algorithm of the card's management key, or nil if the card does not tell it (Yubico).
    public mutating func managementAlgorithm() throws(PIVError) -> ManagementAlgorithm? {
        try optional { (card: inout Self) throws(PIVError) in
            let answer = try card.perform(
                CommandAPDU(0x00, PIVInstruction.getMetadata, 0x00, Self.reference, expectedLength: 256)
            )
            guard let value = try Self.objects(answer).firstValue(tag: PIVTag.Metadata.algorithm), value.count == 1,
                let algorithm = ManagementAlgorithm(rawValue: value[0])
            else { throw PIVError(.answerMalformed) }
            return algorithm
        }
    }

    /// Whether the card's management key is still that from the factory, or nil if the card does not tell (Yubico).
    public mutating func isManagementKeyFactoryValue() throws(PIVError) -> Bool? {
        try optional { (card: inout Self) throws(PIVError) in
            let answer = try card.perform(
                CommandAPDU(0x00, PIVInstruction.getMetadata, 0x00, Self.reference, expectedLength: 256)
            )
            guard let value = try Self.objects(answer).firstValue(tag: PIVTag.Metadata.isFactoryValue) else {
                return nil
            }
            guard value.count == 1 else { throw PIVError(.answerMalformed) }
            return value[0] != 0
        } ?? nil
    }

    /// Proves to the card that the caller has the management key, and has the card prove the same.
    ///
    /// - Parameters:
    ///   - key: The key, 16–32 octets as the algorithm takes.
    ///   - algorithm: The algorithm; nil asks the card, and tries those with keys of that length if it does not tell.
    /// - Throws: ``PIVError/Code/managementKeyIncorrect``; ``PIVError/Code/cardNotProved`` if the card answers without
    ///   having the key, after which the card takes the caller for its administrator nevertheless.
    public mutating func authenticate(
        _ key: borrowing Secret,
        _ algorithm: ManagementAlgorithm? = nil
    ) throws(PIVError) {
        var told = algorithm
        if told == nil { told = try managementAlgorithm() }
        let possible = (told.map { [$0] } ?? ManagementAlgorithm.allCases).filter { $0.keyLength == key.count }
        for candidate in possible.dropLast() {
            // A card refuses to begin with an algorithm that is not its key's: no key is compared.
            let witness: [UInt8]
            do throws(PIVError) {
                witness = try self.witness(candidate)
            } catch {
                guard error.code == .managementKeyIncorrect else { throw error }
                continue
            }
            return try prove(key, candidate, witness)
        }
        guard let last = possible.last else { throw PIVError(.managementKeyIncorrect) }
        try prove(key, last, witness(last))
    }

    /// Has the card begin the proof.
    private mutating func witness(_ algorithm: ManagementAlgorithm) throws(PIVError) -> [UInt8] {
        let witness = try exchange(
            [TLV(tag: PIVTag.Authentication.witness, value: [])],
            algorithm,
            expecting: PIVTag.Authentication.witness
        )
        guard witness.count == algorithm.cipher.blockLength else { throw PIVError(.answerMalformed) }
        return witness
    }

    private mutating func prove(
        _ key: borrowing Secret,
        _ algorithm: ManagementAlgorithm,
        _ witness: [UInt8]
    ) throws(PIVError) {
        let cipher = algorithm.cipher
        let (proof, challenge, expected) = try Self.proof(witness, key, cipher)
        let response = try exchange(
            [
                TLV(tag: PIVTag.Authentication.witness, value: proof),
                TLV(tag: PIVTag.Authentication.challenge, value: challenge),
                TLV(tag: PIVTag.Authentication.response, value: []),
            ],
            algorithm,
            expecting: PIVTag.Authentication.response
        )
        guard ConstantTime.equals(response, expected) else { throw PIVError(.cardNotProved) }
    }

    private static func proof(
        _ witness: [UInt8],
        _ key: borrowing Secret,
        _ cipher: BlockCipher
    ) throws(PIVError) -> (proof: [UInt8], challenge: [UInt8], expected: [UInt8]) {
        do throws(LibcryptoError) {
            let challenge = try Random.octets(cipher.blockLength)
            return (try cipher.decrypt(witness, key: key), challenge, try cipher.encrypt(challenge, key: key))
        } catch {
            throw PIVError(.cryptography)
        }
    }

    private mutating func exchange(
        _ members: [TLV],
        _ algorithm: ManagementAlgorithm,
        expecting tag: UInt32
    ) throws(PIVError) -> [UInt8] {
        let command = CommandAPDU(
            0x00,
            PIVInstruction.generalAuthenticate,
            algorithm.rawValue,
            Self.reference,
            data: TLV(tag: PIVTag.Authentication.template, members: members).encoded,
            expectedLength: 256
        )
        let answer: [UInt8]
        do throws(CardError) {
            answer = try channel.perform(command)
        } catch {
            let refusals: [StatusWord] = [.securityStatusNotSatisfied, .incorrectParameters, .incorrectData]
            guard let word = error.refusal, refusals.contains(word) || word.triesLeft != nil else {
                throw PIVError(error)
            }
            throw PIVError(.managementKeyIncorrect, card: error)
        }
        guard let value = try Self.members(of: PIVTag.Authentication.template, in: answer).firstValue(tag: tag) else {
            throw PIVError(.answerMalformed)
        }
        return value
    }

    /// Sets another management key (Yubico); the present one must have been proved.
    ///
    /// - Parameters:
    ///   - key: The new key, 16–32 octets as the algorithm takes.
    ///   - algorithm: Its algorithm.
    /// - Throws: ``PIVError``.
    public mutating func setManagementKey(
        _ key: borrowing Secret,
        _ algorithm: ManagementAlgorithm
    ) throws(PIVError) {
        guard key.count == algorithm.keyLength else { throw PIVError(.inputMalformed) }
        let head = [algorithm.rawValue, Self.reference, UInt8(algorithm.keyLength)]
        let data = Secret(capacity: head.count + key.count) { (target: inout MutableSpan<UInt8>) in
            for (index, octet) in head.enumerated() { target[index] = octet }
            for index in 0..<key.count { target[head.count + index] = key.withBytes { $0[index] } }
            return head.count + key.count
        }
        var command = CommandAPDU(
            header: CommandHeader(0x00, PIVInstruction.setManagementKey, 0xFF, 0xFF),
            secret: data
        )
        defer { command.wipe() }
        _ = try perform(command)
    }
}
