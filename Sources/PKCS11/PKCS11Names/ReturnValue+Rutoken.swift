// Vendors share one range of numbers, so these mean what they say only where a function of Rutoken's extension
// returned them.
extension ReturnValue {
    /// `CKR_SM_PASSWORD_INVALID`: the activation password is wrong.
    public static let rutokenPasswordInvalid = ReturnValue(rawValue: 0x8000_0006)
    /// `CKR_INAPPROPRIATE_PIN`: the PIN does not keep to the token's rules.
    public static let rutokenInappropriatePIN = ReturnValue(rawValue: 0x8000_000A)
    /// `CKR_PIN_IN_HISTORY`: the PIN was used before.
    public static let rutokenPINInHistory = ReturnValue(rawValue: 0x8000_000B)

    /// Name, and meaning for the middle of a sentence, of what a function of Rutoken's extension returned; nil if it is
    /// none of the vendor's own values.
    public var rutokenWords: (name: String, explanation: String)? { Self.rutokenTable[rawValue] }

    static let rutokenTable: [UInt: (name: String, explanation: String)] = [
        0x8000_0001: ("CKR_CORRUPTED_MAPFILE", "the token's file table is damaged"),
        0x8000_0002: ("CKR_WRONG_VERSION_FIELD", "the token's data has another version"),
        0x8000_0004: ("CKR_RTPKCS11_DATA_CORRUPTED", "the token's data is damaged"),
        0x8000_0005: ("CKR_RTPKCS11_RSF_DATA_CORRUPTED", "the token's data is damaged"),
        0x8000_0006: ("CKR_SM_PASSWORD_INVALID", "the activation password is wrong"),
        0x8000_0007: ("CKR_LICENSE_READ_ONLY", "the license can't be changed"),
        0x8000_0008: ("CKR_VENDOR_EMITENT_KEY_BLOCKED", "the issuer's key is blocked"),
        0x8000_000A: ("CKR_INAPPROPRIATE_PIN", "the PIN does not follow the token's rules"),
        0x8000_000B: ("CKR_PIN_IN_HISTORY", "the PIN was used before"),
        0x8000_000C: ("CKR_VENDOR_INTERFACE_NOT_INITIALIZED", "the extension is not initialized"),
    ]
}
