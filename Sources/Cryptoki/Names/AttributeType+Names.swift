// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The digits of SHA3_256 and the like are kept apart as the standard keeps them.
internal import CCryptoki

extension AttributeType {
    /// `CKA_CLASS`.
    public static let `class` = AttributeType(rawValue: CKA_CLASS)
    /// `CKA_TOKEN`.
    public static let token = AttributeType(rawValue: CKA_TOKEN)
    /// `CKA_PRIVATE`.
    public static let `private` = AttributeType(rawValue: CKA_PRIVATE)
    /// `CKA_LABEL`.
    public static let label = AttributeType(rawValue: CKA_LABEL)
    /// `CKA_UNIQUE_ID`.
    public static let uniqueID = AttributeType(rawValue: CKA_UNIQUE_ID)
    /// `CKA_APPLICATION`.
    public static let application = AttributeType(rawValue: CKA_APPLICATION)
    /// `CKA_VALUE`.
    public static let value = AttributeType(rawValue: CKA_VALUE)
    /// `CKA_OBJECT_ID`.
    public static let objectID = AttributeType(rawValue: CKA_OBJECT_ID)
    /// `CKA_CERTIFICATE_TYPE`.
    public static let certificateType = AttributeType(rawValue: CKA_CERTIFICATE_TYPE)
    /// `CKA_ISSUER`.
    public static let issuer = AttributeType(rawValue: CKA_ISSUER)
    /// `CKA_SERIAL_NUMBER`.
    public static let serialNumber = AttributeType(rawValue: CKA_SERIAL_NUMBER)
    /// `CKA_AC_ISSUER`.
    public static let acIssuer = AttributeType(rawValue: CKA_AC_ISSUER)
    /// `CKA_OWNER`.
    public static let owner = AttributeType(rawValue: CKA_OWNER)
    /// `CKA_ATTR_TYPES`.
    public static let attrTypes = AttributeType(rawValue: CKA_ATTR_TYPES)
    /// `CKA_TRUSTED`.
    public static let trusted = AttributeType(rawValue: CKA_TRUSTED)
    /// `CKA_CERTIFICATE_CATEGORY`.
    public static let certificateCategory = AttributeType(rawValue: CKA_CERTIFICATE_CATEGORY)
    /// `CKA_JAVA_MIDP_SECURITY_DOMAIN`.
    public static let javaMidpSecurityDomain = AttributeType(rawValue: CKA_JAVA_MIDP_SECURITY_DOMAIN)
    /// `CKA_URL`.
    public static let url = AttributeType(rawValue: CKA_URL)
    /// `CKA_HASH_OF_SUBJECT_PUBLIC_KEY`.
    public static let hashOfSubjectPublicKey = AttributeType(rawValue: CKA_HASH_OF_SUBJECT_PUBLIC_KEY)
    /// `CKA_HASH_OF_ISSUER_PUBLIC_KEY`.
    public static let hashOfIssuerPublicKey = AttributeType(rawValue: CKA_HASH_OF_ISSUER_PUBLIC_KEY)
    /// `CKA_NAME_HASH_ALGORITHM`.
    public static let nameHashAlgorithm = AttributeType(rawValue: CKA_NAME_HASH_ALGORITHM)
    /// `CKA_CHECK_VALUE`.
    public static let checkValue = AttributeType(rawValue: CKA_CHECK_VALUE)
    /// `CKA_KEY_TYPE`.
    public static let keyType = AttributeType(rawValue: CKA_KEY_TYPE)
    /// `CKA_SUBJECT`.
    public static let subject = AttributeType(rawValue: CKA_SUBJECT)
    /// `CKA_ID`.
    public static let id = AttributeType(rawValue: CKA_ID)
    /// `CKA_SENSITIVE`.
    public static let sensitive = AttributeType(rawValue: CKA_SENSITIVE)
    /// `CKA_ENCRYPT`.
    public static let encrypt = AttributeType(rawValue: CKA_ENCRYPT)
    /// `CKA_DECRYPT`.
    public static let decrypt = AttributeType(rawValue: CKA_DECRYPT)
    /// `CKA_WRAP`.
    public static let wrap = AttributeType(rawValue: CKA_WRAP)
    /// `CKA_UNWRAP`.
    public static let unwrap = AttributeType(rawValue: CKA_UNWRAP)
    /// `CKA_SIGN`.
    public static let sign = AttributeType(rawValue: CKA_SIGN)
    /// `CKA_SIGN_RECOVER`.
    public static let signRecover = AttributeType(rawValue: CKA_SIGN_RECOVER)
    /// `CKA_VERIFY`.
    public static let verify = AttributeType(rawValue: CKA_VERIFY)
    /// `CKA_VERIFY_RECOVER`.
    public static let verifyRecover = AttributeType(rawValue: CKA_VERIFY_RECOVER)
    /// `CKA_DERIVE`.
    public static let derive = AttributeType(rawValue: CKA_DERIVE)
    /// `CKA_START_DATE`.
    public static let startDate = AttributeType(rawValue: CKA_START_DATE)
    /// `CKA_END_DATE`.
    public static let endDate = AttributeType(rawValue: CKA_END_DATE)
    /// `CKA_MODULUS`.
    public static let modulus = AttributeType(rawValue: CKA_MODULUS)
    /// `CKA_MODULUS_BITS`.
    public static let modulusBits = AttributeType(rawValue: CKA_MODULUS_BITS)
    /// `CKA_PUBLIC_EXPONENT`.
    public static let publicExponent = AttributeType(rawValue: CKA_PUBLIC_EXPONENT)
    /// `CKA_PRIVATE_EXPONENT`.
    public static let privateExponent = AttributeType(rawValue: CKA_PRIVATE_EXPONENT)
    /// `CKA_PRIME_1`.
    public static let prime1 = AttributeType(rawValue: CKA_PRIME_1)
    /// `CKA_PRIME_2`.
    public static let prime2 = AttributeType(rawValue: CKA_PRIME_2)
    /// `CKA_EXPONENT_1`.
    public static let exponent1 = AttributeType(rawValue: CKA_EXPONENT_1)
    /// `CKA_EXPONENT_2`.
    public static let exponent2 = AttributeType(rawValue: CKA_EXPONENT_2)
    /// `CKA_COEFFICIENT`.
    public static let coefficient = AttributeType(rawValue: CKA_COEFFICIENT)
    /// `CKA_PUBLIC_KEY_INFO`.
    public static let publicKeyInfo = AttributeType(rawValue: CKA_PUBLIC_KEY_INFO)
    /// `CKA_PRIME`.
    public static let prime = AttributeType(rawValue: CKA_PRIME)
    /// `CKA_SUBPRIME`.
    public static let subprime = AttributeType(rawValue: CKA_SUBPRIME)
    /// `CKA_BASE`.
    public static let base = AttributeType(rawValue: CKA_BASE)
    /// `CKA_PRIME_BITS`.
    public static let primeBits = AttributeType(rawValue: CKA_PRIME_BITS)
    /// `CKA_SUBPRIME_BITS`.
    public static let subprimeBits = AttributeType(rawValue: CKA_SUBPRIME_BITS)
    /// `CKA_SUB_PRIME_BITS`.
    public static let subPrimeBits = AttributeType(rawValue: CKA_SUB_PRIME_BITS)
    /// `CKA_VALUE_BITS`.
    public static let valueBits = AttributeType(rawValue: CKA_VALUE_BITS)
    /// `CKA_VALUE_LEN`.
    public static let valueLen = AttributeType(rawValue: CKA_VALUE_LEN)
    /// `CKA_EXTRACTABLE`.
    public static let extractable = AttributeType(rawValue: CKA_EXTRACTABLE)
    /// `CKA_LOCAL`.
    public static let local = AttributeType(rawValue: CKA_LOCAL)
    /// `CKA_NEVER_EXTRACTABLE`.
    public static let neverExtractable = AttributeType(rawValue: CKA_NEVER_EXTRACTABLE)
    /// `CKA_ALWAYS_SENSITIVE`.
    public static let alwaysSensitive = AttributeType(rawValue: CKA_ALWAYS_SENSITIVE)
    /// `CKA_KEY_GEN_MECHANISM`.
    public static let keyGenMechanism = AttributeType(rawValue: CKA_KEY_GEN_MECHANISM)
    /// `CKA_MODIFIABLE`.
    public static let modifiable = AttributeType(rawValue: CKA_MODIFIABLE)
    /// `CKA_COPYABLE`.
    public static let copyable = AttributeType(rawValue: CKA_COPYABLE)
    /// `CKA_DESTROYABLE`.
    public static let destroyable = AttributeType(rawValue: CKA_DESTROYABLE)
    /// `CKA_ECDSA_PARAMS`.
    public static let ecdsaParams = AttributeType(rawValue: CKA_ECDSA_PARAMS)
    /// `CKA_EC_PARAMS`.
    public static let ecParams = AttributeType(rawValue: CKA_EC_PARAMS)
    /// `CKA_EC_POINT`.
    public static let ecPoint = AttributeType(rawValue: CKA_EC_POINT)
    /// `CKA_SECONDARY_AUTH`.
    public static let secondaryAuth = AttributeType(rawValue: CKA_SECONDARY_AUTH)
    /// `CKA_AUTH_PIN_FLAGS`.
    public static let authPINFlags = AttributeType(rawValue: CKA_AUTH_PIN_FLAGS)
    /// `CKA_ALWAYS_AUTHENTICATE`.
    public static let alwaysAuthenticate = AttributeType(rawValue: CKA_ALWAYS_AUTHENTICATE)
    /// `CKA_WRAP_WITH_TRUSTED`.
    public static let wrapWithTrusted = AttributeType(rawValue: CKA_WRAP_WITH_TRUSTED)
    /// `CKA_OTP_FORMAT`.
    public static let otpFormat = AttributeType(rawValue: CKA_OTP_FORMAT)
    /// `CKA_OTP_LENGTH`.
    public static let otpLength = AttributeType(rawValue: CKA_OTP_LENGTH)
    /// `CKA_OTP_TIME_INTERVAL`.
    public static let otpTimeInterval = AttributeType(rawValue: CKA_OTP_TIME_INTERVAL)
    /// `CKA_OTP_USER_FRIENDLY_MODE`.
    public static let otpUserFriendlyMode = AttributeType(rawValue: CKA_OTP_USER_FRIENDLY_MODE)
    /// `CKA_OTP_CHALLENGE_REQUIREMENT`.
    public static let otpChallengeRequirement = AttributeType(rawValue: CKA_OTP_CHALLENGE_REQUIREMENT)
    /// `CKA_OTP_TIME_REQUIREMENT`.
    public static let otpTimeRequirement = AttributeType(rawValue: CKA_OTP_TIME_REQUIREMENT)
    /// `CKA_OTP_COUNTER_REQUIREMENT`.
    public static let otpCounterRequirement = AttributeType(rawValue: CKA_OTP_COUNTER_REQUIREMENT)
    /// `CKA_OTP_PIN_REQUIREMENT`.
    public static let otpPINRequirement = AttributeType(rawValue: CKA_OTP_PIN_REQUIREMENT)
    /// `CKA_OTP_USER_IDENTIFIER`.
    public static let otpUserIdentifier = AttributeType(rawValue: CKA_OTP_USER_IDENTIFIER)
    /// `CKA_OTP_SERVICE_IDENTIFIER`.
    public static let otpServiceIdentifier = AttributeType(rawValue: CKA_OTP_SERVICE_IDENTIFIER)
    /// `CKA_OTP_SERVICE_LOGO`.
    public static let otpServiceLogo = AttributeType(rawValue: CKA_OTP_SERVICE_LOGO)
    /// `CKA_OTP_SERVICE_LOGO_TYPE`.
    public static let otpServiceLogoType = AttributeType(rawValue: CKA_OTP_SERVICE_LOGO_TYPE)
    /// `CKA_OTP_COUNTER`.
    public static let otpCounter = AttributeType(rawValue: CKA_OTP_COUNTER)
    /// `CKA_OTP_TIME`.
    public static let otpTime = AttributeType(rawValue: CKA_OTP_TIME)
    /// `CKA_GOSTR3410_PARAMS`.
    public static let gostr3410Params = AttributeType(rawValue: CKA_GOSTR3410_PARAMS)
    /// `CKA_GOSTR3411_PARAMS`.
    public static let gostr3411Params = AttributeType(rawValue: CKA_GOSTR3411_PARAMS)
    /// `CKA_GOST28147_PARAMS`.
    public static let gost28147Params = AttributeType(rawValue: CKA_GOST28147_PARAMS)
    /// `CKA_HW_FEATURE_TYPE`.
    public static let hwFeatureType = AttributeType(rawValue: CKA_HW_FEATURE_TYPE)
    /// `CKA_RESET_ON_INIT`.
    public static let resetOnInit = AttributeType(rawValue: CKA_RESET_ON_INIT)
    /// `CKA_HAS_RESET`.
    public static let hasReset = AttributeType(rawValue: CKA_HAS_RESET)
    /// `CKA_PIXEL_X`.
    public static let pixelX = AttributeType(rawValue: CKA_PIXEL_X)
    /// `CKA_PIXEL_Y`.
    public static let pixelY = AttributeType(rawValue: CKA_PIXEL_Y)
    /// `CKA_RESOLUTION`.
    public static let resolution = AttributeType(rawValue: CKA_RESOLUTION)
    /// `CKA_CHAR_ROWS`.
    public static let charRows = AttributeType(rawValue: CKA_CHAR_ROWS)
    /// `CKA_CHAR_COLUMNS`.
    public static let charColumns = AttributeType(rawValue: CKA_CHAR_COLUMNS)
    /// `CKA_COLOR`.
    public static let color = AttributeType(rawValue: CKA_COLOR)
    /// `CKA_BITS_PER_PIXEL`.
    public static let bitsPerPixel = AttributeType(rawValue: CKA_BITS_PER_PIXEL)
    /// `CKA_CHAR_SETS`.
    public static let charSets = AttributeType(rawValue: CKA_CHAR_SETS)
    /// `CKA_ENCODING_METHODS`.
    public static let encodingMethods = AttributeType(rawValue: CKA_ENCODING_METHODS)
    /// `CKA_MIME_TYPES`.
    public static let mimeTypes = AttributeType(rawValue: CKA_MIME_TYPES)
    /// `CKA_MECHANISM_TYPE`.
    public static let mechanismType = AttributeType(rawValue: CKA_MECHANISM_TYPE)
    /// `CKA_REQUIRED_CMS_ATTRIBUTES`.
    public static let requiredCMSAttributes = AttributeType(rawValue: CKA_REQUIRED_CMS_ATTRIBUTES)
    /// `CKA_DEFAULT_CMS_ATTRIBUTES`.
    public static let defaultCMSAttributes = AttributeType(rawValue: CKA_DEFAULT_CMS_ATTRIBUTES)
    /// `CKA_SUPPORTED_CMS_ATTRIBUTES`.
    public static let supportedCMSAttributes = AttributeType(rawValue: CKA_SUPPORTED_CMS_ATTRIBUTES)
    /// `CKA_PROFILE_ID`.
    public static let profileID = AttributeType(rawValue: CKA_PROFILE_ID)
    /// `CKA_X2RATCHET_BAG`.
    public static let x2ratchetBag = AttributeType(rawValue: CKA_X2RATCHET_BAG)
    /// `CKA_X2RATCHET_BAGSIZE`.
    public static let x2ratchetBagsize = AttributeType(rawValue: CKA_X2RATCHET_BAGSIZE)
    /// `CKA_X2RATCHET_BOBS1STMSG`.
    public static let x2ratchetBobs1stmsg = AttributeType(rawValue: CKA_X2RATCHET_BOBS1STMSG)
    /// `CKA_X2RATCHET_CKR`.
    public static let x2ratchetCkr = AttributeType(rawValue: CKA_X2RATCHET_CKR)
    /// `CKA_X2RATCHET_CKS`.
    public static let x2ratchetCks = AttributeType(rawValue: CKA_X2RATCHET_CKS)
    /// `CKA_X2RATCHET_DHP`.
    public static let x2ratchetDhp = AttributeType(rawValue: CKA_X2RATCHET_DHP)
    /// `CKA_X2RATCHET_DHR`.
    public static let x2ratchetDhr = AttributeType(rawValue: CKA_X2RATCHET_DHR)
    /// `CKA_X2RATCHET_DHS`.
    public static let x2ratchetDhs = AttributeType(rawValue: CKA_X2RATCHET_DHS)
    /// `CKA_X2RATCHET_HKR`.
    public static let x2ratchetHkr = AttributeType(rawValue: CKA_X2RATCHET_HKR)
    /// `CKA_X2RATCHET_HKS`.
    public static let x2ratchetHks = AttributeType(rawValue: CKA_X2RATCHET_HKS)
    /// `CKA_X2RATCHET_ISALICE`.
    public static let x2ratchetIsalice = AttributeType(rawValue: CKA_X2RATCHET_ISALICE)
    /// `CKA_X2RATCHET_NHKR`.
    public static let x2ratchetNhkr = AttributeType(rawValue: CKA_X2RATCHET_NHKR)
    /// `CKA_X2RATCHET_NHKS`.
    public static let x2ratchetNhks = AttributeType(rawValue: CKA_X2RATCHET_NHKS)
    /// `CKA_X2RATCHET_NR`.
    public static let x2ratchetNr = AttributeType(rawValue: CKA_X2RATCHET_NR)
    /// `CKA_X2RATCHET_NS`.
    public static let x2ratchetNs = AttributeType(rawValue: CKA_X2RATCHET_NS)
    /// `CKA_X2RATCHET_PNS`.
    public static let x2ratchetPns = AttributeType(rawValue: CKA_X2RATCHET_PNS)
    /// `CKA_X2RATCHET_RK`.
    public static let x2ratchetRk = AttributeType(rawValue: CKA_X2RATCHET_RK)
    /// `CKA_HSS_LEVELS`.
    public static let hssLevels = AttributeType(rawValue: CKA_HSS_LEVELS)
    /// `CKA_HSS_LMS_TYPE`.
    public static let hssLmsType = AttributeType(rawValue: CKA_HSS_LMS_TYPE)
    /// `CKA_HSS_LMOTS_TYPE`.
    public static let hssLmotsType = AttributeType(rawValue: CKA_HSS_LMOTS_TYPE)
    /// `CKA_HSS_LMS_TYPES`.
    public static let hssLmsTypes = AttributeType(rawValue: CKA_HSS_LMS_TYPES)
    /// `CKA_HSS_LMOTS_TYPES`.
    public static let hssLmotsTypes = AttributeType(rawValue: CKA_HSS_LMOTS_TYPES)
    /// `CKA_HSS_KEYS_REMAINING`.
    public static let hssKeysRemaining = AttributeType(rawValue: CKA_HSS_KEYS_REMAINING)
    /// `CKA_PARAMETER_SET`.
    public static let parameterSet = AttributeType(rawValue: CKA_PARAMETER_SET)
    /// `CKA_OBJECT_VALIDATION_FLAGS`.
    public static let objectValidationFlags = AttributeType(rawValue: CKA_OBJECT_VALIDATION_FLAGS)
    /// `CKA_VALIDATION_TYPE`.
    public static let validationType = AttributeType(rawValue: CKA_VALIDATION_TYPE)
    /// `CKA_VALIDATION_VERSION`.
    public static let validationVersion = AttributeType(rawValue: CKA_VALIDATION_VERSION)
    /// `CKA_VALIDATION_LEVEL`.
    public static let validationLevel = AttributeType(rawValue: CKA_VALIDATION_LEVEL)
    /// `CKA_VALIDATION_MODULE_ID`.
    public static let validationModuleID = AttributeType(rawValue: CKA_VALIDATION_MODULE_ID)
    /// `CKA_VALIDATION_FLAG`.
    public static let validationFlag = AttributeType(rawValue: CKA_VALIDATION_FLAG)
    /// `CKA_VALIDATION_AUTHORITY_TYPE`.
    public static let validationAuthorityType = AttributeType(rawValue: CKA_VALIDATION_AUTHORITY_TYPE)
    /// `CKA_VALIDATION_COUNTRY`.
    public static let validationCountry = AttributeType(rawValue: CKA_VALIDATION_COUNTRY)
    /// `CKA_VALIDATION_CERTIFICATE_IDENTIFIER`.
    public static let validationCertificateIdentifier = AttributeType(rawValue: CKA_VALIDATION_CERTIFICATE_IDENTIFIER)
    /// `CKA_VALIDATION_CERTIFICATE_URI`.
    public static let validationCertificateURI = AttributeType(rawValue: CKA_VALIDATION_CERTIFICATE_URI)
    /// `CKA_VALIDATION_VENDOR_URI`.
    public static let validationVendorURI = AttributeType(rawValue: CKA_VALIDATION_VENDOR_URI)
    /// `CKA_VALIDATION_PROFILE`.
    public static let validationProfile = AttributeType(rawValue: CKA_VALIDATION_PROFILE)
    /// `CKA_ENCAPSULATE_TEMPLATE`.
    public static let encapsulateTemplate = AttributeType(rawValue: CKA_ENCAPSULATE_TEMPLATE)
    /// `CKA_DECAPSULATE_TEMPLATE`.
    public static let decapsulateTemplate = AttributeType(rawValue: CKA_DECAPSULATE_TEMPLATE)
    /// `CKA_TRUST_SERVER_AUTH`.
    public static let trustServerAuth = AttributeType(rawValue: CKA_TRUST_SERVER_AUTH)
    /// `CKA_TRUST_CLIENT_AUTH`.
    public static let trustClientAuth = AttributeType(rawValue: CKA_TRUST_CLIENT_AUTH)
    /// `CKA_TRUST_CODE_SIGNING`.
    public static let trustCodeSigning = AttributeType(rawValue: CKA_TRUST_CODE_SIGNING)
    /// `CKA_TRUST_EMAIL_PROTECTION`.
    public static let trustEmailProtection = AttributeType(rawValue: CKA_TRUST_EMAIL_PROTECTION)
    /// `CKA_TRUST_IPSEC_IKE`.
    public static let trustIpsecIKE = AttributeType(rawValue: CKA_TRUST_IPSEC_IKE)
    /// `CKA_TRUST_TIME_STAMPING`.
    public static let trustTimeStamping = AttributeType(rawValue: CKA_TRUST_TIME_STAMPING)
    /// `CKA_TRUST_OCSP_SIGNING`.
    public static let trustOcspSigning = AttributeType(rawValue: CKA_TRUST_OCSP_SIGNING)
    /// `CKA_ENCAPSULATE`.
    public static let encapsulate = AttributeType(rawValue: CKA_ENCAPSULATE)
    /// `CKA_DECAPSULATE`.
    public static let decapsulate = AttributeType(rawValue: CKA_DECAPSULATE)
    /// `CKA_HASH_OF_CERTIFICATE`.
    public static let hashOfCertificate = AttributeType(rawValue: CKA_HASH_OF_CERTIFICATE)
    /// `CKA_PUBLIC_CRC64_VALUE`.
    public static let publicCrc64Value = AttributeType(rawValue: CKA_PUBLIC_CRC64_VALUE)
    /// `CKA_SEED`.
    public static let seed = AttributeType(rawValue: CKA_SEED)
    /// `CKA_WRAP_TEMPLATE`.
    public static let wrapTemplate = AttributeType(rawValue: CKA_WRAP_TEMPLATE)
    /// `CKA_UNWRAP_TEMPLATE`.
    public static let unwrapTemplate = AttributeType(rawValue: CKA_UNWRAP_TEMPLATE)
    /// `CKA_DERIVE_TEMPLATE`.
    public static let deriveTemplate = AttributeType(rawValue: CKA_DERIVE_TEMPLATE)
    /// `CKA_ALLOWED_MECHANISMS`.
    public static let allowedMechanisms = AttributeType(rawValue: CKA_ALLOWED_MECHANISMS)

