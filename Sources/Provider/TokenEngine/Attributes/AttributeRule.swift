/// What a caller may say of one attribute of one class of objects.
struct AttributeRule: Sendable {
    /// What a value looks like.
    enum Form: Sendable {
        /// `CK_BBOOL`: one byte, 0 or 1.
        case flag
        /// `CK_ULONG`: 8 bytes.
        case number
        /// `CK_DATE`: eight digits, or nothing.
        case date
        /// Text or bytes in a range of lengths.
        case bytes(ClosedRange<Int>)
        /// Any number of `CK_ULONG`.
        case numbers
    }

    /// The calls whose template may give an attribute.
    struct Calls: OptionSet, Sendable {
        let rawValue: UInt8

        /// C_CreateObject.
        static let create = Calls(rawValue: 0x01)
        /// C_GenerateKeyPair.
        static let generate = Calls(rawValue: 0x02)
        /// C_DeriveKey.
        static let derive = Calls(rawValue: 0x04)
        /// C_CopyObject, with another value than the original's.
        static let copy = Calls(rawValue: 0x08)
        /// C_SetAttributeValue, with another value than the present one.
        static let set = Calls(rawValue: 0x10)

        /// Whatever makes an object.
        static let new: Calls = [.create, .generate, .derive]
    }

    let form: Form
    let calls: Calls
    /// The keys that have the attribute; nil for all objects of the class.
    var keyTypes: Set<KeyType>?
    /// Whether only the security officer may say that it is true.
    var isForSecurityOfficer = false

    /// - Throws: `CKR_ATTRIBUTE_VALUE_INVALID`.
    func checkForm(_ value: [UInt8]) throws(TokenFault) {
        let isRight =
            switch form {
            case .flag: value == [0] || value == [1]
            case .number: value.count == 8
            case .date: value.isEmpty || value.count == 8 && value.allSatisfy { (0x30...0x39).contains($0) }
            case .bytes(let lengths): lengths.contains(value.count)
            case .numbers: value.count.isMultiple(of: 8)
            }
        guard isRight else { throw TokenFault(.attributeValueInvalid, "an attribute's value is malformed") }
    }
}
