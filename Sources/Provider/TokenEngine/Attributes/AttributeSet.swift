/// The attributes of an object, or those that a template asks for.
struct AttributeSet: Sendable {
    /// How many attributes a template may have; more than the standard knows of any object.
    static let maximumCount = 128

    private var values: [AttributeType: [UInt8]] = [:]

    init() {}

    /// Takes a template from a caller.
    ///
    /// - Throws: `CKR_TEMPLATE_INCONSISTENT` if an attribute comes twice, `CKR_ARGUMENTS_BAD` above ``maximumCount``.
    init(_ template: [EngineAttribute]) throws(TokenFault) {
        guard template.count <= Self.maximumCount else { throw TokenFault(.argumentsBad, "the template is too long") }
        for attribute in template {
            guard values.updateValue(attribute.value, forKey: attribute.type) == nil else {
                throw TokenFault(.templateInconsistent, "an attribute is given twice")
            }
        }
    }

    var types: some Sequence<AttributeType> { values.keys }

    /// Types and values, ascending by type.
    var ordered: [(type: AttributeType, value: [UInt8])] {
        values.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key, $0.value) }
    }

    subscript(_ type: AttributeType) -> [UInt8]? {
        get { values[type] }
        set { values[type] = newValue }
    }

    mutating func set(_ type: AttributeType, _ flag: Bool) { values[type] = [flag ? 1 : 0] }

    mutating func set(_ type: AttributeType, _ number: UInt) { values[type] = Self.octets(number) }

    /// Whether a truth value is there and true.
    func isTrue(_ type: AttributeType) -> Bool { values[type] == [1] }

    /// A truth value.
    ///
    /// - Throws: `CKR_ATTRIBUTE_VALUE_INVALID` if it is not one octet.
    func flag(_ type: AttributeType) throws(TokenFault) -> Bool? {
        guard let value = values[type] else { return nil }
        guard value.count == 1 else { throw TokenFault(.attributeValueInvalid, "a Boolean value is not one byte long") }
        return value[0] != 0
    }

    /// A number.
    ///
    /// - Throws: `CKR_ATTRIBUTE_VALUE_INVALID` if it is not eight octets.
    func number(_ type: AttributeType) throws(TokenFault) -> UInt? {
        guard let value = values[type] else { return nil }
        guard value.count == 8 else { throw TokenFault(.attributeValueInvalid, "a number is not eight bytes long") }
        return value.reversed().reduce(0) { $0 << 8 | UInt($1) }
    }

    /// A value that must be there.
    ///
    /// - Throws: `CKR_TEMPLATE_INCOMPLETE` if it is not.
    func required(_ type: AttributeType) throws(TokenFault) -> [UInt8] {
        guard let value = values[type] else { throw TokenFault(.templateIncomplete, "an attribute is missing") }
        return value
    }

    /// Checks a value that follows from others, if it is there and not empty.
    ///
    /// - Throws: `CKR_TEMPLATE_INCONSISTENT` if it is another.
    func requireSame(_ type: AttributeType, _ derived: [UInt8]?) throws(TokenFault) {
        guard let value = values[type], !value.isEmpty, value != derived else { return }
        throw TokenFault(.templateInconsistent, "an attribute contradicts the object's value")
    }

    /// Whether all attributes of a template are here with the same values.
    func matches(_ template: AttributeSet) -> Bool {
        template.values.allSatisfy { values[$0.key] == $0.value }
    }

    /// A number as attributes hold it.
    static func octets(_ number: UInt) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
}