    /// The constants by number; of several names for one number, the first of the standard's list.
    static let names: [UInt: String] = Dictionary(
        [
            (CKA_CLASS, "CKA_CLASS"),
            (CKA_TOKEN, "CKA_TOKEN"),
            (CKA_PRIVATE, "CKA_PRIVATE"),
            (CKA_LABEL, "CKA_LABEL"),
            (CKA_UNIQUE_ID, "CKA_UNIQUE_ID"),
            (CKA_APPLICATION, "CKA_APPLICATION"),
            (CKA_VALUE, "CKA_VALUE"),
            (CKA_OBJECT_ID, "CKA_OBJECT_ID"),
            (CKA_CERTIFICATE_TYPE, "CKA_CERTIFICATE_TYPE"),
            (CKA_ISSUER, "CKA_ISSUER"),
            (CKA_SERIAL_NUMBER, "CKA_SERIAL_NUMBER"),
            (CKA_AC_ISSUER, "CKA_AC_ISSUER"),
            (CKA_OWNER, "CKA_OWNER"),
            (CKA_ATTR_TYPES, "CKA_ATTR_TYPES"),
            (CKA_TRUSTED, "CKA_TRUSTED"),
            (CKA_CERTIFICATE_CATEGORY, "CKA_CERTIFICATE_CATEGORY"),
            (CKA_JAVA_MIDP_SECURITY_DOMAIN, "CKA_JAVA_MIDP_SECURITY_DOMAIN"),
            (CKA_URL, "CKA_URL"),
            (CKA_HASH_OF_SUBJECT_PUBLIC_KEY, "CKA_HASH_OF_SUBJECT_PUBLIC_KEY"),
            (CKA_HASH_OF_ISSUER_PUBLIC_KEY, "CKA_HASH_OF_ISSUER_PUBLIC_KEY"),
            (CKA_NAME_HASH_ALGORITHM, "CKA_NAME_HASH_ALGORITHM"),
            (CKA_CHECK_VALUE, "CKA_CHECK_VALUE"),
            (CKA_KEY_TYPE, "CKA_KEY_TYPE"),
            (CKA_SUBJECT, "CKA_SUBJECT"),
            (CKA_ID, "CKA_ID"),
            (CKA_SENSITIVE, "CKA_SENSITIVE"),
            (CKA_ENCRYPT, "CKA_ENCRYPT"),
            (CKA_DECRYPT, "CKA_DECRYPT"),
            (CKA_WRAP, "CKA_WRAP"),
            (CKA_UNWRAP, "CKA_UNWRAP"),
            (CKA_SIGN, "CKA_SIGN"),
            (CKA_SIGN_RECOVER, "CKA_SIGN_RECOVER"),
            (CKA_VERIFY, "CKA_VERIFY"),
            (CKA_VERIFY_RECOVER, "CKA_VERIFY_RECOVER"),
            (CKA_DERIVE, "CKA_DERIVE"),
            (CKA_START_DATE, "CKA_START_DATE"),
            (CKA_END_DATE, "CKA_END_DATE"),
            (CKA_MODULUS, "CKA_MODULUS"),
            (CKA_MODULUS_BITS, "CKA_MODULUS_BITS"),
            (CKA_PUBLIC_EXPONENT, "CKA_PUBLIC_EXPONENT"),
            (CKA_PRIVATE_EXPONENT, "CKA_PRIVATE_EXPONENT"),
            (CKA_PRIME_1, "CKA_PRIME_1"),
            (CKA_PRIME_2, "CKA_PRIME_2"),
            (CKA_EXPONENT_1, "CKA_EXPONENT_1"),
            (CKA_EXPONENT_2, "CKA_EXPONENT_2"),
            (CKA_COEFFICIENT, "CKA_COEFFICIENT"),
            (CKA_PUBLIC_KEY_INFO, "CKA_PUBLIC_KEY_INFO"),
            (CKA_PRIME, "CKA_PRIME"),
            (CKA_SUBPRIME, "CKA_SUBPRIME"),
            (CKA_BASE, "CKA_BASE"),
            (CKA_PRIME_BITS, "CKA_PRIME_BITS"),
            (CKA_SUBPRIME_BITS, "CKA_SUBPRIME_BITS"),
            (CKA_VALUE_BITS, "CKA_VALUE_BITS"),
            (CKA_VALUE_LEN, "CKA_VALUE_LEN"),
            (CKA_EXTRACTABLE, "CKA_EXTRACTABLE"),
            (CKA_LOCAL, "CKA_LOCAL"),
            (CKA_NEVER_EXTRACTABLE, "CKA_NEVER_EXTRACTABLE"),
            (CKA_ALWAYS_SENSITIVE, "CKA_ALWAYS_SENSITIVE"),
            (CKA_KEY_GEN_MECHANISM, "CKA_KEY_GEN_MECHANISM"),
            (CKA_MODIFIABLE, "CKA_MODIFIABLE"),
            (CKA_COPYABLE, "CKA_COPYABLE"),
            (CKA_DESTROYABLE, "CKA_DESTROYABLE"),
            (CKA_EC_PARAMS, "CKA_EC_PARAMS"),
            (CKA_EC_POINT, "CKA_EC_POINT"),
            (CKA_SECONDARY_AUTH, "CKA_SECONDARY_AUTH"),
            (CKA_AUTH_PIN_FLAGS, "CKA_AUTH_PIN_FLAGS"),
            (CKA_ALWAYS_AUTHENTICATE, "CKA_ALWAYS_AUTHENTICATE"),
            (CKA_WRAP_WITH_TRUSTED, "CKA_WRAP_WITH_TRUSTED"),
            (CKA_OTP_FORMAT, "CKA_OTP_FORMAT"),
            (CKA_OTP_LENGTH, "CKA_OTP_LENGTH"),
            (CKA_OTP_TIME_INTERVAL, "CKA_OTP_TIME_INTERVAL"),
            (CKA_OTP_USER_FRIENDLY_MODE, "CKA_OTP_USER_FRIENDLY_MODE"),
            (CKA_OTP_CHALLENGE_REQUIREMENT, "CKA_OTP_CHALLENGE_REQUIREMENT"),
            (CKA_OTP_TIME_REQUIREMENT, "CKA_OTP_TIME_REQUIREMENT"),
            (CKA_OTP_COUNTER_REQUIREMENT, "CKA_OTP_COUNTER_REQUIREMENT"),
            (CKA_OTP_PIN_REQUIREMENT, "CKA_OTP_PIN_REQUIREMENT"),
            (CKA_OTP_USER_IDENTIFIER, "CKA_OTP_USER_IDENTIFIER"),
            (CKA_OTP_SERVICE_IDENTIFIER, "CKA_OTP_SERVICE_IDENTIFIER"),
            (CKA_OTP_SERVICE_LOGO, "CKA_OTP_SERVICE_LOGO"),
            (CKA_OTP_SERVICE_LOGO_TYPE, "CKA_OTP_SERVICE_LOGO_TYPE"),
            (CKA_OTP_COUNTER, "CKA_OTP_COUNTER"),
            (CKA_OTP_TIME, "CKA_OTP_TIME"),
            (CKA_GOSTR3410_PARAMS, "CKA_GOSTR3410_PARAMS"),
            (CKA_GOSTR3411_PARAMS, "CKA_GOSTR3411_PARAMS"),
            (CKA_GOST28147_PARAMS, "CKA_GOST28147_PARAMS"),
            (CKA_HW_FEATURE_TYPE, "CKA_HW_FEATURE_TYPE"),
            (CKA_RESET_ON_INIT, "CKA_RESET_ON_INIT"),
            (CKA_HAS_RESET, "CKA_HAS_RESET"),
            (CKA_PIXEL_X, "CKA_PIXEL_X"),
            (CKA_PIXEL_Y, "CKA_PIXEL_Y"),
            (CKA_RESOLUTION, "CKA_RESOLUTION"),
            (CKA_CHAR_ROWS, "CKA_CHAR_ROWS"),
            (CKA_CHAR_COLUMNS, "CKA_CHAR_COLUMNS"),
            (CKA_COLOR, "CKA_COLOR"),
            (CKA_BITS_PER_PIXEL, "CKA_BITS_PER_PIXEL"),
            (CKA_CHAR_SETS, "CKA_CHAR_SETS"),
            (CKA_ENCODING_METHODS, "CKA_ENCODING_METHODS"),
            (CKA_MIME_TYPES, "CKA_MIME_TYPES"),
            (CKA_MECHANISM_TYPE, "CKA_MECHANISM_TYPE"),
            (CKA_REQUIRED_CMS_ATTRIBUTES, "CKA_REQUIRED_CMS_ATTRIBUTES"),
            (CKA_DEFAULT_CMS_ATTRIBUTES, "CKA_DEFAULT_CMS_ATTRIBUTES"),
            (CKA_SUPPORTED_CMS_ATTRIBUTES, "CKA_SUPPORTED_CMS_ATTRIBUTES"),
            (CKA_PROFILE_ID, "CKA_PROFILE_ID"),
            (CKA_X2RATCHET_BAG, "CKA_X2RATCHET_BAG"),
            (CKA_X2RATCHET_BAGSIZE, "CKA_X2RATCHET_BAGSIZE"),
            (CKA_X2RATCHET_BOBS1STMSG, "CKA_X2RATCHET_BOBS1STMSG"),
            (CKA_X2RATCHET_CKR, "CKA_X2RATCHET_CKR"),
            (CKA_X2RATCHET_CKS, "CKA_X2RATCHET_CKS"),
            (CKA_X2RATCHET_DHP, "CKA_X2RATCHET_DHP"),
            (CKA_X2RATCHET_DHR, "CKA_X2RATCHET_DHR"),
            (CKA_X2RATCHET_DHS, "CKA_X2RATCHET_DHS"),
            (CKA_X2RATCHET_HKR, "CKA_X2RATCHET_HKR"),
            (CKA_X2RATCHET_HKS, "CKA_X2RATCHET_HKS"),
            (CKA_X2RATCHET_ISALICE, "CKA_X2RATCHET_ISALICE"),
            (CKA_X2RATCHET_NHKR, "CKA_X2RATCHET_NHKR"),
            (CKA_X2RATCHET_NHKS, "CKA_X2RATCHET_NHKS"),
            (CKA_X2RATCHET_NR, "CKA_X2RATCHET_NR"),
            (CKA_X2RATCHET_NS, "CKA_X2RATCHET_NS"),
            (CKA_X2RATCHET_PNS, "CKA_X2RATCHET_PNS"),
            (CKA_X2RATCHET_RK, "CKA_X2RATCHET_RK"),
            (CKA_HSS_LEVELS, "CKA_HSS_LEVELS"),
            (CKA_HSS_LMS_TYPE, "CKA_HSS_LMS_TYPE"),
            (CKA_HSS_LMOTS_TYPE, "CKA_HSS_LMOTS_TYPE"),
            (CKA_HSS_LMS_TYPES, "CKA_HSS_LMS_TYPES"),
            (CKA_HSS_LMOTS_TYPES, "CKA_HSS_LMOTS_TYPES"),
            (CKA_HSS_KEYS_REMAINING, "CKA_HSS_KEYS_REMAINING"),
            (CKA_PARAMETER_SET, "CKA_PARAMETER_SET"),
            (CKA_OBJECT_VALIDATION_FLAGS, "CKA_OBJECT_VALIDATION_FLAGS"),
            (CKA_VALIDATION_TYPE, "CKA_VALIDATION_TYPE"),
            (CKA_VALIDATION_VERSION, "CKA_VALIDATION_VERSION"),
            (CKA_VALIDATION_LEVEL, "CKA_VALIDATION_LEVEL"),
            (CKA_VALIDATION_MODULE_ID, "CKA_VALIDATION_MODULE_ID"),
            (CKA_VALIDATION_FLAG, "CKA_VALIDATION_FLAG"),
            (CKA_VALIDATION_AUTHORITY_TYPE, "CKA_VALIDATION_AUTHORITY_TYPE"),
            (CKA_VALIDATION_COUNTRY, "CKA_VALIDATION_COUNTRY"),
            (CKA_VALIDATION_CERTIFICATE_IDENTIFIER, "CKA_VALIDATION_CERTIFICATE_IDENTIFIER"),
            (CKA_VALIDATION_CERTIFICATE_URI, "CKA_VALIDATION_CERTIFICATE_URI"),
            (CKA_VALIDATION_VENDOR_URI, "CKA_VALIDATION_VENDOR_URI"),
            (CKA_VALIDATION_PROFILE, "CKA_VALIDATION_PROFILE"),
            (CKA_ENCAPSULATE_TEMPLATE, "CKA_ENCAPSULATE_TEMPLATE"),
            (CKA_DECAPSULATE_TEMPLATE, "CKA_DECAPSULATE_TEMPLATE"),
            (CKA_TRUST_SERVER_AUTH, "CKA_TRUST_SERVER_AUTH"),
            (CKA_TRUST_CLIENT_AUTH, "CKA_TRUST_CLIENT_AUTH"),
            (CKA_TRUST_CODE_SIGNING, "CKA_TRUST_CODE_SIGNING"),
            (CKA_TRUST_EMAIL_PROTECTION, "CKA_TRUST_EMAIL_PROTECTION"),
            (CKA_TRUST_IPSEC_IKE, "CKA_TRUST_IPSEC_IKE"),
            (CKA_TRUST_TIME_STAMPING, "CKA_TRUST_TIME_STAMPING"),
            (CKA_TRUST_OCSP_SIGNING, "CKA_TRUST_OCSP_SIGNING"),
            (CKA_ENCAPSULATE, "CKA_ENCAPSULATE"),
            (CKA_DECAPSULATE, "CKA_DECAPSULATE"),
            (CKA_HASH_OF_CERTIFICATE, "CKA_HASH_OF_CERTIFICATE"),
            (CKA_PUBLIC_CRC64_VALUE, "CKA_PUBLIC_CRC64_VALUE"),
            (CKA_SEED, "CKA_SEED"),
            (CKA_WRAP_TEMPLATE, "CKA_WRAP_TEMPLATE"),
            (CKA_UNWRAP_TEMPLATE, "CKA_UNWRAP_TEMPLATE"),
            (CKA_DERIVE_TEMPLATE, "CKA_DERIVE_TEMPLATE"),
            (CKA_ALLOWED_MECHANISMS, "CKA_ALLOWED_MECHANISMS"),
        ],
        uniquingKeysWith: { first, _ in first }
    )
}
