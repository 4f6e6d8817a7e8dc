/// Who logs in: CK_USER_TYPE.
public struct UserType: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: UInt
    /// Makes a user type; vendors define more than the standard's.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `CKU_SO`: the security officer, who initializes tokens and unblocks PINs.
    public static let securityOfficer = UserType(rawValue: 0)
    /// `CKU_USER`: the token's user.
    public static let user = UserType(rawValue: 1)
    /// `CKU_CONTEXT_SPECIFIC`: the user once more, for one operation with a key that requires it.
    public static let contextSpecific = UserType(rawValue: 2)

    /// Every user with its name in C.
    static let table: [(UserType, String)] = [
        (.securityOfficer, "CKU_SO"), (.user, "CKU_USER"), (.contextSpecific, "CKU_CONTEXT_SPECIFIC"),
    ]
}
