// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The digits of SHA3_256 and the like are kept apart as the standard keeps them.
extension AttributeType {
    /// `CKA_CLASS`.
    public static let `class` = AttributeType(rawValue: 0x0)
    /// `CKA_TOKEN`.
    public static let token = AttributeType(rawValue: 0x1)
    /// `CKA_PRIVATE`.
    public static let `private` = AttributeType(rawValue: 0x2)
    /// `CKA_LABEL`.
    public static let label = AttributeType(rawValue: 0x3)
    /// `CKA_UNIQUE_ID`.
    public static let uniqueID = AttributeType(rawValue: 0x4)
    /// `CKA_APPLICATION`.
    public static let application = AttributeType(rawValue: 0x10)
    /// `CKA_VALUE`.
    public static let value = AttributeType(rawValue: 0x11)
    /// `CKA_OBJECT_ID`.
    public static let objectID = AttributeType(rawValue: 0x12)
    /// `CKA_CERTIFICATE_TYPE`.
    public static let certificateType = AttributeType(rawValue: 0x80)
    /// `CKA_ISSUER`.
    public static let issuer = AttributeType(rawValue: 0x81)
    /// `CKA_SERIAL_NUMBER`.
    public static let serialNumber = AttributeType(rawValue: 0x82)
    /// `CKA_AC_ISSUER`.
    public static let acIssuer = AttributeType(rawValue: 0x83)
    /// `CKA_OWNER`.
    public static let owner = AttributeType(rawValue: 0x84)
    /// `CKA_ATTR_TYPES`.
    public static let attrTypes = AttributeType(rawValue: 0x85)
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
    public static let id = AttributeType(rawValue: 0x102)
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
    /// `CKA_PRIME`.
    public static let prime = AttributeType(rawValue: 0x130)
    /// `CKA_SUBPRIME`.
    public static let subprime = AttributeType(rawValue: 0x131)
    /// `CKA_BASE`.
    public static let base = AttributeType(rawValue: 0x132)
    /// `CKA_PRIME_BITS`.
    public static let primeBits = AttributeType(rawValue: 0x133)
    /// `CKA_SUBPRIME_BITS`.
    public static let subprimeBits = AttributeType(rawValue: 0x134)
    /// `CKA_SUB_PRIME_BITS`.
    public static let subPrimeBits = AttributeType(rawValue: 0x134)
    /// `CKA_VALUE_BITS`.
    public static let valueBits = AttributeType(rawValue: 0x160)
    /// `CKA_VALUE_LEN`.
    public static let valueLen = AttributeType(rawValue: 0x161)
    /// `CKA_EXTRACTABLE`.
    public static let extractable = AttributeType(rawValue: 0x162)
    /// `CKA_LOCAL`.
    public static let local = AttributeType(rawValue: 0x163)
    /// `CKA_NEVER_EXTRACTABLE`.
    public static let neverExtractable = AttributeType(rawValue: 0x164)
    /// `CKA_ALWAYS_SENSITIVE`.
    public static let alwaysSensitive = AttributeType(rawValue: 0x165)
    /// `CKA_KEY_GEN_MECHANISM`.
    public static let keyGenMechanism = AttributeType(rawValue: 0x166)
    /// `CKA_MODIFIABLE`.
    public static let modifiable = AttributeType(rawValue: 0x170)
    /// `CKA_COPYABLE`.
    public static let copyable = AttributeType(rawValue: 0x171)
    /// `CKA_DESTROYABLE`.
    public static let destroyable = AttributeType(rawValue: 0x172)
    /// `CKA_ECDSA_PARAMS`.
    public static let ecdsaParams = AttributeType(rawValue: 0x180)
    /// `CKA_EC_PARAMS`.
    public static let ecParams = AttributeType(rawValue: 0x180)
    /// `CKA_EC_POINT`.
    public static let ecPoint = AttributeType(rawValue: 0x181)
    /// `CKA_SECONDARY_AUTH`.
    public static let secondaryAuth = AttributeType(rawValue: 0x200)
    /// `CKA_AUTH_PIN_FLAGS`.
    public static let authPINFlags = AttributeType(rawValue: 0x201)
    /// `CKA_ALWAYS_AUTHENTICATE`.
    public static let alwaysAuthenticate = AttributeType(rawValue: 0x202)
    /// `CKA_WRAP_WITH_TRUSTED`.
    public static let wrapWithTrusted = AttributeType(rawValue: 0x210)
    /// `CKA_OTP_FORMAT`.
    public static let otpFormat = AttributeType(rawValue: 0x220)
    /// `CKA_OTP_LENGTH`.
    public static let otpLength = AttributeType(rawValue: 0x221)
    /// `CKA_OTP_TIME_INTERVAL`.
    public static let otpTimeInterval = AttributeType(rawValue: 0x222)
    /// `CKA_OTP_USER_FRIENDLY_MODE`.
    public static let otpUserFriendlyMode = AttributeType(rawValue: 0x223)
    /// `CKA_OTP_CHALLENGE_REQUIREMENT`.
    public static let otpChallengeRequirement = AttributeType(rawValue: 0x224)
    /// `CKA_OTP_TIME_REQUIREMENT`.
    public static let otpTimeRequirement = AttributeType(rawValue: 0x225)
    /// `CKA_OTP_COUNTER_REQUIREMENT`.
    public static let otpCounterRequirement = AttributeType(rawValue: 0x226)
    /// `CKA_OTP_PIN_REQUIREMENT`.
    public static let otpPINRequirement = AttributeType(rawValue: 0x227)
    /// `CKA_OTP_USER_IDENTIFIER`.
    public static let otpUserIdentifier = AttributeType(rawValue: 0x22A)
    /// `CKA_OTP_SERVICE_IDENTIFIER`.
    public static let otpServiceIdentifier = AttributeType(rawValue: 0x22B)
    /// `CKA_OTP_SERVICE_LOGO`.
    public static let otpServiceLogo = AttributeType(rawValue: 0x22C)
    /// `CKA_OTP_SERVICE_LOGO_TYPE`.
    public static let otpServiceLogoType = AttributeType(rawValue: 0x22D)
    /// `CKA_OTP_COUNTER`.
    public static let otpCounter = AttributeType(rawValue: 0x22E)
    /// `CKA_OTP_TIME`.
    public static let otpTime = AttributeType(rawValue: 0x22F)
    /// `CKA_GOSTR3410_PARAMS`.
    public static let gostr3410Params = AttributeType(rawValue: 0x250)
    /// `CKA_GOSTR3411_PARAMS`.
    public static let gostr3411Params = AttributeType(rawValue: 0x251)
    /// `CKA_GOST28147_PARAMS`.
    public static let gost28147Params = AttributeType(rawValue: 0x252)
    /// `CKA_HW_FEATURE_TYPE`.
    public static let hwFeatureType = AttributeType(rawValue: 0x300)
    /// `CKA_RESET_ON_INIT`.
    public static let resetOnInit = AttributeType(rawValue: 0x301)
    /// `CKA_HAS_RESET`.
    public static let hasReset = AttributeType(rawValue: 0x302)
    /// `CKA_PIXEL_X`.
    public static let pixelX = AttributeType(rawValue: 0x400)
    /// `CKA_PIXEL_Y`.
    public static let pixelY = AttributeType(rawValue: 0x401)
    /// `CKA_RESOLUTION`.
    public static let resolution = AttributeType(rawValue: 0x402)
    /// `CKA_CHAR_ROWS`.
    public static let charRows = AttributeType(rawValue: 0x403)
    /// `CKA_CHAR_COLUMNS`.
    public static let charColumns = AttributeType(rawValue: 0x404)
    /// `CKA_COLOR`.
    public static let color = AttributeType(rawValue: 0x405)
    /// `CKA_BITS_PER_PIXEL`.
    public static let bitsPerPixel = AttributeType(rawValue: 0x406)
    /// `CKA_CHAR_SETS`.
    public static let charSets = AttributeType(rawValue: 0x480)
    /// `CKA_ENCODING_METHODS`.
    public static let encodingMethods = AttributeType(rawValue: 0x481)
    /// `CKA_MIME_TYPES`.
    public static let mimeTypes = AttributeType(rawValue: 0x482)
    /// `CKA_MECHANISM_TYPE`.
    public static let mechanismType = AttributeType(rawValue: 0x500)
    /// `CKA_REQUIRED_CMS_ATTRIBUTES`.
    public static let requiredCMSAttributes = AttributeType(rawValue: 0x501)
    /// `CKA_DEFAULT_CMS_ATTRIBUTES`.
    public static let defaultCMSAttributes = AttributeType(rawValue: 0x502)
    /// `CKA_SUPPORTED_CMS_ATTRIBUTES`.
    public static let supportedCMSAttributes = AttributeType(rawValue: 0x503)
    /// `CKA_PROFILE_ID`.
    public static let profileID = AttributeType(rawValue: 0x601)
    /// `CKA_X2RATCHET_BAG`.
    public static let x2ratchetBag = AttributeType(rawValue: 0x602)
    /// `CKA_X2RATCHET_BAGSIZE`.
    public static let x2ratchetBagsize = AttributeType(rawValue: 0x603)
    /// `CKA_X2RATCHET_BOBS1STMSG`.
    public static let x2ratchetBobs1stmsg = AttributeType(rawValue: 0x604)
    /// `CKA_X2RATCHET_CKR`.
    public static let x2ratchetCkr = AttributeType(rawValue: 0x605)
    /// `CKA_X2RATCHET_CKS`.
    public static let x2ratchetCks = AttributeType(rawValue: 0x606)
    /// `CKA_X2RATCHET_DHP`.
    public static let x2ratchetDhp = AttributeType(rawValue: 0x607)
    /// `CKA_X2RATCHET_DHR`.
    public static let x2ratchetDhr = AttributeType(rawValue: 0x608)
    /// `CKA_X2RATCHET_DHS`.
    public static let x2ratchetDhs = AttributeType(rawValue: 0x609)
    /// `CKA_X2RATCHET_HKR`.
    public static let x2ratchetHkr = AttributeType(rawValue: 0x60A)
    /// `CKA_X2RATCHET_HKS`.
    public static let x2ratchetHks = AttributeType(rawValue: 0x60B)
    /// `CKA_X2RATCHET_ISALICE`.
    public static let x2ratchetIsalice = AttributeType(rawValue: 0x60C)
    /// `CKA_X2RATCHET_NHKR`.
    public static let x2ratchetNhkr = AttributeType(rawValue: 0x60D)
    /// `CKA_X2RATCHET_NHKS`.
    public static let x2ratchetNhks = AttributeType(rawValue: 0x60E)
    /// `CKA_X2RATCHET_NR`.
    public static let x2ratchetNr = AttributeType(rawValue: 0x60F)
    /// `CKA_X2RATCHET_NS`.
    public static let x2ratchetNs = AttributeType(rawValue: 0x610)
    /// `CKA_X2RATCHET_PNS`.
    public static let x2ratchetPns = AttributeType(rawValue: 0x611)
    /// `CKA_X2RATCHET_RK`.
    public static let x2ratchetRk = AttributeType(rawValue: 0x612)
    /// `CKA_HSS_LEVELS`.
    public static let hssLevels = AttributeType(rawValue: 0x617)
    /// `CKA_HSS_LMS_TYPE`.
    public static let hssLmsType = AttributeType(rawValue: 0x618)
    /// `CKA_HSS_LMOTS_TYPE`.
    public static let hssLmotsType = AttributeType(rawValue: 0x619)
    /// `CKA_HSS_LMS_TYPES`.
    public static let hssLmsTypes = AttributeType(rawValue: 0x61A)
    /// `CKA_HSS_LMOTS_TYPES`.
    public static let hssLmotsTypes = AttributeType(rawValue: 0x61B)
    /// `CKA_HSS_KEYS_REMAINING`.
    public static let hssKeysRemaining = AttributeType(rawValue: 0x61C)
    /// `CKA_PARAMETER_SET`.
    public static let parameterSet = AttributeType(rawValue: 0x61D)
    /// `CKA_OBJECT_VALIDATION_FLAGS`.
    public static let objectValidationFlags = AttributeType(rawValue: 0x61E)
    /// `CKA_VALIDATION_TYPE`.
    public static let validationType = AttributeType(rawValue: 0x61F)
    /// `CKA_VALIDATION_VERSION`.
    public static let validationVersion = AttributeType(rawValue: 0x620)
    /// `CKA_VALIDATION_LEVEL`.
    public static let validationLevel = AttributeType(rawValue: 0x621)
    /// `CKA_VALIDATION_MODULE_ID`.
    public static let validationModuleID = AttributeType(rawValue: 0x622)
    /// `CKA_VALIDATION_FLAG`.
    public static let validationFlag = AttributeType(rawValue: 0x623)
    /// `CKA_VALIDATION_AUTHORITY_TYPE`.
    public static let validationAuthorityType = AttributeType(rawValue: 0x624)
    /// `CKA_VALIDATION_COUNTRY`.
    public static let validationCountry = AttributeType(rawValue: 0x625)
    /// `CKA_VALIDATION_CERTIFICATE_IDENTIFIER`.
    public static let validationCertificateIdentifier = AttributeType(rawValue: 0x626)
    /// `CKA_VALIDATION_CERTIFICATE_URI`.
    public static let validationCertificateURI = AttributeType(rawValue: 0x627)
    /// `CKA_VALIDATION_VENDOR_URI`.
    public static let validationVendorURI = AttributeType(rawValue: 0x628)
    /// `CKA_VALIDATION_PROFILE`.
    public static let validationProfile = AttributeType(rawValue: 0x629)
    /// `CKA_ENCAPSULATE_TEMPLATE`.
    public static let encapsulateTemplate = AttributeType(rawValue: 0x62A)
    /// `CKA_DECAPSULATE_TEMPLATE`.
    public static let decapsulateTemplate = AttributeType(rawValue: 0x62B)
    /// `CKA_TRUST_SERVER_AUTH`.
    public static let trustServerAuth = AttributeType(rawValue: 0x62C)
    /// `CKA_TRUST_CLIENT_AUTH`.
    public static let trustClientAuth = AttributeType(rawValue: 0x62D)
    /// `CKA_TRUST_CODE_SIGNING`.
    public static let trustCodeSigning = AttributeType(rawValue: 0x62E)
    /// `CKA_TRUST_EMAIL_PROTECTION`.
    public static let trustEmailProtection = AttributeType(rawValue: 0x62F)
    /// `CKA_TRUST_IPSEC_IKE`.
    public static let trustIpsecIKE = AttributeType(rawValue: 0x630)
    /// `CKA_TRUST_TIME_STAMPING`.
    public static let trustTimeStamping = AttributeType(rawValue: 0x631)
    /// `CKA_TRUST_OCSP_SIGNING`.
    public static let trustOcspSigning = AttributeType(rawValue: 0x632)
    /// `CKA_ENCAPSULATE`.
    public static let encapsulate = AttributeType(rawValue: 0x633)
    /// `CKA_DECAPSULATE`.
    public static let decapsulate = AttributeType(rawValue: 0x634)
    /// `CKA_HASH_OF_CERTIFICATE`.
    public static let hashOfCertificate = AttributeType(rawValue: 0x635)
    /// `CKA_PUBLIC_CRC64_VALUE`.
    public static let publicCrc64Value = AttributeType(rawValue: 0x636)
    /// `CKA_SEED`.
    public static let seed = AttributeType(rawValue: 0x637)
    /// `CKA_WRAP_TEMPLATE`.
    public static let wrapTemplate = AttributeType(rawValue: 0x40000211)
    /// `CKA_UNWRAP_TEMPLATE`.
    public static let unwrapTemplate = AttributeType(rawValue: 0x40000212)
    /// `CKA_DERIVE_TEMPLATE`.
    public static let deriveTemplate = AttributeType(rawValue: 0x40000213)
    /// `CKA_ALLOWED_MECHANISMS`.
    public static let allowedMechanisms = AttributeType(rawValue: 0x40000600)

