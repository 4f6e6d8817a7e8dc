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
    /// Octets as they are: an initialization vector, or a vendor's own structure.
    case octets([UInt8])
    /// A CK_ULONG: the length of a MAC in octets.
    case number(UInt)
    /// CK_RSA_PKCS_PSS_PARAMS; the salt's length is in octets.
    case rsaPSS(hash: MechanismType, mask: MaskGeneration, saltLength: UInt)
    /// CK_RSA_PKCS_OAEP_PARAMS; the label is the encoding parameter, usually empty.
    case rsaOAEP(hash: MechanismType, mask: MaskGeneration, label: [UInt8])
    /// CK_ECDH1_DERIVE_PARAMS; the public point is the peer's, uncompressed and without a DER wrapper.
    case ecdh1(keyDerivation: KeyDerivationFunction, sharedData: [UInt8], publicPoint: [UInt8])
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
