/// What an attribute of an object tells; the numbers of PKCS #11 3.2 (`CKA_...`).
public struct AttributeType: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt

    /// Names an attribute by its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `CKA_CLASS`.
    public static let objectClass = AttributeType(rawValue: 0x0)
    /// `CKA_TOKEN`.
    public static let token = AttributeType(rawValue: 0x1)
    /// `CKA_PRIVATE`.
    public static let isPrivate = AttributeType(rawValue: 0x2)
    /// `CKA_LABEL`.
    public static let label = AttributeType(rawValue: 0x3)
    /// `CKA_UNIQUE_ID`.
    public static let uniqueIdentifier = AttributeType(rawValue: 0x4)
    /// `CKA_APPLICATION`.
    public static let application = AttributeType(rawValue: 0x10)
    /// `CKA_VALUE`.
    public static let value = AttributeType(rawValue: 0x11)
    /// `CKA_OBJECT_ID`.
    public static let objectIdentifier = AttributeType(rawValue: 0x12)
    /// `CKA_CERTIFICATE_TYPE`.
    public static let certificateType = AttributeType(rawValue: 0x80)
    /// `CKA_ISSUER`.
    public static let issuer = AttributeType(rawValue: 0x81)
    /// `CKA_SERIAL_NUMBER`.
    public static let serialNumber = AttributeType(rawValue: 0x82)
    /// `CKA_TRUSTED`.
    public static let trusted = AttributeType(rawValue: 0x86)
    /// `CKA_CERTIFICATE_CATEGORY`.
    public static let certificateCategory = AttributeType(rawValue: 0x87)
    /// `CKA_JAVA_MIDP_SECURITY_DOMAIN`.
    public static let javaMidpSecurityDomain = AttributeType(rawValue: 0x88)
    /// `CKA_URL`.
    public static let url = AttributeType(rawValue: 0x89)
    /// `CKA_HASH_OF_SUBJECT_PUBLIC_KEY`.
    public static let hashOfSubjectPublicKey = AttributeType(rawValue: 0x8A)
    /// `CKA_HASH_OF_ISSUER_PUBLIC_KEY`.
    public static let hashOfIssuerPublicKey = AttributeType(rawValue: 0x8B)
    /// `CKA_NAME_HASH_ALGORITHM`.
    public static let nameHashAlgorithm = AttributeType(rawValue: 0x8C)
    /// `CKA_CHECK_VALUE`.
    public static let checkValue = AttributeType(rawValue: 0x90)
    /// `CKA_KEY_TYPE`.
    public static let keyType = AttributeType(rawValue: 0x100)
    /// `CKA_SUBJECT`.
    public static let subject = AttributeType(rawValue: 0x101)
    /// `CKA_ID`.
    public static let identifier = AttributeType(rawValue: 0x102)
    /// `CKA_SENSITIVE`.
    public static let sensitive = AttributeType(rawValue: 0x103)
    /// `CKA_ENCRYPT`.
    public static let encrypt = AttributeType(rawValue: 0x104)
    /// `CKA_DECRYPT`.
    public static let decrypt = AttributeType(rawValue: 0x105)
    /// `CKA_WRAP`.
    public static let wrap = AttributeType(rawValue: 0x106)
    /// `CKA_UNWRAP`.
    public static let unwrap = AttributeType(rawValue: 0x107)
    /// `CKA_SIGN`.
    public static let sign = AttributeType(rawValue: 0x108)
    /// `CKA_SIGN_RECOVER`.
    public static let signRecover = AttributeType(rawValue: 0x109)
    /// `CKA_VERIFY`.
    public static let verify = AttributeType(rawValue: 0x10A)
    /// `CKA_VERIFY_RECOVER`.
    public static let verifyRecover = AttributeType(rawValue: 0x10B)
    /// `CKA_DERIVE`.
    public static let derive = AttributeType(rawValue: 0x10C)
    /// `CKA_START_DATE`.
    public static let startDate = AttributeType(rawValue: 0x110)
    /// `CKA_END_DATE`.
    public static let endDate = AttributeType(rawValue: 0x111)
    /// `CKA_MODULUS`.
    public static let modulus = AttributeType(rawValue: 0x120)
    /// `CKA_MODULUS_BITS`.
    public static let modulusBits = AttributeType(rawValue: 0x121)
    /// `CKA_PUBLIC_EXPONENT`.
    public static let publicExponent = AttributeType(rawValue: 0x122)
    /// `CKA_PRIVATE_EXPONENT`.
    public static let privateExponent = AttributeType(rawValue: 0x123)
    /// `CKA_PRIME_1`.
    public static let prime1 = AttributeType(rawValue: 0x124)
    /// `CKA_PRIME_2`.
    public static let prime2 = AttributeType(rawValue: 0x125)
    /// `CKA_EXPONENT_1`.
    public static let exponent1 = AttributeType(rawValue: 0x126)
    /// `CKA_EXPONENT_2`.
    public static let exponent2 = AttributeType(rawValue: 0x127)
    /// `CKA_COEFFICIENT`.
    public static let coefficient = AttributeType(rawValue: 0x128)
    /// `CKA_PUBLIC_KEY_INFO`.
    public static let publicKeyInfo = AttributeType(rawValue: 0x129)
    /// `CKA_VALUE_LEN`.
    public static let valueLength = AttributeType(rawValue: 0x161)
    /// `CKA_EXTRACTABLE`.
    public static let extractable = AttributeType(rawValue: 0x162)
    /// `CKA_LOCAL`.
    public static let local = AttributeType(rawValue: 0x163)
    /// `CKA_NEVER_EXTRACTABLE`.
    public static let neverExtractable = AttributeType(rawValue: 0x164)
    /// `CKA_ALWAYS_SENSITIVE`.
    public static let alwaysSensitive = AttributeType(rawValue: 0x165)
    /// `CKA_KEY_GEN_MECHANISM`.
    public static let keyGenerationMechanism = AttributeType(rawValue: 0x166)
    /// `CKA_MODIFIABLE`.
    public static let modifiable = AttributeType(rawValue: 0x170)
    /// `CKA_COPYABLE`.
    public static let copyable = AttributeType(rawValue: 0x171)
    /// `CKA_DESTROYABLE`.
    public static let destroyable = AttributeType(rawValue: 0x172)
    /// `CKA_EC_PARAMS`.
    public static let ecParameters = AttributeType(rawValue: 0x180)
    /// `CKA_EC_POINT`.
    public static let ecPoint = AttributeType(rawValue: 0x181)
    /// `CKA_ALWAYS_AUTHENTICATE`.
    public static let alwaysAuthenticate = AttributeType(rawValue: 0x202)
    /// `CKA_WRAP_WITH_TRUSTED`.
    public static let wrapWithTrusted = AttributeType(rawValue: 0x210)
    /// `CKA_PROFILE_ID`.
    public static let profileIdentifier = AttributeType(rawValue: 0x601)
    /// `CKA_HW_FEATURE_TYPE`.
    public static let hardwareFeatureType = AttributeType(rawValue: 0x300)
    /// `CKA_VENDOR_SECURE_MESSAGING_AVAILABLE`.
    public static let secureMessagingAvailable = AttributeType(rawValue: 0x8000_3000)
    /// `CKA_VENDOR_CURRENT_SECURE_MESSAGING_MODE`.
    public static let currentSecureMessagingMode = AttributeType(rawValue: 0x8000_3001)
    /// `CKA_VENDOR_SUPPORTED_SECURE_MESSAGING_MODES`.
    public static let supportedSecureMessagingModes = AttributeType(rawValue: 0x8000_3002)
    /// `CKA_VENDOR_CURRENT_TOKEN_INTERFACE`.
    public static let currentTokenInterface = AttributeType(rawValue: 0x8000_3003)
    /// `CKA_VENDOR_SUPPORTED_TOKEN_INTERFACE`.
    public static let supportedTokenInterface = AttributeType(rawValue: 0x8000_3004)
    /// `CKA_VENDOR_MODEL_NAME`.
    public static let modelName = AttributeType(rawValue: 0x8000_3010)
    /// `CKA_WRAP_TEMPLATE`.
    public static let wrapTemplate = AttributeType(rawValue: 0x40000211)
    /// `CKA_UNWRAP_TEMPLATE`.
    public static let unwrapTemplate = AttributeType(rawValue: 0x40000212)
    /// `CKA_DERIVE_TEMPLATE`.
    public static let deriveTemplate = AttributeType(rawValue: 0x40000213)
    /// `CKA_ALLOWED_MECHANISMS`.
    public static let allowedMechanisms = AttributeType(rawValue: 0x40000600)
    /// `CKA_ENCAPSULATE`.
    public static let encapsulate = AttributeType(rawValue: 0x633)
    /// `CKA_DECAPSULATE`.
    public static let decapsulate = AttributeType(rawValue: 0x634)
}
