/// A mechanism; the numbers of PKCS #11 3.2 (`CKM_...`).
///
/// Those with a hash function are in ``HashFunction``.
public struct MechanismType: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt

    /// Names a mechanism by its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `CKM_RSA_PKCS_KEY_PAIR_GEN`.
    public static let rsaKeyPairGeneration = MechanismType(rawValue: 0x0)
    /// `CKM_RSA_PKCS`.
    public static let rsaPKCS = MechanismType(rawValue: 0x1)
    /// `CKM_RSA_X_509`.
    public static let rsaX509 = MechanismType(rawValue: 0x3)
    /// `CKM_RSA_PKCS_OAEP`.
    public static let rsaOAEP = MechanismType(rawValue: 0x9)
    /// `CKM_RSA_PKCS_PSS`.
    public static let rsaPSS = MechanismType(rawValue: 0xD)
    /// `CKM_EC_KEY_PAIR_GEN`.
    public static let ecKeyPairGeneration = MechanismType(rawValue: 0x1040)
    /// `CKM_EC_EDWARDS_KEY_PAIR_GEN`.
    public static let edwardsKeyPairGeneration = MechanismType(rawValue: 0x1055)
    /// `CKM_EC_MONTGOMERY_KEY_PAIR_GEN`.
    public static let montgomeryKeyPairGeneration = MechanismType(rawValue: 0x1056)
    /// `CKM_ECDSA`.
    public static let ecdsa = MechanismType(rawValue: 0x1041)
    /// `CKM_EDDSA`.
    public static let eddsa = MechanismType(rawValue: 0x1057)
    /// `CKM_ECDH1_DERIVE`.
    public static let ecdh1Derive = MechanismType(rawValue: 0x1050)
    /// `CKM_ECDH1_COFACTOR_DERIVE`.
    public static let ecdh1CofactorDerive = MechanismType(rawValue: 0x1051)
}
