/// What a token reports about a PIN before it is tried.
///
/// | option | user's | security officer's |
/// |---|---|---|
/// | ``countLow`` | `CKF_USER_PIN_COUNT_LOW`, 0x0001_0000 | `CKF_SO_PIN_COUNT_LOW`, 0x0010_0000 |
/// | ``finalTry`` | `CKF_USER_PIN_FINAL_TRY`, 0x0002_0000 | `CKF_SO_PIN_FINAL_TRY`, 0x0020_0000 |
/// | ``locked`` | `CKF_USER_PIN_LOCKED`, 0x0004_0000 | `CKF_SO_PIN_LOCKED`, 0x0040_0000 |
/// | ``toBeChanged`` | `CKF_USER_PIN_TO_BE_CHANGED`, 0x0008_0000 | `CKF_SO_PIN_TO_BE_CHANGED`, 0x0080_0000 |
///
/// - SeeAlso: PKCS #11 v3.1, 3.3, `CK_TOKEN_INFO`.
public struct PINFlags: OptionSet, Hashable, Sendable {
    /// Four bits, in the order of the table.
    public let rawValue: UInt8

    /// Makes a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// A wrong PIN was entered since the last right one.
    public static let countLow = PINFlags(rawValue: 1)
    /// One more wrong PIN locks it.
    public static let finalTry = PINFlags(rawValue: 2)
    /// No PIN is accepted any more.
    public static let locked = PINFlags(rawValue: 4)
    /// The PIN is the factory's or has expired.
    public static let toBeChanged = PINFlags(rawValue: 8)

    /// Takes the flags of one role from the field `flags` of `CK_TOKEN_INFO`; empty for a role of which it
    /// reports nothing, such as a PUK.
    public init(tokenFlags: UInt, role: PINPrompt.Role) {
        switch role {
        case .user, .contextSpecific: rawValue = UInt8(truncatingIfNeeded: tokenFlags >> 16) & 0x0F
        case .securityOfficer: rawValue = UInt8(truncatingIfNeeded: tokenFlags >> 20) & 0x0F
        case .puk, .activation, .managementKey, .passphrase, .filePassphrase, .secret: rawValue = 0
        }
    }

    /// What to show in the prompt for the PIN.
    public var tries: PINPrompt.Tries {
        contains(.finalTry) ? .last : contains(.countLow) ? .low : .unknown
    }
}
