import JetonOctets
import PIVCard
import Synchronization

/// Objects that callers write.
extension Token {
    /// How long the value of an object on the card may be: a data object of a small card, less what is around it.
    private static let maximumValueLength = 16_000

    /// Makes an object from a template (C_CreateObject).
    ///
    /// - Throws: `CKR_TEMPLATE_INCOMPLETE`, `CKR_TEMPLATE_INCONSISTENT`, `CKR_ATTRIBUTE_VALUE_INVALID`,
    ///   `CKR_USER_NOT_LOGGED_IN`, `CKR_DEVICE_MEMORY`.
    func create(_ template: AttributeSet, session: UInt) throws(TokenFault) -> UInt {
        guard let number = try template.number(.class) else {
            throw TokenFault(.templateIncomplete, "the object's class is missing")
        }
        let objectClass = ObjectClass(rawValue: number)
        guard AttributeRules.table[objectClass] != nil else {
            throw TokenFault(.templateInconsistent, "objects of this class can't be created")
        }
        let isSecurityOfficer = state.withLock { $0.securityOfficerPIN != nil }
        try template.check(objectClass, for: .create, isSecurityOfficer: isSecurityOfficer)
        if objectClass == .privateKey { return try importKey(template, session: session) }
        let (value, material) = try Self.value(template, objectClass)
        guard try template.flag(.token) ?? false else {
            return try createSessionObject(template, objectClass, value, material, session)
        }
        return try createTokenObject(template, objectClass, value)
    }

    /// Makes an object of the token, of a template that was checked.
    func createTokenObject(
        _ template: AttributeSet,
        _ objectClass: ObjectClass,
        _ value: [UInt8]
    ) throws(TokenFault) -> UInt {
        guard objectClass != .secretKey else {
            throw TokenFault(.templateInconsistent, "the card does not store secret keys")
        }
        guard !template.isTrue(.trusted) else {
            throw TokenFault(.templateInconsistent, "the card cannot store which objects are trusted")
        }
        guard try template.flag(.private) != true else {
            throw TokenFault(.templateInconsistent, "the card stores no private objects except keys")
        }
        try template.requireChangeable()
        guard value.count <= Self.maximumValueLength else { throw TokenFault(.deviceMemory, "the value is too long") }
        return try state.withLock { (state) throws(TokenFault) in
            try load(&state)
            return switch objectClass {
            case .certificate: try storeCertificate(value, template, &state)
            case .publicKey: try storePublicKey(value, template, &state)
            default: try store(value, objectClass, template, &state)
            }
        }
    }

    /// The value of an object, and what kind of key it is.
    static func value(
        _ template: AttributeSet,
        _ objectClass: ObjectClass
    ) throws(TokenFault) -> ([UInt8], KeyMaterial?) {
        switch objectClass {
        case .data: return (template[.value] ?? [], nil)
        case .certificate:
            guard try template.number(.certificateType) ?? 0 == 0 else {
                throw TokenFault(.attributeValueInvalid, "only X.509 certificates are supported")
            }
            let value = try template.required(.value)
            guard let fields = CertificateFields(value) else {
                throw TokenFault(.attributeValueInvalid, "the value is not a certificate")
            }
            try template.requireSame(.publicKeyInfo, fields.publicKeyInfo)
            return (value, nil)
        case .publicKey:
            let key = try publicKey(template)
            try template.requireSame(.publicKeyInfo, key.publicKeyInfo)
            return (key.publicKeyInfo, .publicKey(key))
        case .secretKey:
            guard let type = try template.number(.keyType) else {
                throw TokenFault(.templateIncomplete, "the key's type is missing")
            }
            guard [.genericSecret, .aes].contains(KeyType(rawValue: type)) else {
                throw TokenFault(.attributeValueInvalid, "secret keys of this type are not supported")
            }
            let octets = try template.required(.value)
            guard type != KeyType.aes.rawValue || [16, 24, 32].contains(octets.count) else {
                throw TokenFault(.attributeValueInvalid, "an AES key has 16, 24 or 32 bytes")
            }
            return ([], .secret(octets))
        default: throw TokenFault(.templateInconsistent, "objects of this class can't be created")
        }
    }

