/// An attribute's type: CK_ATTRIBUTE_TYPE.
///
/// Open: vendors have numbers of their own, and those survive.
public struct AttributeType: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number.
    public let rawValue: UInt
    /// Makes a value from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The C constant's name; one made from the number for those that PKCS #11 does not define.
    public var description: String {
        self == .yubicoTouchPolicy
            ? "CKA_YUBICO_TOUCH_POLICY" : constantName(rawValue, AttributeType.names, prefix: "CKA")
    }
}
