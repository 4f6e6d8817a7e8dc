/// What an object is; the numbers of PKCS #11 3.2 (`CKO_...`).
public struct ObjectClass: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt

    /// Makes one from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `CKO_DATA`.
    public static let data = ObjectClass(rawValue: 0)
    /// `CKO_CERTIFICATE`.
    public static let certificate = ObjectClass(rawValue: 1)
    /// `CKO_PUBLIC_KEY`.
    public static let publicKey = ObjectClass(rawValue: 2)
    /// `CKO_PRIVATE_KEY`.
    public static let privateKey = ObjectClass(rawValue: 3)
    /// `CKO_SECRET_KEY`.
    public static let secretKey = ObjectClass(rawValue: 4)
    /// `CKO_HW_FEATURE`.
    public static let hardwareFeature = ObjectClass(rawValue: 5)
    /// `CKO_PROFILE`.
    public static let profile = ObjectClass(rawValue: 9)
}
