import JetonLibcrypto
import JetonOctets
import SmartCard

/// GENERAL AUTHENTICATE.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 3.2.4 and appendix A.
extension PIVApplication {
    /// The members of the dynamic authentication template.
    private struct Template {
        var witness: [UInt8]?
        var challenge: [UInt8]?
        var response: [UInt8]?
        var exponentiation: [UInt8]?

        init(_ octets: [UInt8]) throws(Refusal) {
            for member in try PIVApplication.members(of: PIVTag.Authentication.template, in: octets) {
                switch member.tag {
                case PIVTag.Authentication.witness where witness == nil: witness = member.value
                case PIVTag.Authentication.challenge where challenge == nil: challenge = member.value
                case PIVTag.Authentication.response where response == nil: response = member.value
                case PIVTag.Authentication.exponentiation where exponentiation == nil: exponentiation = member.value
                default: throw Refusal(.incorrectData)
                }
            }
        }
    }

    mutating func generalAuthenticate(
        _ command: CommandAPDU,
        _ proof: ManagementProof?,
        _ memory: CardMemory
    ) throws(Refusal) -> [UInt8] {
        let (algorithm, reference) = (command.header.p1, command.header.p2)
        let template = try Template(command.data)
        if reference == KeyReference.management {
            let key = memory.contents.piv.managementKey
            guard ManagementAlgorithm(identifier: algorithm) == key.algorithm else {
                throw Refusal(.incorrectParameters)
            }
            return try authenticateManagement(template, key, proof, memory)
        }
        guard KeyReference.isPrivateKey(reference), reference != KeyReference.attestation else {
            throw Refusal(.incorrectParameters)
        }
        guard let key = memory.contents.piv.keys[reference] else { throw Refusal(.referencedDataNotFound) }
        guard key.algorithm.rawValue == algorithm else { throw Refusal(.incorrectParameters) }
        guard status.allows(key.pinPolicy, memory.contents.piv) else {
            throw Refusal(.securityStatusNotSatisfied)
        }
        guard template.response?.isEmpty == true, template.witness == nil else { throw Refusal(.incorrectData) }
        status.keyWasUsed()
        return Self.answer(PIVTag.Authentication.response, try Self.use(key, template))
    }

    private static func answer(_ tag: UInt32, _ value: [UInt8]) -> [UInt8] {
        TLV(tag: PIVTag.Authentication.template, members: [TLV(tag: tag, value: value)]).encoded
    }

    /// One operation of a private key: on a challenge, or on another party's public key.
    private static func use(_ key: StoredKey, _ template: Template) throws(Refusal) -> [UInt8] {
        do throws(LibcryptoError) {
            switch (try key.key(), template.challenge, template.exponentiation) {
            case (.rsa(let key), let input?, nil): return try key.privateOperation(input)
            case (.ec(let key), let digest?, nil) where digest.count <= key.curve.fieldLength:
                return try key.sign(digest: digest)
            case (.ec(let key), nil, let point?): return try key.sharedSecret(with: point)
            case (.curve25519(let key), let message?, nil): return try key.sign(message)
            case (.gost(let pair), let digest?, nil): return try pair.key.sign(digest: digest)
            case (.curve25519(let key), nil, let peer?): return try key.sharedSecret(with: peer)
            default: throw LibcryptoError(.invalidInput)
            }
        } catch {
            throw Refusal(error.code == .invalidInput ? .incorrectData : .executionFailed)
        }
    }

    private mutating func authenticateManagement(
        _ template: Template,
        _ key: ManagementKey,
        _ proof: ManagementProof?,
        _ memory: CardMemory
    ) throws(Refusal) -> [UInt8] {
        do throws(LibcryptoError) {
            switch (template.witness, template.challenge, template.response) {
            case (let witness?, nil, nil) where witness.isEmpty:
                let octets = try Random.octets(key.algorithm.cipher.blockLength)
                expectedProof = .witness(octets)
                return Self.answer(PIVTag.Authentication.witness, try Self.encrypt(octets, key))
            case (nil, let challenge?, nil) where challenge.isEmpty:
                let octets = try Random.octets(key.algorithm.cipher.blockLength)
                expectedProof = .response(try Self.encrypt(octets, key))
                return Self.answer(PIVTag.Authentication.challenge, octets)
            case (let witness?, let challenge?, let response):
                guard response?.isEmpty ?? true, challenge.count == key.algorithm.cipher.blockLength else {
                    throw LibcryptoError(.invalidInput)
                }
                guard case .witness(let expected) = proof, ConstantTime.equals(expected, witness) else { break }
                status.managementWasProved(memory.contents.piv)
                return Self.answer(PIVTag.Authentication.response, try Self.encrypt(challenge, key))
            case (nil, nil, let response?):
                guard case .response(let expected) = proof, ConstantTime.equals(expected, response) else { break }
                status.managementWasProved(memory.contents.piv)
                return []
            default: throw LibcryptoError(.invalidInput)
            }
        } catch {
            throw Refusal(error.code == .invalidInput ? .incorrectData : .executionFailed)
        }
        status.forgetManagement()
        throw Refusal(.securityStatusNotSatisfied)
    }

    private static func encrypt(_ octets: [UInt8], _ key: ManagementKey) throws(LibcryptoError) -> [UInt8] {
        try key.key.borrow { (secret) throws(LibcryptoError) in
            try key.algorithm.cipher.encrypt(octets, key: secret)
        }
    }
}
