// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The digits of SHA3_256 and the like are kept apart as the standard keeps them.
internal import CCryptoki

extension ObjectClass {
    /// `CKO_DATA`.
    public static let data = ObjectClass(rawValue: CKO_DATA)
    /// `CKO_CERTIFICATE`.
    public static let certificate = ObjectClass(rawValue: CKO_CERTIFICATE)
    /// `CKO_PUBLIC_KEY`.
    public static let publicKey = ObjectClass(rawValue: CKO_PUBLIC_KEY)
    /// `CKO_PRIVATE_KEY`.
    public static let privateKey = ObjectClass(rawValue: CKO_PRIVATE_KEY)
    /// `CKO_SECRET_KEY`.
    public static let secretKey = ObjectClass(rawValue: CKO_SECRET_KEY)
    /// `CKO_HW_FEATURE`.
    public static let hwFeature = ObjectClass(rawValue: CKO_HW_FEATURE)
    /// `CKO_DOMAIN_PARAMETERS`.
    public static let domainParameters = ObjectClass(rawValue: CKO_DOMAIN_PARAMETERS)
    /// `CKO_MECHANISM`.
    public static let mechanism = ObjectClass(rawValue: CKO_MECHANISM)
    /// `CKO_OTP_KEY`.
    public static let otpKey = ObjectClass(rawValue: CKO_OTP_KEY)
    /// `CKO_PROFILE`.
    public static let profile = ObjectClass(rawValue: CKO_PROFILE)
    /// `CKO_VALIDATION`.
    public static let validation = ObjectClass(rawValue: CKO_VALIDATION)
    /// `CKO_TRUST`.
    public static let trust = ObjectClass(rawValue: CKO_TRUST)

    /// The constants by number; of several names for one number, the first of the standard's list.
    static let names: [UInt: String] = Dictionary(
        [
            (CKO_DATA, "CKO_DATA"),
            (CKO_CERTIFICATE, "CKO_CERTIFICATE"),
            (CKO_PUBLIC_KEY, "CKO_PUBLIC_KEY"),
            (CKO_PRIVATE_KEY, "CKO_PRIVATE_KEY"),
            (CKO_SECRET_KEY, "CKO_SECRET_KEY"),
            (CKO_HW_FEATURE, "CKO_HW_FEATURE"),
            (CKO_DOMAIN_PARAMETERS, "CKO_DOMAIN_PARAMETERS"),
            (CKO_MECHANISM, "CKO_MECHANISM"),
            (CKO_OTP_KEY, "CKO_OTP_KEY"),
            (CKO_PROFILE, "CKO_PROFILE"),
            (CKO_VALIDATION, "CKO_VALIDATION"),
            (CKO_TRUST, "CKO_TRUST"),
        ],
        uniquingKeysWith: { first, _ in first }
    )
}
