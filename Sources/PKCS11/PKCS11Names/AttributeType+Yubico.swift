// Yubico's range of vendors' numbers.
extension AttributeType {
    /// `CKA_YUBICO_TOUCH_POLICY`: when a private key asks for a touch of the token.
    public static let yubicoTouchPolicy = AttributeType(rawValue: 0xD955_4201)
}
