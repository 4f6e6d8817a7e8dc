import JetonLibcrypto
import JetonOctets
import SmartCard

/// GET METADATA, GET SERIAL, ATTEST, SET PIN RETRIES, RESET, GET VERSION.
///
/// - SeeAlso: Yubico PIV extensions.
extension PIVApplication {
    /// The touch policy of every key: never.
    private static let touchPolicy: UInt8 = 0x01

    func getVersion(_ command: CommandAPDU) throws(Refusal) -> [UInt8] {
        try Self.requireNoParameters(command)
        return Self.version
    }

    func getSerial(_ command: CommandAPDU, _ memory: CardMemory) throws(Refusal) -> [UInt8] {
        try Self.requireNoParameters(command)
        return memory.contents.serialNumber.bigEndianOctets
    }

    func getMetadata(_ command: CommandAPDU, _ memory: CardMemory) throws(Refusal) -> [UInt8] {
        guard command.header.p1 == 0x00 else { throw Refusal(.incorrectParameters) }
        let piv = memory.contents.piv
        let objects: [TLV]
        switch command.header.p2 {
        case KeyReference.applicationPIN: objects = Self.metadata(piv.pin, PINReference.factoryPIN)
        case KeyReference.unblockingKey:
            objects = Self.metadata(piv.unblockingKey, PINReference.factoryUnblockingKey)
        case KeyReference.management:
            objects = [
                TLV(tag: PIVTag.Metadata.algorithm, value: [piv.managementKey.algorithm.rawValue]),
                TLV(tag: PIVTag.Metadata.policy, value: [0x00, Self.touchPolicy]),
                TLV(tag: PIVTag.Metadata.isFactoryValue, value: [piv.managementKey.isFactory ? 1 : 0]),
            ]
        case let reference:
            guard let key = piv.keys[reference] else { throw Refusal(.referencedDataNotFound) }
            objects = [
                TLV(tag: PIVTag.Metadata.algorithm, value: [key.algorithm.rawValue]),
                TLV(tag: PIVTag.Metadata.policy, value: [key.pinPolicy.rawValue, Self.touchPolicy]),
                TLV(tag: PIVTag.Metadata.origin, value: [key.origin.rawValue]),
                TLV(tag: PIVTag.Metadata.publicKey, members: try Self.load(key).publicKeyObjects),
            ]
        }
        return objects.flatMap(\.encoded)
    }

    private static func metadata(_ pin: PINReference, _ factory: [UInt8]) -> [TLV] {
        [
            TLV(tag: PIVTag.Metadata.algorithm, value: [0xFF]),
            TLV(tag: PIVTag.Metadata.isFactoryValue, value: [pin.isFactory(factory) ? 1 : 0]),
            TLV(tag: PIVTag.Metadata.tries, value: [pin.maximumTries, pin.triesLeft]),
        ]
    }

    func attest(_ command: CommandAPDU, _ memory: CardMemory) throws(Refusal) -> [UInt8] {
        let reference = command.header.p1
        guard command.header.p2 == 0x00, KeyReference.isPrivateKey(reference) else {
            throw Refusal(.incorrectParameters)
        }
        let piv = memory.contents.piv
        guard let key = piv.keys[reference], let signer = piv.keys[KeyReference.attestation],
            let container = piv.objects[PIVObjectTag.attestationCertificate]
        else { throw Refusal(.referencedDataNotFound) }
        // Only of a key that the card has made can it be told where it is.
        guard key.origin == .generated else { throw Refusal(.incorrectData) }
        do throws(LibcryptoError) {
            return try AttestationCertificate(
                of: key,
                at: reference,
                serialNumber: memory.contents.serialNumber
            ).signed(by: signer, issuerContainer: container)
        } catch {
            throw Refusal(error.code == .invalidInput ? .referenceDataNotUsable : .executionFailed)
        }
    }

    mutating func setPINRetries(_ command: CommandAPDU, _ memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        let (pinTries, unblockingTries) = (command.header.p1, command.header.p2)
        guard pinTries > 0, unblockingTries > 0 else { throw Refusal(.incorrectParameters) }
        guard command.data.isEmpty else { throw Refusal(.wrongLength) }
        try requireManagement(memory)
        guard status.isPINVerified(memory.contents.piv) else { throw Refusal(.securityStatusNotSatisfied) }
        try memory.update { contents in
            let (pin, unblocking) = (contents.piv.pin, contents.piv.unblockingKey)
            contents.piv.pin = .factory(
                PINReference.factoryPIN,
                tries: pinTries,
                generation: pin.generation &+ 1
            )
            contents.piv.unblockingKey = .factory(
                PINReference.factoryUnblockingKey,
                tries: unblockingTries,
                generation: unblocking.generation &+ 1
            )
        }
        return []
    }

    mutating func resetApplication(_ command: CommandAPDU, _ memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        try Self.requireNoParameters(command)
        let piv = memory.contents.piv
        guard piv.pin.triesLeft == 0, piv.unblockingKey.triesLeft == 0 else {
            throw Refusal(.conditionsOfUseNotSatisfied)
        }
        let objects: [UInt32: [UInt8]]
        do throws(LibcryptoError) { objects = try DataObjects.factory() } catch { throw Refusal(.executionFailed) }
        try memory.update { $0.piv.reset(objects: objects) }
        reset()
        return []
    }

    private static func load(_ key: StoredKey) throws(Refusal) -> PrivateKey {
        do throws(LibcryptoError) { return try key.key() } catch { throw Refusal(.executionFailed) }
    }

    private static func requireNoParameters(_ command: CommandAPDU) throws(Refusal) {
        guard command.header.p1 == 0x00, command.header.p2 == 0x00 else { throw Refusal(.incorrectParameters) }
        guard command.data.isEmpty else { throw Refusal(.wrongLength) }
    }
}
