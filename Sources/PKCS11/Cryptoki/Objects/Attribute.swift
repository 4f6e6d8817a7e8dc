public import JetonOctets

/// One attribute of an object, for a template: CK_ATTRIBUTE.
public struct Attribute: Sendable {
    /// A value in one of the forms that attributes have.
    public enum Value: Sendable {
        /// Octets as they are.
        case octets([UInt8])
        /// Octets that are wiped after use.
        case secret(SharedSecret)
        /// A template within a template, such as `CKA_WRAP_TEMPLATE`.
        case template([Attribute])
    }

    /// The attribute's type.
    public let type: AttributeType
    /// The attribute's value.
    public let value: Value

    /// Makes an attribute from octets.
    public init(_ type: AttributeType, _ octets: [UInt8]) {
        self.type = type
        value = .octets(octets)
    }

    /// Makes an attribute from a value of any form.
    public init(_ type: AttributeType, _ value: Value) {
        self.type = type
        self.value = value
    }

    /// Makes a CK_BBOOL attribute: one octet.
    public init(_ type: AttributeType, _ flag: Bool) { self.init(type, [flag ? 1 : 0]) }

    /// Makes a CK_ULONG attribute: eight octets in the machine's order.
    public init(_ type: AttributeType, number: UInt) {
        unsafe self.init(type, withUnsafeBytes(of: number) { unsafe Array($0) })
    }

    /// Makes a text attribute: UTF-8 without a terminator.
    public init(_ type: AttributeType, text: String) { self.init(type, Array(text.utf8)) }

    /// `CKA_CLASS`.
    public static func objectClass(_ value: ObjectClass) -> Attribute { .init(.class, number: value.rawValue) }
    /// `CKA_KEY_TYPE`.
    public static func keyType(_ value: KeyType) -> Attribute { .init(.keyType, number: value.rawValue) }
    /// `CKA_TOKEN`: whether the object outlives the session.
    public static func token(_ flag: Bool) -> Attribute { .init(.token, flag) }
    /// `CKA_PRIVATE`: whether the object is seen only after login.
    public static func `private`(_ flag: Bool) -> Attribute { .init(.private, flag) }
    /// `CKA_LABEL`.
    public static func label(_ text: String) -> Attribute { .init(.label, text: text) }
    /// `CKA_ID`.
    public static func id(_ octets: [UInt8]) -> Attribute { .init(.id, octets) }
}
