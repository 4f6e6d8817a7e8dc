// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A mask generation function: CK_RSA_PKCS_MGF_TYPE.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 6.1.7.
public struct MaskGeneration: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt
    /// Makes a function from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `CKG_MGF1_SHA1`.
    public static let mgf1SHA1 = MaskGeneration(rawValue: 1)
    /// `CKG_MGF1_SHA224`.
    public static let mgf1SHA224 = MaskGeneration(rawValue: 5)
    /// `CKG_MGF1_SHA256`.
    public static let mgf1SHA256 = MaskGeneration(rawValue: 2)
    /// `CKG_MGF1_SHA384`.
    public static let mgf1SHA384 = MaskGeneration(rawValue: 3)
    /// `CKG_MGF1_SHA512`.
    public static let mgf1SHA512 = MaskGeneration(rawValue: 4)
    /// `CKG_MGF1_SHA3_224`.
    public static let mgf1SHA3_224 = MaskGeneration(rawValue: 6)
    /// `CKG_MGF1_SHA3_256`.
    public static let mgf1SHA3_256 = MaskGeneration(rawValue: 7)
    /// `CKG_MGF1_SHA3_384`.
    public static let mgf1SHA3_384 = MaskGeneration(rawValue: 8)
    /// `CKG_MGF1_SHA3_512`.
    public static let mgf1SHA3_512 = MaskGeneration(rawValue: 9)

    /// Every function with its name in C.
    static let table: [(MaskGeneration, String)] = [
        (.mgf1SHA1, "CKG_MGF1_SHA1"),
        (.mgf1SHA224, "CKG_MGF1_SHA224"),
        (.mgf1SHA256, "CKG_MGF1_SHA256"),
        (.mgf1SHA384, "CKG_MGF1_SHA384"),
        (.mgf1SHA512, "CKG_MGF1_SHA512"),
        (.mgf1SHA3_224, "CKG_MGF1_SHA3_224"),
        (.mgf1SHA3_256, "CKG_MGF1_SHA3_256"),
        (.mgf1SHA3_384, "CKG_MGF1_SHA3_384"),
        (.mgf1SHA3_512, "CKG_MGF1_SHA3_512"),
    ]
}