    private static func publicKey(_ template: AttributeSet) throws(TokenFault) -> PublicKeyValue {
        guard let number = try template.number(.keyType) else {
            throw TokenFault(.templateIncomplete, "the key's type is missing")
        }
        let key: PublicKeyValue?
        switch KeyType(rawValue: number) {
        case .rsa:
            key = PublicKeyValue(
                modulus: try template.required(.modulus),
                exponent: try template.required(.publicExponent)
            )
        case .ec, .ecEdwards, .ecMontgomery:
            let parameters = try template.required(.ecParams)
            guard PublicKeyValue.algorithm(parameters) != nil else {
                throw TokenFault(.curveNotSupported, "the curve is not supported")
            }
            key = PublicKeyValue(parameters: parameters, point: try template.required(.ecPoint))
        case .gostr3410, .gostr3410_512:
            let algorithm = try template.gostAlgorithm(KeyType(rawValue: number))
            key = PublicKeyValue(gost: algorithm, value: try template.required(.value))
        default: throw TokenFault(.attributeValueInvalid, "public keys of this type are not supported")
        }
        guard let key, key.keyType.rawValue == number else {
            throw TokenFault(.attributeValueInvalid, "the numbers do not form a public key")
        }
        return key
    }

    // MARK: - Session objects

    private func createSessionObject(
        _ template: AttributeSet,
        _ objectClass: ObjectClass,
        _ value: [UInt8],
        _ material: KeyMaterial?,
        _ session: UInt
    ) throws(TokenFault) -> UInt {
        var attributes: AttributeSet
        switch (objectClass, material) {
        case (.certificate, _): attributes = ObjectBuilder.certificate(value, isToken: false)
        case (.publicKey, .publicKey(let key)): attributes = ObjectBuilder.publicKey(key, isToken: false)
        case (.secretKey, .secret(let octets)): attributes = Self.secretKey(octets)
        default: attributes = ObjectBuilder.data(value, isToken: false)
        }
        attributes.set(.copyable, true)
        // Of a public key, the value as the caller encoded it gives way to ours; what is derived was compared.
        let derived: [AttributeType] =
            objectClass == .publicKey ? [.ecParams, .ecPoint, .modulus, .publicExponent] : []
        for type in template.types where !derived.contains(type) && type != .publicKeyInfo {
            attributes[type] = template[type]
        }
        return try addSessionObject(attributes, material, session)
    }

    /// Adds an object that lives as long as its session.
    func addSessionObject(
        _ attributes: AttributeSet,
        _ material: KeyMaterial?,
        _ session: UInt
    ) throws(TokenFault) -> UInt {
        try state.withLock { (state) throws(TokenFault) in
            try state.requireOpen(session)
            guard state.objects.count < 4096 else { throw TokenFault(.hostMemory, "there are too many objects") }
            guard state.isUser || !attributes.isTrue(.private) else {
                throw TokenFault(.userNotLoggedIn, "no user has logged in")
            }
            return state.add(attributes, material, session: session)
        }
    }

    /// The attributes of a secret key, before a template adds its own.
    static func secretKey(_ octets: [UInt8]) -> AttributeSet {
        var attributes = AttributeSet()
        attributes.set(.class, ObjectClass.secretKey.rawValue)
        attributes.set(.keyType, KeyType.genericSecret.rawValue)
        attributes.set(.token, false)
        for type: AttributeType in [
            .private, .sensitive, .alwaysSensitive, .neverExtractable, .local, .wrapWithTrusted, .trusted,
        ] {
            attributes.set(type, false)
        }
        for type: AttributeType in [.encrypt, .decrypt, .sign, .verify, .wrap, .unwrap, .derive] {
            attributes.set(type, false)
        }
        for type: AttributeType in [.modifiable, .copyable, .destroyable, .extractable] { attributes.set(type, true) }
        for type: AttributeType in [.label, .id, .startDate, .endDate] { attributes[type] = [] }
        attributes.set(.keyGenMechanism, UInt.max)
        attributes[.value] = octets
        attributes.set(.valueLen, UInt(octets.count))
        return attributes
    }

    // MARK: - Token objects

