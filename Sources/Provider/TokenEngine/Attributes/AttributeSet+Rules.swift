/// Templates against ``AttributeRules``.
extension AttributeSet {
    /// Checks a template of a new object, before anything is made of it.
    ///
    /// - Parameters:
    ///   - objectClass: The object's class.
    ///   - call: The call that makes the object.
    ///   - keyType: The key's type where the template does not say it.
    ///   - isSecurityOfficer: Whether the security officer has logged in.
    /// - Throws: `CKR_ATTRIBUTE_TYPE_INVALID` for what such objects do not have, `CKR_ATTRIBUTE_VALUE_INVALID` for a
    ///   value of a wrong form, `CKR_ATTRIBUTE_READ_ONLY` for what the caller may not say.
    func check(
        _ objectClass: ObjectClass,
        for call: AttributeRule.Calls,
        keyType: KeyType? = nil,
        isSecurityOfficer: Bool
    ) throws(TokenFault) {
        let keyType = (try? number(.keyType)).flatMap { $0 }.map(KeyType.init(rawValue:)) ?? keyType
        for (type, value) in ordered {
            let rule = try Self.rule(type, objectClass)
            if let keyTypes = rule.keyTypes, let keyType, !keyTypes.contains(keyType) { throw Self.unknown }
            try rule.checkForm(value)
            guard rule.calls.contains(call), !rule.isForSecurityOfficer || isSecurityOfficer || value == [0] else {
                throw Self.readOnly
            }
        }
    }

    /// Checks a template that gives an object, or its copy, other values.
    ///
    /// - Parameters:
    ///   - object: The object's attributes; a value that is the object's own may always be given.
    ///   - call: C_CopyObject or C_SetAttributeValue.
    /// - Throws: As ``check(_:for:keyType:isSecurityOfficer:)``.
    func check(changing object: AttributeSet, for call: AttributeRule.Calls) throws(TokenFault) {
        guard let number = try object.number(.class) else { throw Self.readOnly }
        for (type, value) in ordered {
            let known = object[type]
            if known == value { continue }
            let rule = try Self.rule(type, ObjectClass(rawValue: number))
            guard known != nil else { throw Self.unknown }
            try rule.checkForm(value)
            guard rule.calls.contains(call) else { throw Self.readOnly }
        }
    }

    /// Refuses a template for an object on the card that is to stay as it is, which the card does not keep.
    ///
    /// - Throws: `CKR_TEMPLATE_INCONSISTENT` if `CKA_MODIFIABLE` or `CKA_DESTROYABLE` is false.
    func requireChangeable() throws(TokenFault) {
        for type: AttributeType in [.modifiable, .destroyable] where try flag(type) == false {
            throw TokenFault(
                .templateInconsistent,
                "the card cannot store which objects can't be changed or destroyed"
            )
        }
    }

    private static let unknown = TokenFault(.attributeTypeInvalid, "the object has no such attribute")
    private static let readOnly = TokenFault(.attributeReadOnly, "the caller may not set this attribute")

    private static func rule(_ type: AttributeType, _ objectClass: ObjectClass) throws(TokenFault) -> AttributeRule {
        guard let rule = AttributeRules.table[objectClass]?[type] else { throw unknown }
        return rule
    }
}
