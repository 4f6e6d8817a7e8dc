/// Of which kind a key is; the numbers of PKCS #11 3.2 (`CKK_...`).
public struct KeyType: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt

    /// Makes one from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `CKK_RSA`.
    public static let rsa = KeyType(rawValue: 0)
    /// `CKK_EC`.
    public static let ec = KeyType(rawValue: 3)
    /// `CKK_GENERIC_SECRET`.
    public static let genericSecret = KeyType(rawValue: 0x10)
    /// `CKK_AES`.
    public static let aes = KeyType(rawValue: 0x1F)
    /// `CKK_EC_EDWARDS`.
    public static let edwards = KeyType(rawValue: 0x40)
    /// `CKK_EC_MONTGOMERY`.
    public static let montgomery = KeyType(rawValue: 0x41)
}
