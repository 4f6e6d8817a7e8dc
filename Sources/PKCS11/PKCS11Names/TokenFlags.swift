/// Bits of CK_TOKEN_INFO.flags.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, table 6.
public struct TokenFlags: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes flags from bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `CKF_RNG`: the token has a random number generator.
    public static let randomNumberGenerator = TokenFlags(rawValue: 0x1)
    /// `CKF_WRITE_PROTECTED`: nothing can be written.
    public static let writeProtected = TokenFlags(rawValue: 0x2)
    /// `CKF_LOGIN_REQUIRED`: some functions need a login.
    public static let loginRequired = TokenFlags(rawValue: 0x4)
    /// `CKF_USER_PIN_INITIALIZED`: the user's PIN is set.
    public static let userPINInitialized = TokenFlags(rawValue: 0x8)
    /// `CKF_RESTORE_KEY_NOT_NEEDED`.
    public static let restoreKeyNotNeeded = TokenFlags(rawValue: 0x20)
    /// `CKF_CLOCK_ON_TOKEN`: the token has a clock.
    public static let clockOnToken = TokenFlags(rawValue: 0x40)
    /// `CKF_PROTECTED_AUTHENTICATION_PATH`: the PIN is typed on the reader, not given by the program.
    public static let protectedAuthenticationPath = TokenFlags(rawValue: 0x100)
    /// `CKF_DUAL_CRYPTO_OPERATIONS`.
    public static let dualCryptoOperations = TokenFlags(rawValue: 0x200)
    /// `CKF_TOKEN_INITIALIZED`: C_InitToken or the like was done.
    public static let tokenInitialized = TokenFlags(rawValue: 0x400)
    /// `CKF_SECONDARY_AUTHENTICATION`; deprecated.
    public static let secondaryAuthentication = TokenFlags(rawValue: 0x800)
    /// `CKF_USER_PIN_COUNT_LOW`: a wrong user PIN was given since the last right one.
    public static let userPINCountLow = TokenFlags(rawValue: 0x1_0000)
    /// `CKF_USER_PIN_FINAL_TRY`: one more wrong user PIN locks it.
    public static let userPINFinalTry = TokenFlags(rawValue: 0x2_0000)
    /// `CKF_USER_PIN_LOCKED`: the user's PIN is locked.
    public static let userPINLocked = TokenFlags(rawValue: 0x4_0000)
    /// `CKF_USER_PIN_TO_BE_CHANGED`: the user's PIN is the default one or has expired.
    public static let userPINToBeChanged = TokenFlags(rawValue: 0x8_0000)
    /// `CKF_SO_PIN_COUNT_LOW`: a wrong security officer's PIN was given since the last right one.
    public static let securityOfficerPINCountLow = TokenFlags(rawValue: 0x10_0000)
    /// `CKF_SO_PIN_FINAL_TRY`: one more wrong security officer's PIN locks it.
    public static let securityOfficerPINFinalTry = TokenFlags(rawValue: 0x20_0000)
    /// `CKF_SO_PIN_LOCKED`: the security officer's PIN is locked.
    public static let securityOfficerPINLocked = TokenFlags(rawValue: 0x40_0000)
    /// `CKF_SO_PIN_TO_BE_CHANGED`: the security officer's PIN is the default one or has expired.
    public static let securityOfficerPINToBeChanged = TokenFlags(rawValue: 0x80_0000)
    /// `CKF_ERROR_STATE`: the token failed its self-test.
    public static let errorState = TokenFlags(rawValue: 0x100_0000)

    /// Every flag with its name in C.
    static let table: [(TokenFlags, String)] = [
        (.randomNumberGenerator, "CKF_RNG"),
        (.writeProtected, "CKF_WRITE_PROTECTED"),
        (.loginRequired, "CKF_LOGIN_REQUIRED"),
        (.userPINInitialized, "CKF_USER_PIN_INITIALIZED"),
        (.restoreKeyNotNeeded, "CKF_RESTORE_KEY_NOT_NEEDED"),
        (.clockOnToken, "CKF_CLOCK_ON_TOKEN"),
        (.protectedAuthenticationPath, "CKF_PROTECTED_AUTHENTICATION_PATH"),
        (.dualCryptoOperations, "CKF_DUAL_CRYPTO_OPERATIONS"),
        (.tokenInitialized, "CKF_TOKEN_INITIALIZED"),
        (.secondaryAuthentication, "CKF_SECONDARY_AUTHENTICATION"),
        (.userPINCountLow, "CKF_USER_PIN_COUNT_LOW"),
        (.userPINFinalTry, "CKF_USER_PIN_FINAL_TRY"),
        (.userPINLocked, "CKF_USER_PIN_LOCKED"),
        (.userPINToBeChanged, "CKF_USER_PIN_TO_BE_CHANGED"),
        (.securityOfficerPINCountLow, "CKF_SO_PIN_COUNT_LOW"),
        (.securityOfficerPINFinalTry, "CKF_SO_PIN_FINAL_TRY"),
        (.securityOfficerPINLocked, "CKF_SO_PIN_LOCKED"),
        (.securityOfficerPINToBeChanged, "CKF_SO_PIN_TO_BE_CHANGED"),
        (.errorState, "CKF_ERROR_STATE"),
    ]
}