    /// A certificate goes to the slot of its key, as PIV has it, or beside the slots.
    private func storeCertificate(
        _ value: [UInt8],
        _ template: AttributeSet,
        _ state: inout EngineTokenState
    ) throws(TokenFault) -> UInt {
        // In the encoding of the keys on the card: GOST keys name one curve in several ways.
        let publicKeyInfo = CertificateFields(value).map { fields in
            PublicKeyValue(publicKeyInfo: fields.publicKeyInfo)?.publicKeyInfo ?? fields.publicKeyInfo
        }
        let identifier = template[.id] ?? []
        var taken: Set<KeySlot> = []
        var keys: [(slot: KeySlot, identifier: [UInt8], publicKeyInfo: [UInt8])] = []
        for object in state.objects.values {
            if case .certificate(let reference, _) = object.key { taken.insert(KeySlot(rawValue: reference)) }
            if case .card(let key) = object.material {
                keys.append((key.slot, object.attributes[.id] ?? [], key.publicKey.publicKeyInfo))
            }
        }
        let free = keys.filter { !taken.contains($0.slot) }.sorted { $0.slot.rawValue < $1.slot.rawValue }
        let slot =
            free.first { $0.publicKeyInfo == publicKeyInfo && (identifier.isEmpty || $0.identifier == identifier) }?
            .slot
            ?? free.first { $0.publicKeyInfo == publicKeyInfo }?.slot
        guard let slot else { return try store(value, .certificate, template, &state) }
        try change(&state, refusal: .deviceMemory, needsNames: false) { (card, directory) throws(PIVError) in
            try card.putCertificate(value, in: slot)
            var entry = directory.keys[slot.rawValue] ?? KeyEntry(reference: slot.rawValue)
            entry.certificateLabel = template[.label]
            entry.certificateIdentifier = identifier.isEmpty ? nil : identifier
            directory.keys[slot.rawValue] = entry
        }
        try load(&state)
        return state.handle(.certificate(slot.rawValue, value.hashValue))
    }

    /// A public key of a key on the card is there already, and takes the names; another is stored.
    private func storePublicKey(
        _ value: [UInt8],
        _ template: AttributeSet,
        _ state: inout EngineTokenState
    ) throws(TokenFault) -> UInt {
        let own = state.objects.values.compactMap { object -> CardKey? in
            guard case .card(let key) = object.material, key.publicKey.publicKeyInfo == value else { return nil }
            return key
        }.min { $0.slot.rawValue < $1.slot.rawValue }
        guard let own else { return try store(value, .publicKey, template, &state) }
        let reference = own.slot.rawValue
        try change(&state, needsNames: false) { (_, directory) throws(PIVError) in
            var entry = directory.keys[reference] ?? KeyEntry(reference: reference)
            entry.publicLabel = template[.label] ?? entry.publicLabel
            entry.publicIdentifier = template[.id] ?? entry.publicIdentifier
            entry.isPublicKeyHidden = false
            directory.keys[reference] = entry
        }
        try load(&state)
        return state.handle(.publicKey(reference, own.publicKey.fingerprint))
    }

    /// Puts an object into a data object of its own.
    private func store(
        _ value: [UInt8],
        _ objectClass: ObjectClass,
        _ template: AttributeSet,
        _ state: inout EngineTokenState
    ) throws(TokenFault) -> UInt {
        var index: UInt8 = 0
        try change(&state, refusal: .deviceMemory) { (card, directory) throws(PIVError) in
            guard let free = (0..<StoredEntry.maximumCount).first(where: { directory.stored[$0] == nil }) else {
                throw PIVError(.noMemory)
            }
            index = free
            var entry = StoredEntry(index: free, objectClass: objectClass)
            entry.label = template[.label] ?? []
            entry.identifier = template[.id] ?? []
            entry.application = template[.application] ?? []
            entry.objectIdentifier = template[.objectID] ?? []
            // An empty data object is one that is not there, so that data is never stored bare.
            try card.putObject(entry.tag, Self.stored(value))
            directory.stored[free] = entry
        }
        try load(&state)
        return state.handle(.stored(index, value.hashValue))
    }

    /// A value as it lies on the card.
    static func stored(_ value: [UInt8]) -> [UInt8] { TLV(tag: 0x80, value: value).encoded }
}
