/// A mechanism with its parameters: CK_MECHANISM.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, section 6.
public struct Mechanism: Hashable, Sendable {
    /// The mechanism's type.
    public let type: MechanismType
    /// The mechanism's parameters.
    public let parameters: MechanismParameters

    /// Makes a mechanism.
    public init(_ type: MechanismType, _ parameters: MechanismParameters = .none) {
        self.type = type
        self.parameters = parameters
    }

    /// `CKM_RSA_PKCS`: PKCS #1 v1.5 over a DigestInfo or, for decryption, a padded message.
    public static let rsaPKCS = Mechanism(.rsaPKCS)
    /// `CKM_ECDSA`: over a digest; the signature is r and s, one behind the other.
    public static let ecdsa = Mechanism(.ecdsa)
    /// `CKM_EDDSA`: pure Ed25519 or Ed448 over the whole message.
    public static let eddsa = Mechanism(.eddsa)
}

/// The parameters of a mechanism, one case for each structure of PKCS #11 that Jeton uses.
public enum MechanismParameters: Hashable, Sendable {
    /// No parameter.
    case none
    /// Octets as they are: an initialisation vector, or a vendor's own structure.
    case octets([UInt8])
    /// A CK_ULONG: the length of a MAC in octets.
    case number(UInt)
    /// CK_RSA_PKCS_PSS_PARAMS; the salt's length is in octets.
    case rsaPSS(hash: MechanismType, mask: MaskGeneration, saltLength: UInt)
    /// CK_RSA_PKCS_OAEP_PARAMS; the label is the encoding parameter, usually empty.
    case rsaOAEP(hash: MechanismType, mask: MaskGeneration, label: [UInt8])
    /// CK_ECDH1_DERIVE_PARAMS; the public point is the peer's, uncompressed and without a DER wrapper.
    case ecdh1(keyDerivation: KeyDerivation, sharedData: [UInt8], publicPoint: [UInt8])
    /// CK_GCM_PARAMS; the tag's length is in bits.
    case gcm(initializationVector: [UInt8], additionalData: [UInt8], tagBits: UInt)
    /// CK_CCM_PARAMS; the lengths are in octets.
    case ccm(dataLength: UInt, nonce: [UInt8], additionalData: [UInt8], macLength: UInt)
    /// CK_AES_CTR_PARAMS; the counter block has 16 octets, of which the last `counterBits` bits count.
    case counter(counterBits: UInt, counterBlock: [UInt8])
    /// CK_EDDSA_PARAMS; the context has at most 255 octets.
    case eddsa(prehash: Bool, context: [UInt8])
    /// CK_KEY_DERIVATION_STRING_DATA.
    case derivationData([UInt8])
}

/// A mask generation function: CK_RSA_PKCS_MGF_TYPE.
public struct MaskGeneration: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt
    /// Makes a function from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// `CKG_MGF1_SHA1`.
    public static let mgf1SHA1 = MaskGeneration(rawValue: 1)
    /// `CKG_MGF1_SHA256`.
    public static let mgf1SHA256 = MaskGeneration(rawValue: 2)
    /// `CKG_MGF1_SHA384`.
    public static let mgf1SHA384 = MaskGeneration(rawValue: 3)
    /// `CKG_MGF1_SHA512`.
    public static let mgf1SHA512 = MaskGeneration(rawValue: 4)
    /// `CKG_MGF1_SHA224`.
    public static let mgf1SHA224 = MaskGeneration(rawValue: 5)
}

/// What becomes of a shared secret: CK_EC_KDF_TYPE.
public struct KeyDerivation: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt
    /// Makes a function from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// `CKD_NULL`: the secret itself.
    public static let null = KeyDerivation(rawValue: 1)
    /// `CKD_SHA1_KDF`.
    public static let sha1 = KeyDerivation(rawValue: 2)
    /// `CKD_SHA256_KDF`.
    public static let sha256 = KeyDerivation(rawValue: 6)
    /// `CKD_SHA384_KDF`.
    public static let sha384 = KeyDerivation(rawValue: 7)
    /// `CKD_SHA512_KDF`.
    public static let sha512 = KeyDerivation(rawValue: 8)
}
