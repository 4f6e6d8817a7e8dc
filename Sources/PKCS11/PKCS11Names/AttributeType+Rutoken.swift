// Vendors share one range of numbers, so these mean what they say only of a token with Rutoken's extension.
extension AttributeType {
    /// `CKA_VENDOR_SECURE_MESSAGING_AVAILABLE`.
    public static let rutokenSecureMessagingAvailable = AttributeType(rawValue: 0x8000_3000)
    /// `CKA_VENDOR_CURRENT_SECURE_MESSAGING_MODE`.
    public static let rutokenCurrentSecureMessagingMode = AttributeType(rawValue: 0x8000_3001)
    /// `CKA_VENDOR_SUPPORTED_SECURE_MESSAGING_MODES`.
    public static let rutokenSupportedSecureMessagingModes = AttributeType(rawValue: 0x8000_3002)
    /// `CKA_VENDOR_CURRENT_TOKEN_INTERFACE`.
    public static let rutokenCurrentTokenInterface = AttributeType(rawValue: 0x8000_3003)
    /// `CKA_VENDOR_SUPPORTED_TOKEN_INTERFACE`.
    public static let rutokenSupportedTokenInterface = AttributeType(rawValue: 0x8000_3004)
    /// `CKA_VENDOR_MODEL_NAME`.
    public static let rutokenModelName = AttributeType(rawValue: 0x8000_3010)

    /// Every constant with its name in C.
    static let rutokenTable: [(AttributeType, String)] = [
        (.rutokenSecureMessagingAvailable, "CKA_VENDOR_SECURE_MESSAGING_AVAILABLE"),
        (.rutokenCurrentSecureMessagingMode, "CKA_VENDOR_CURRENT_SECURE_MESSAGING_MODE"),
        (.rutokenSupportedSecureMessagingModes, "CKA_VENDOR_SUPPORTED_SECURE_MESSAGING_MODES"),
        (.rutokenCurrentTokenInterface, "CKA_VENDOR_CURRENT_TOKEN_INTERFACE"),
        (.rutokenSupportedTokenInterface, "CKA_VENDOR_SUPPORTED_TOKEN_INTERFACE"),
        (.rutokenModelName, "CKA_VENDOR_MODEL_NAME"),
    ]
}
