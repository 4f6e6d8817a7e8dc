/// How a key is made of a shared secret: CK_EC_KDF_TYPE; those of ECDH with SHA-1 and SHA-2.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 6.3.17.
public struct KeyDerivationFunction: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt
    /// Makes a function from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `CKD_NULL`.
    public static let null = KeyDerivationFunction(rawValue: 1)
    /// `CKD_SHA1_KDF`.
    public static let sha1 = KeyDerivationFunction(rawValue: 2)
    /// `CKD_SHA224_KDF`.
    public static let sha224 = KeyDerivationFunction(rawValue: 5)
    /// `CKD_SHA256_KDF`.
    public static let sha256 = KeyDerivationFunction(rawValue: 6)
    /// `CKD_SHA384_KDF`.
    public static let sha384 = KeyDerivationFunction(rawValue: 7)
    /// `CKD_SHA512_KDF`.
    public static let sha512 = KeyDerivationFunction(rawValue: 8)

    /// Every function with its name in C.
    static let table: [(KeyDerivationFunction, String)] = [
        (.null, "CKD_NULL"),
        (.sha1, "CKD_SHA1_KDF"),
        (.sha224, "CKD_SHA224_KDF"),
        (.sha256, "CKD_SHA256_KDF"),
        (.sha384, "CKD_SHA384_KDF"),
        (.sha512, "CKD_SHA512_KDF"),
    ]
}
