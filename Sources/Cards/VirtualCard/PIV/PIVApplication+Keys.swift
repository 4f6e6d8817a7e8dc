import JetonLibcrypto
import JetonOctets
import SmartCard

/// GENERATE ASYMMETRIC KEY PAIR, IMPORT ASYMMETRIC KEY, MOVE and DELETE KEY, SET MANAGEMENT KEY.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 3.3.2; Yubico PIV extensions.
extension PIVApplication {
    mutating func generateKeyPair(_ command: CommandAPDU, _ memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        let reference = command.header.p2
        guard command.header.p1 == 0x00, KeyReference.isPrivateKey(reference) else {
            throw Refusal(.incorrectParameters)
        }
        try requireManagement(memory)
        let members = try Self.members(of: PIVTag.KeyPair.template, in: command.data)
        guard let identifier = members.firstValue(tag: PIVTag.KeyPair.algorithm), identifier.count == 1,
            let algorithm = KeyAlgorithm(onCard: identifier[0])
        else { throw Refusal(.incorrectData) }
        try Self.checkUse(of: algorithm, at: reference)
        if let exponent = members.firstValue(tag: PIVTag.KeyPair.parameter), algorithm.modulusLength != nil {
            guard exponent.drop(while: { $0 == 0 }).elementsEqual(RSAPrivateKey.publicExponent) else {
                throw Refusal(.incorrectData)
            }
        }
        let policy = try Self.pinPolicy(members, reference)
        let key: PrivateKey
        let stored: StoredKey
        do throws(LibcryptoError) {
            key = try PrivateKey(generating: algorithm)
            stored = StoredKey(
                algorithm,
                pinPolicy: policy,
                origin: .generated,
                octets: try key.octets(),
                loaded: key
            )
        } catch {
            throw Refusal(.executionFailed)
        }
        try memory.update { $0.piv.keys[reference] = stored }
        return TLV(tag: PIVTag.PublicKey.template, members: key.publicKeyObjects).encoded
    }

    mutating func importKey(_ command: CommandAPDU, _ memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        let reference = command.header.p2
        guard let algorithm = KeyAlgorithm(onCard: command.header.p1), KeyReference.isPrivateKey(reference) else {
            throw Refusal(.incorrectParameters)
        }
        try requireManagement(memory)
        try Self.checkUse(of: algorithm, at: reference)
        let members = try Self.objects(command.data)
        let policy = try Self.pinPolicy(members, reference)
        let octets = try Self.privateOctets(members, algorithm)
        let stored: StoredKey
        do throws(LibcryptoError) {
            let key = try PrivateKey(algorithm, octets: octets, checks: true)
            stored = StoredKey(algorithm, pinPolicy: policy, origin: .imported, octets: octets, loaded: key)
        } catch {
            throw Refusal(error.code == .invalidInput ? .incorrectData : .executionFailed)
        }
        try memory.update { $0.piv.keys[reference] = stored }
        return []
    }

    /// Moves a key to an empty key reference, or deletes it.
    mutating func moveKey(_ command: CommandAPDU, _ memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        let (target, source) = (command.header.p1, command.header.p2)
        // FF as the target deletes. A key that attests others can't become one of the others, or the reverse.
        guard KeyReference.isPrivateKey(source), target == 0xFF || KeyReference.isPrivateKey(target),
            target == 0xFF || (target == KeyReference.attestation) == (source == KeyReference.attestation)
        else { throw Refusal(.incorrectParameters) }
        guard command.data.isEmpty else { throw Refusal(.wrongLength) }
        try requireManagement(memory)
        guard let key = memory.contents.piv.keys[source] else { throw Refusal(.referencedDataNotFound) }
        guard target == 0xFF || memory.contents.piv.keys[target] == nil else {
            throw Refusal(.conditionsOfUseNotSatisfied)
        }
        try memory.update { contents in
            contents.piv.keys[source] = nil
            if target != 0xFF { contents.piv.keys[target] = key }
        }
        return []
    }

