// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The digits of SHA3_256 and the like are kept apart as the standard keeps them.
extension ObjectClass {
    /// `CKO_DATA`.
    public static let data = ObjectClass(rawValue: 0x0)
    /// `CKO_CERTIFICATE`.
    public static let certificate = ObjectClass(rawValue: 0x1)
    /// `CKO_PUBLIC_KEY`.
    public static let publicKey = ObjectClass(rawValue: 0x2)
    /// `CKO_PRIVATE_KEY`.
    public static let privateKey = ObjectClass(rawValue: 0x3)
    /// `CKO_SECRET_KEY`.
    public static let secretKey = ObjectClass(rawValue: 0x4)
    /// `CKO_HW_FEATURE`.
    public static let hwFeature = ObjectClass(rawValue: 0x5)
    /// `CKO_DOMAIN_PARAMETERS`.
    public static let domainParameters = ObjectClass(rawValue: 0x6)
    /// `CKO_MECHANISM`.
    public static let mechanism = ObjectClass(rawValue: 0x7)
    /// `CKO_OTP_KEY`.
    public static let otpKey = ObjectClass(rawValue: 0x8)
    /// `CKO_PROFILE`.
    public static let profile = ObjectClass(rawValue: 0x9)
    /// `CKO_VALIDATION`.
    public static let validation = ObjectClass(rawValue: 0xA)
    /// `CKO_TRUST`.
    public static let trust = ObjectClass(rawValue: 0xB)

    /// Every constant with its name in C; of two names of one number, the one that is shown stands first.
    static let table: [(ObjectClass, String)] = [
        (.data, "CKO_DATA"),
        (.certificate, "CKO_CERTIFICATE"),
        (.publicKey, "CKO_PUBLIC_KEY"),
        (.privateKey, "CKO_PRIVATE_KEY"),
        (.secretKey, "CKO_SECRET_KEY"),
        (.hwFeature, "CKO_HW_FEATURE"),
        (.domainParameters, "CKO_DOMAIN_PARAMETERS"),
        (.mechanism, "CKO_MECHANISM"),
        (.otpKey, "CKO_OTP_KEY"),
        (.profile, "CKO_PROFILE"),
        (.validation, "CKO_VALIDATION"),
        (.trust, "CKO_TRUST"),
    ]
    static let names = constantNames(table)
}
