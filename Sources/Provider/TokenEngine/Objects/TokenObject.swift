/// An object of PKCS #11.
struct TokenObject: Sendable {
    var key: ObjectKey
    var attributes: AttributeSet
    /// For keys.
    var material: KeyMaterial?
    /// The session that made it, for a session object.
    var session: UInt?

    init(_ key: ObjectKey, _ attributes: AttributeSet, _ material: KeyMaterial? = nil, session: UInt? = nil) {
        self.key = key
        self.attributes = attributes
        self.material = material
        self.session = session
    }

    /// Whether only a user who has logged in sees it.
    var isPrivate: Bool { attributes.isTrue(.private) }

    /// The value of an attribute.
    ///
    /// - Throws: `CKR_ATTRIBUTE_SENSITIVE` for what a key keeps to itself, `CKR_ATTRIBUTE_TYPE_INVALID` for what the
    ///   object does not have.
    func value(_ type: AttributeType) throws(TokenFault) -> [UInt8] {
        if isHidden(type) { throw TokenFault(.attributeSensitive, "the key does not reveal this attribute") }
        guard let value = attributes[type] else {
            throw TokenFault(.attributeTypeInvalid, "the object has no such attribute")
        }
        return value
    }

    /// Whether an attribute is there, and kept from everybody.
    ///
    /// - SeeAlso: PKCS #11 3.2, 4.9.
    private func isHidden(_ type: AttributeType) -> Bool {
        switch material {
        case .card(let key):
            let parts: [AttributeType] =
                key.publicKey.keyType == .rsa
                ? [.privateExponent, .prime1, .prime2, .exponent1, .exponent2, .coefficient] : [.value]
            return parts.contains(type)
        case .secret: return type == .value && (attributes.isTrue(.sensitive) || !attributes.isTrue(.extractable))
        default: return false
        }
    }
}
