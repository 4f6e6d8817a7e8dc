import JetonLibcrypto
import PIVCard

/// Keys and random numbers.
extension Engine {
    /// Has the card make a key pair.
    ///
    /// - Returns: The handles of both keys.
    /// - Throws: `CKR_MECHANISM_INVALID`, `CKR_TEMPLATE_INCOMPLETE`, `CKR_KEY_SIZE_RANGE`, `CKR_CURVE_NOT_SUPPORTED`,
    ///   `CKR_DEVICE_MEMORY`, `CKR_USER_NOT_LOGGED_IN`.
    public func generateKeyPair(
        _ handle: UInt,
        _ mechanism: EngineMechanism,
        publicTemplate: [EngineAttribute],
        privateTemplate: [EngineAttribute]
    ) throws(TokenFault) -> (publicKey: UInt, privateKey: UInt) {
        let session = try session(handle)
        let publicAttributes = try AttributeSet(publicTemplate)
        let privateAttributes = try AttributeSet(privateTemplate)
        guard session.token.mechanisms[mechanism.type]?.flags.contains(.generateKeyPair) == true else {
            throw TokenFault(.mechanismInvalid, "the mechanism cannot generate key pairs")
        }
        try mechanism.requireNoParameter()
        if try privateAttributes.flag(.token) == true { try session.requireReadWrite() }
        let algorithm = try Self.algorithm(mechanism.type, publicAttributes, session.token.facts)
        for type: AttributeType in [.gostr3410Params, .gostr3411Params] {
            try privateAttributes.requireSame(type, publicAttributes[type] ?? [])
        }
        return try session.token.generate(algorithm, publicAttributes, privateAttributes, session: handle)
    }

    private static func algorithm(
        _ mechanism: MechanismType,
        _ template: AttributeSet,
        _ facts: CardFacts
    ) throws(TokenFault) -> KeyAlgorithm {
        guard mechanism != .rsaPKCSKeyPairGen else {
            guard let bits = try template.number(.modulusBits) else {
                throw TokenFault(.templateIncomplete, "the modulus's length is missing")
            }
            if let exponent = template[.publicExponent], !exponent.isEmpty,
                Array(exponent.drop { $0 == 0 }) != RSAPrivateKey.publicExponent
            {
                throw TokenFault(.attributeValueInvalid, "the public exponent must be 65537")
            }
            switch bits {
            case 2048: return .rsa2048
            case 3072: return .rsa3072
            case 4096 where facts.hasExtensions: return .rsa4096
            default: throw TokenFault(.keySizeRange, "the card does not support RSA keys of this length")
            }
        }
        if mechanism == .gostr3410KeyPairGen || mechanism == .gostr3410_512KeyPairGen {
            let keyType: KeyType = mechanism == .gostr3410KeyPairGen ? .gostr3410 : .gostr3410_512
            return try template.gostAlgorithm(keyType)
        }
        let algorithm = PublicKeyValue.algorithm(try template.required(.ecParams))
        switch (algorithm, mechanism) {
        case (.p256?, .ecKeyPairGen), (.p384?, .ecKeyPairGen),
            (.ed25519?, .ecEdwardsKeyPairGen), (.x25519?, .ecMontgomeryKeyPairGen):
            return algorithm ?? .p256
        default: throw TokenFault(.curveNotSupported, "the card does not support keys on this curve")
        }
    }

    /// Agrees on a secret key with another party.
    ///
    /// - Returns: The key's handle.
    public func deriveKey(
        _ handle: UInt,
        _ mechanism: EngineMechanism,
        _ base: UInt,
        _ template: [EngineAttribute]
    ) throws(TokenFault) -> UInt {
        try session(handle).token.derive(mechanism, base, try AttributeSet(template), session: handle)
    }

    /// Random octets.
    public func random(_ handle: UInt, _ count: Int) throws(TokenFault) -> [UInt8] {
        _ = try session(handle)
        do throws(LibcryptoError) { return try Random.octets(count) } catch { throw TokenFault(error) }
    }
}