    mutating func setManagementKey(_ command: CommandAPDU, _ memory: inout CardMemory) throws(Refusal) -> [UInt8] {
        guard command.header.p1 == 0xFF, command.header.p2 >= 0xFE else { throw Refusal(.incorrectParameters) }
        // FE asks for a touch, and there is nothing to touch.
        guard command.header.p2 == 0xFF else { throw Refusal(.functionNotSupported) }
        try requireManagement(memory)
        let data = command.data
        guard data.count >= 3, data[1] == KeyReference.management,
            let algorithm = ManagementAlgorithm(identifier: data[0]),
            Int(data[2]) == algorithm.cipher.keyLength, data.count == 3 + algorithm.cipher.keyLength
        else { throw Refusal(.incorrectData) }
        let key = SharedSecret(Self.secret([data.dropFirst(3)], lengths: algorithm.cipher.keyLength))
        try memory.update { contents in
            contents.piv.managementKey = ManagementKey(
                algorithm: algorithm,
                key: key,
                generation: contents.piv.managementKey.generation &+ 1
            )
        }
        status.managementWasProved(memory.contents.piv)
        return []
    }

    /// An attestation is an X.509 signature, which X25519 can't make and which programs don't expect of Ed25519 and GOST.
    private static func checkUse(of algorithm: KeyAlgorithm, at reference: UInt8) throws(Refusal) {
        let attests = algorithm != .ed25519 && algorithm != .x25519 && algorithm.gost == nil
        if reference == KeyReference.attestation, !attests { throw Refusal(.incorrectData) }
    }

    /// The policies that come with a key; one that the card can't keep is refused, not ignored.
    private static func pinPolicy(_ members: [TLV], _ reference: UInt8) throws(Refusal) -> PINPolicy {
        if let touch = members.firstValue(tag: PIVTag.KeyPair.touchPolicy) {
            guard touch.count == 1, touch[0] <= 0x03 else { throw Refusal(.incorrectData) }
            // 00 stands for the standard policy, which is 01, never.
            guard touch[0] <= 0x01 else { throw Refusal(.functionNotSupported) }
        }
        guard let value = members.firstValue(tag: PIVTag.KeyPair.pinPolicy) else { return .standard(reference) }
        guard value.count == 1 else { throw Refusal(.incorrectData) }
        if value[0] == 0x00 { return .standard(reference) }
        guard let policy = PINPolicy(rawValue: value[0]) else { throw Refusal(.incorrectData) }
        return policy
    }

    /// The private octets of an imported key, in the form in which the card keeps them.
    private static func privateOctets(_ members: [TLV], _ algorithm: KeyAlgorithm) throws(Refusal) -> Secret {
        func value(_ tag: UInt32, _ length: Int) throws(Refusal) -> ArraySlice<UInt8> {
            guard let value = members.firstValue(tag: tag)?.drop(while: { $0 == 0 }), value.count <= length else {
                throw Refusal(.incorrectData)
            }
            return value
        }
        switch algorithm {
        case .rsa2048, .rsa3072, .rsa4096:
            // 01 p, 02 q; 03 to 05, the exponents and the coefficient, follow from them and must be there.
            let length = (algorithm.modulusLength ?? 0) / 2
            for tag: UInt32 in 0x03...0x05 { _ = try value(tag, length) }
            return secret([try value(0x01, length), try value(0x02, length)], lengths: length)
        case .p256: return secret([try value(UInt32(PIVTag.KeyPair.scalar), 32)], lengths: 32)
        case .p384: return secret([try value(UInt32(PIVTag.KeyPair.scalar), 48)], lengths: 48)
        case .ed25519, .x25519:
            let tag = algorithm == .ed25519 ? UInt32(PIVTag.KeyPair.ed25519) : UInt32(PIVTag.KeyPair.x25519)
            guard let octets = members.firstValue(tag: tag), octets.count == 32 else {
                throw Refusal(.incorrectData)
            }
            return secret([octets[...]], lengths: 32)
        default:
            // The least significant octet comes first, so that zeros in front count.
            guard let length = algorithm.gost?.algorithm.length,
                let octets = members.firstValue(tag: UInt32(PIVTag.KeyPair.scalar)), octets.count == length
            else { throw Refusal(.incorrectData) }
            return secret([octets[...]], lengths: length)
        }
    }

    /// Parts one behind the other, each filled up in front with zeros to a length that it does not exceed.
    private static func secret(_ parts: [ArraySlice<UInt8>], lengths: Int) -> Secret {
        Secret(capacity: parts.count * lengths) { (target: inout MutableSpan<UInt8>) in
            for (part, octets) in parts.enumerated() {
                let start = (part + 1) * lengths - octets.count
                for (index, octet) in octets.enumerated() { target[start + index] = octet }
            }
            return parts.count * lengths
        }
    }
}
