internal import CCryptoki

// Vendors share one range of numbers, so these mean what they say only where a function of Rutoken's extension
// returned them.
extension ReturnValue {
    /// `CKR_SM_PASSWORD_INVALID`: the activation password is wrong.
    public static let rutokenPasswordInvalid = ReturnValue(rawValue: CKR_SM_PASSWORD_INVALID)
    /// `CKR_INAPPROPRIATE_PIN`: the PIN does not keep to the token's rules.
    public static let rutokenInappropriatePIN = ReturnValue(rawValue: CKR_INAPPROPRIATE_PIN)
    /// `CKR_PIN_IN_HISTORY`: the PIN was used before.
    public static let rutokenPINInHistory = ReturnValue(rawValue: CKR_PIN_IN_HISTORY)

    /// Name, and meaning for the middle of a sentence, of what a function of Rutoken's extension returned; nil if it is
    /// none of the vendor's own values.
    var rutokenWords: (name: String, explanation: String)? {
        switch rawValue {
        case CKR_CORRUPTED_MAPFILE: ("CKR_CORRUPTED_MAPFILE", "the token's file table is damaged")
        case CKR_WRONG_VERSION_FIELD: ("CKR_WRONG_VERSION_FIELD", "the token's data are of another version")
        case CKR_RTPKCS11_DATA_CORRUPTED: ("CKR_RTPKCS11_DATA_CORRUPTED", "the token's data are damaged")
        case CKR_RTPKCS11_RSF_DATA_CORRUPTED: ("CKR_RTPKCS11_RSF_DATA_CORRUPTED", "the token's data are damaged")
        case CKR_SM_PASSWORD_INVALID: ("CKR_SM_PASSWORD_INVALID", "the activation password is wrong")
        case CKR_LICENSE_READ_ONLY: ("CKR_LICENSE_READ_ONLY", "the licence can't be changed")
        case CKR_VENDOR_EMITENT_KEY_BLOCKED: ("CKR_VENDOR_EMITENT_KEY_BLOCKED", "the issuer's key is blocked")
        case CKR_INAPPROPRIATE_PIN: ("CKR_INAPPROPRIATE_PIN", "the PIN does not keep to the token's rules")
        case CKR_PIN_IN_HISTORY: ("CKR_PIN_IN_HISTORY", "the PIN was used before")
        case CKR_VENDOR_INTERFACE_NOT_INITIALIZED:
            ("CKR_VENDOR_INTERFACE_NOT_INITIALIZED", "the extension is not initialised")
        default: nil
        }
    }
}