    /// Every constant with its name in C; of two names of one number, the one that is shown stands first.
    static let table: [(AttributeType, String)] = [
        (.class, "CKA_CLASS"),
        (.token, "CKA_TOKEN"),
        (.private, "CKA_PRIVATE"),
        (.label, "CKA_LABEL"),
        (.uniqueID, "CKA_UNIQUE_ID"),
        (.application, "CKA_APPLICATION"),
        (.value, "CKA_VALUE"),
        (.objectID, "CKA_OBJECT_ID"),
        (.certificateType, "CKA_CERTIFICATE_TYPE"),
        (.issuer, "CKA_ISSUER"),
        (.serialNumber, "CKA_SERIAL_NUMBER"),
        (.acIssuer, "CKA_AC_ISSUER"),
        (.owner, "CKA_OWNER"),
        (.attrTypes, "CKA_ATTR_TYPES"),
        (.trusted, "CKA_TRUSTED"),
        (.certificateCategory, "CKA_CERTIFICATE_CATEGORY"),
        (.javaMidpSecurityDomain, "CKA_JAVA_MIDP_SECURITY_DOMAIN"),
        (.url, "CKA_URL"),
        (.hashOfSubjectPublicKey, "CKA_HASH_OF_SUBJECT_PUBLIC_KEY"),
        (.hashOfIssuerPublicKey, "CKA_HASH_OF_ISSUER_PUBLIC_KEY"),
        (.nameHashAlgorithm, "CKA_NAME_HASH_ALGORITHM"),
        (.checkValue, "CKA_CHECK_VALUE"),
        (.keyType, "CKA_KEY_TYPE"),
        (.subject, "CKA_SUBJECT"),
        (.id, "CKA_ID"),
        (.sensitive, "CKA_SENSITIVE"),
        (.encrypt, "CKA_ENCRYPT"),
        (.decrypt, "CKA_DECRYPT"),
        (.wrap, "CKA_WRAP"),
        (.unwrap, "CKA_UNWRAP"),
        (.sign, "CKA_SIGN"),
        (.signRecover, "CKA_SIGN_RECOVER"),
        (.verify, "CKA_VERIFY"),
        (.verifyRecover, "CKA_VERIFY_RECOVER"),
        (.derive, "CKA_DERIVE"),
        (.startDate, "CKA_START_DATE"),
        (.endDate, "CKA_END_DATE"),
        (.modulus, "CKA_MODULUS"),
        (.modulusBits, "CKA_MODULUS_BITS"),
        (.publicExponent, "CKA_PUBLIC_EXPONENT"),
        (.privateExponent, "CKA_PRIVATE_EXPONENT"),
        (.prime1, "CKA_PRIME_1"),
        (.prime2, "CKA_PRIME_2"),
        (.exponent1, "CKA_EXPONENT_1"),
        (.exponent2, "CKA_EXPONENT_2"),
        (.coefficient, "CKA_COEFFICIENT"),
        (.publicKeyInfo, "CKA_PUBLIC_KEY_INFO"),
        (.prime, "CKA_PRIME"),
        (.subprime, "CKA_SUBPRIME"),
        (.base, "CKA_BASE"),
        (.primeBits, "CKA_PRIME_BITS"),
        (.subprimeBits, "CKA_SUBPRIME_BITS"),
        (.valueBits, "CKA_VALUE_BITS"),
        (.valueLen, "CKA_VALUE_LEN"),
        (.extractable, "CKA_EXTRACTABLE"),
        (.local, "CKA_LOCAL"),
        (.neverExtractable, "CKA_NEVER_EXTRACTABLE"),
        (.alwaysSensitive, "CKA_ALWAYS_SENSITIVE"),
        (.keyGenMechanism, "CKA_KEY_GEN_MECHANISM"),
        (.modifiable, "CKA_MODIFIABLE"),
        (.copyable, "CKA_COPYABLE"),
        (.destroyable, "CKA_DESTROYABLE"),
        (.ecParams, "CKA_EC_PARAMS"),
        (.ecPoint, "CKA_EC_POINT"),
        (.secondaryAuth, "CKA_SECONDARY_AUTH"),
        (.authPINFlags, "CKA_AUTH_PIN_FLAGS"),
        (.alwaysAuthenticate, "CKA_ALWAYS_AUTHENTICATE"),
        (.wrapWithTrusted, "CKA_WRAP_WITH_TRUSTED"),
        (.otpFormat, "CKA_OTP_FORMAT"),
        (.otpLength, "CKA_OTP_LENGTH"),
        (.otpTimeInterval, "CKA_OTP_TIME_INTERVAL"),
        (.otpUserFriendlyMode, "CKA_OTP_USER_FRIENDLY_MODE"),
        (.otpChallengeRequirement, "CKA_OTP_CHALLENGE_REQUIREMENT"),
        (.otpTimeRequirement, "CKA_OTP_TIME_REQUIREMENT"),
        (.otpCounterRequirement, "CKA_OTP_COUNTER_REQUIREMENT"),
        (.otpPINRequirement, "CKA_OTP_PIN_REQUIREMENT"),
        (.otpUserIdentifier, "CKA_OTP_USER_IDENTIFIER"),
        (.otpServiceIdentifier, "CKA_OTP_SERVICE_IDENTIFIER"),
        (.otpServiceLogo, "CKA_OTP_SERVICE_LOGO"),
        (.otpServiceLogoType, "CKA_OTP_SERVICE_LOGO_TYPE"),
        (.otpCounter, "CKA_OTP_COUNTER"),
        (.otpTime, "CKA_OTP_TIME"),
        (.gostr3410Params, "CKA_GOSTR3410_PARAMS"),
        (.gostr3411Params, "CKA_GOSTR3411_PARAMS"),
        (.gost28147Params, "CKA_GOST28147_PARAMS"),
        (.hwFeatureType, "CKA_HW_FEATURE_TYPE"),
        (.resetOnInit, "CKA_RESET_ON_INIT"),
        (.hasReset, "CKA_HAS_RESET"),
        (.pixelX, "CKA_PIXEL_X"),
        (.pixelY, "CKA_PIXEL_Y"),
        (.resolution, "CKA_RESOLUTION"),
        (.charRows, "CKA_CHAR_ROWS"),
        (.charColumns, "CKA_CHAR_COLUMNS"),
        (.color, "CKA_COLOR"),
        (.bitsPerPixel, "CKA_BITS_PER_PIXEL"),
        (.charSets, "CKA_CHAR_SETS"),
        (.encodingMethods, "CKA_ENCODING_METHODS"),
        (.mimeTypes, "CKA_MIME_TYPES"),
        (.mechanismType, "CKA_MECHANISM_TYPE"),
        (.requiredCMSAttributes, "CKA_REQUIRED_CMS_ATTRIBUTES"),
        (.defaultCMSAttributes, "CKA_DEFAULT_CMS_ATTRIBUTES"),
        (.supportedCMSAttributes, "CKA_SUPPORTED_CMS_ATTRIBUTES"),
        (.profileID, "CKA_PROFILE_ID"),
        (.x2ratchetBag, "CKA_X2RATCHET_BAG"),
        (.x2ratchetBagsize, "CKA_X2RATCHET_BAGSIZE"),
        (.x2ratchetBobs1stmsg, "CKA_X2RATCHET_BOBS1STMSG"),
        (.x2ratchetCkr, "CKA_X2RATCHET_CKR"),
        (.x2ratchetCks, "CKA_X2RATCHET_CKS"),
        (.x2ratchetDhp, "CKA_X2RATCHET_DHP"),
        (.x2ratchetDhr, "CKA_X2RATCHET_DHR"),
        (.x2ratchetDhs, "CKA_X2RATCHET_DHS"),
        (.x2ratchetHkr, "CKA_X2RATCHET_HKR"),
        (.x2ratchetHks, "CKA_X2RATCHET_HKS"),
        (.x2ratchetIsalice, "CKA_X2RATCHET_ISALICE"),
        (.x2ratchetNhkr, "CKA_X2RATCHET_NHKR"),
        (.x2ratchetNhks, "CKA_X2RATCHET_NHKS"),
        (.x2ratchetNr, "CKA_X2RATCHET_NR"),
        (.x2ratchetNs, "CKA_X2RATCHET_NS"),
        (.x2ratchetPns, "CKA_X2RATCHET_PNS"),
        (.x2ratchetRk, "CKA_X2RATCHET_RK"),
        (.hssLevels, "CKA_HSS_LEVELS"),
        (.hssLmsType, "CKA_HSS_LMS_TYPE"),
        (.hssLmotsType, "CKA_HSS_LMOTS_TYPE"),
        (.hssLmsTypes, "CKA_HSS_LMS_TYPES"),
        (.hssLmotsTypes, "CKA_HSS_LMOTS_TYPES"),
        (.hssKeysRemaining, "CKA_HSS_KEYS_REMAINING"),
        (.parameterSet, "CKA_PARAMETER_SET"),
        (.objectValidationFlags, "CKA_OBJECT_VALIDATION_FLAGS"),
        (.validationType, "CKA_VALIDATION_TYPE"),
        (.validationVersion, "CKA_VALIDATION_VERSION"),
        (.validationLevel, "CKA_VALIDATION_LEVEL"),
        (.validationModuleID, "CKA_VALIDATION_MODULE_ID"),
        (.validationFlag, "CKA_VALIDATION_FLAG"),
        (.validationAuthorityType, "CKA_VALIDATION_AUTHORITY_TYPE"),
        (.validationCountry, "CKA_VALIDATION_COUNTRY"),
        (.validationCertificateIdentifier, "CKA_VALIDATION_CERTIFICATE_IDENTIFIER"),
        (.validationCertificateURI, "CKA_VALIDATION_CERTIFICATE_URI"),
        (.validationVendorURI, "CKA_VALIDATION_VENDOR_URI"),
        (.validationProfile, "CKA_VALIDATION_PROFILE"),
        (.encapsulateTemplate, "CKA_ENCAPSULATE_TEMPLATE"),
        (.decapsulateTemplate, "CKA_DECAPSULATE_TEMPLATE"),
        (.trustServerAuth, "CKA_TRUST_SERVER_AUTH"),
        (.trustClientAuth, "CKA_TRUST_CLIENT_AUTH"),
        (.trustCodeSigning, "CKA_TRUST_CODE_SIGNING"),
        (.trustEmailProtection, "CKA_TRUST_EMAIL_PROTECTION"),
        (.trustIpsecIKE, "CKA_TRUST_IPSEC_IKE"),
        (.trustTimeStamping, "CKA_TRUST_TIME_STAMPING"),
        (.trustOcspSigning, "CKA_TRUST_OCSP_SIGNING"),
        (.encapsulate, "CKA_ENCAPSULATE"),
        (.decapsulate, "CKA_DECAPSULATE"),
        (.hashOfCertificate, "CKA_HASH_OF_CERTIFICATE"),
        (.publicCrc64Value, "CKA_PUBLIC_CRC64_VALUE"),
        (.seed, "CKA_SEED"),
        (.wrapTemplate, "CKA_WRAP_TEMPLATE"),
        (.unwrapTemplate, "CKA_UNWRAP_TEMPLATE"),
        (.deriveTemplate, "CKA_DERIVE_TEMPLATE"),
        (.allowedMechanisms, "CKA_ALLOWED_MECHANISMS"),
        (.subPrimeBits, "CKA_SUB_PRIME_BITS"),
        (.ecdsaParams, "CKA_ECDSA_PARAMS"),
    ]
    static let names = constantNames(table)
}
