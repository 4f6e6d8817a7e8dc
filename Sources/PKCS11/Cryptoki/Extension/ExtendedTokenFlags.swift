/// Bits of CK_TOKEN_INFO_EXTENDED.flags, of Rutoken's extension.
public struct ExtendedTokenFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes flags from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `TOKEN_FLAGS_ADMIN_CHANGE_USER_PIN`: the security officer may change the user's PIN.
    public static let securityOfficerChangesUserPIN = ExtendedTokenFlags(rawValue: 0x1)
    /// `TOKEN_FLAGS_USER_CHANGE_USER_PIN`: the user may change the user's PIN.
    public static let userChangesUserPIN = ExtendedTokenFlags(rawValue: 0x2)
    /// `TOKEN_FLAGS_ADMIN_PIN_NOT_DEFAULT`: the security officer's PIN is not the factory's.
    public static let securityOfficerPINIsNotDefault = ExtendedTokenFlags(rawValue: 0x4)
    /// `TOKEN_FLAGS_USER_PIN_NOT_DEFAULT`: the user's PIN is not the factory's.
    public static let userPINIsNotDefault = ExtendedTokenFlags(rawValue: 0x8)
    /// `TOKEN_FLAGS_HAS_FLASH_DRIVE`.
    public static let hasFlashDrive = ExtendedTokenFlags(rawValue: 0x80)
    /// `TOKEN_FLAGS_SUPPORT_SECURE_MESSAGING`: the token can be reached by a secure channel.
    public static let supportsSecureMessaging = ExtendedTokenFlags(rawValue: 0x100)
    /// `TOKEN_FLAGS_HAS_BUTTON`.
    public static let hasButton = ExtendedTokenFlags(rawValue: 0x200)
}
