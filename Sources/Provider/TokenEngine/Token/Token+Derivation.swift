import JetonLibcrypto
import JetonOctets
import PIVCard
import Synchronization

/// C_DeriveKey.
extension Token {
    /// Agrees on a secret with another party's public key and makes a secret key of it.
    ///
    /// - Throws: `CKR_MECHANISM_INVALID`, `CKR_MECHANISM_PARAM_INVALID`, `CKR_KEY_TYPE_INCONSISTENT`,
    ///   `CKR_KEY_FUNCTION_NOT_PERMITTED`, `CKR_TEMPLATE_INCONSISTENT`.
    func derive(
        _ mechanism: EngineMechanism,
        _ base: UInt,
        _ template: AttributeSet,
        session: UInt
    ) throws(TokenFault) -> UInt {
        guard mechanism.type == .ecdh1Derive || mechanism.type == .ecdh1CofactorDerive else {
            throw TokenFault(.mechanismInvalid, "the mechanism cannot derive keys")
        }
        guard case .ecdh(let derivation, let sharedData, let publicData) = mechanism.parameter else {
            throw TokenFault(.mechanismParamInvalid, "the ECDH parameters are missing")
        }
        guard case .card(let key) = try self.key(base).material else {
            throw TokenFault(.keyTypeInconsistent, "the key cannot derive keys")
        }
        guard key.usage.contains(.derive) else {
            // A kind of key that can't is another fault than a key that may not.
            throw CardKeyUsage(key.publicKey).contains(.derive)
                ? TokenFault(.keyFunctionNotPermitted, "the key is not for key derivation")
                : TokenFault(.keyTypeInconsistent, "the key cannot derive keys")
        }
        let parameters = key.publicKey.parameters ?? []
        guard let peer = PublicKeyValue(parameters: parameters, point: publicData)?.point else {
            throw TokenFault(.mechanismParamInvalid, "the public data is not a point of the key's curve")
        }
        let type = KeyType(rawValue: try template.number(.keyType) ?? KeyType.genericSecret.rawValue)
        guard try template.number(.class) ?? ObjectClass.secretKey.rawValue == ObjectClass.secretKey.rawValue,
            [.genericSecret, .aes].contains(type), try template.flag(.token) != true
        else { throw TokenFault(.templateInconsistent, "only session secret keys can be derived") }
        let isSecurityOfficer = state.withLock { $0.securityOfficerPIN != nil }
        try template.check(.secretKey, for: .derive, keyType: type, isSecurityOfficer: isSecurityOfficer)
        let wanted = try template.number(.valueLen)
        var secret = try agree(with: peer, by: key)
        defer { secret.wipe() }
        let octets = try Self.expand(secret, derivation, sharedData, wanted)
        if type == .aes, ![16, 24, 32].contains(octets.count) {
            throw TokenFault(.templateInconsistent, "an AES key has 16, 24 or 32 bytes")
        }
        var attributes = Self.secretKey(octets)
        for name in template.types where name != .valueLen { attributes[name] = template[name] }
        return try addSessionObject(attributes, .secret(octets), session)
    }

    /// Runs the shared secret through the key derivation function and cuts it.
    ///
    /// - SeeAlso: PKCS #11 3.2, 6.3.17; ANSI X9.63, 5.6.3.
    private static func expand(
        _ secret: [UInt8],
        _ derivation: KeyDerivationFunction,
        _ sharedData: [UInt8],
        _ wanted: UInt?
    ) throws(TokenFault) -> [UInt8] {
        guard wanted.map({ $0 > 0 && $0 <= 1024 }) ?? true else {
            throw TokenFault(.attributeValueInvalid, "the key's length is out of range")
        }
        if derivation == .null {
            guard sharedData.isEmpty else {
                throw TokenFault(.mechanismParamInvalid, "shared data requires a derivation function")
            }
            let length = wanted.map { Int($0) } ?? secret.count
            guard length <= secret.count else {
                throw TokenFault(.templateInconsistent, "the shared secret is shorter than the key")
            }
            // The leading octets go: PKCS #11 3.2, 6.3.17.
            return Array(secret.suffix(length))
        }
        let functions: [KeyDerivationFunction: Digest] = [
            .sha1: .sha1, .sha224: .sha224, .sha256: .sha256, .sha384: .sha384, .sha512: .sha512,
        ]
        guard let hash = HashFunction.all.first(where: { $0.digest == functions[derivation] }), let wanted else {
            throw functions[derivation] == nil
                ? TokenFault(.mechanismParamInvalid, "the derivation function is not supported")
                : TokenFault(.templateIncomplete, "the key's length is missing")
        }
        var octets: [UInt8] = []
        var counter: UInt32 = 1
        // Room for all of it: an array that grows leaves copies behind.
        octets.reserveCapacity(Int(wanted) + 64)
        defer { octets.wipe() }
        while octets.count < Int(wanted) {
            var input = secret + counter.bigEndianOctets + sharedData
            defer { input.wipe() }
            var block = try hash.hash(input)
            defer { block.wipe() }
            octets += block
            counter += 1
        }
        return Array(octets.prefix(Int(wanted)))
    }
}
