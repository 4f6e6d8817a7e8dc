import PIVCard
import Synchronization

/// Objects that are changed or go away.
extension Token {
    /// Destroys an object (C_DestroyObject).
    ///
    /// - Throws: `CKR_ACTION_PROHIBITED` for what can't be destroyed.
    func destroy(_ handle: UInt, isReadWrite: Bool) throws(TokenFault) {
        try state.withLock { (state) throws(TokenFault) in
            let object = try object(handle, state)
            guard object.attributes.isTrue(.destroyable) else {
                throw TokenFault(.actionProhibited, "the object can't be destroyed")
            }
            if case .session = object.key {
                state.remove(handle)
                return
            }
            try requireWritable(object, isReadWrite)
            try destroy(object, &state)
            state.remove(handle)
        }
    }

    private func requireWritable(_ object: TokenObject, _ isReadWrite: Bool) throws(TokenFault) {
        guard isReadWrite || !object.attributes.isTrue(.token) else {
            throw TokenFault(.sessionReadOnly, "the session is read-only")
        }
    }

    private func destroy(_ object: TokenObject, _ state: inout EngineTokenState) throws(TokenFault) {
        var moved: ObjectKey?
        if case .privateKey(let reference, let fingerprint) = object.key,
            let session = state.temporaryKeys[reference]
        {
            // The public key is an object of the session too, and lives on without the card.
            try change(&state, refusal: .functionFailed) { (card, directory) throws(PIVError) in
                try Self.deleteSessionKey(reference, &card, &directory)
            }
            state.temporaryKeys[reference] = nil
            state.makeSessionObject(.publicKey(reference, fingerprint), session: session)
            return
        }
        let successor = successor(of: object, state)
        try change(&state, refusal: .functionFailed) { (card, directory) throws(PIVError) in
            switch object.key {
            case .privateKey(let reference, _):
                moved = try Self.deleteKey(object, &card, &directory)
                directory.keys[reference] = Self.rest(directory.keys[reference])
            case .publicKey(let reference, _):
                var entry = directory.keys[reference] ?? KeyEntry(reference: reference)
                entry.isPublicKeyHidden = true
                directory.keys[reference] = entry
            case .certificate(let reference, _):
                moved = try Self.replaceCertificate(in: reference, by: successor, &card, &directory)
            case .stored(let index, _):
                if let entry = directory.stored.removeValue(forKey: index) { try card.putObject(entry.tag, []) }
            case .data, .profile, .hardwareFeature, .session: throw PIVError(.unsupported)
            }
        }
        guard let moved else { return }
        if case .privateKey(let reference, let fingerprint) = object.key {
            state.rebind(.publicKey(reference, fingerprint), to: moved)
        } else if let successor {
            state.rebind(.stored(successor.index, successor.value.hashValue), to: moved)
            try load(&state)
        }
    }

    /// A certificate that takes the place of another.
    private struct Successor {
        let index: UInt8
        let value: [UInt8]
    }

    /// The certificate besides the slots' that takes the place of a slot's certificate when that goes: one of the same key.
    ///
    /// PIV's own tools see a slot's certificate only.
    private func successor(of object: TokenObject, _ state: EngineTokenState) -> Successor? {
        guard case .certificate(let reference, _) = object.key else { return nil }
        var key: [UInt8]?
        for case .card(let other)? in state.objects.values.map(\.material) where other.slot.rawValue == reference {
            key = other.publicKey.publicKeyInfo
        }
        guard let key else { return nil }
        var first: Successor?
        for other in state.objects.values {
            guard case .stored(let index, _) = other.key, index < first?.index ?? .max,
                state.directory.stored[index]?.objectClass == .certificate,
                let value = other.attributes[.value], let fields = CertificateFields(value)
            else { continue }
            let info = PublicKeyValue(publicKeyInfo: fields.publicKeyInfo)?.publicKeyInfo ?? fields.publicKeyInfo
            if info == key { first = Successor(index: index, value: value) }
        }
        return first
    }

    /// Deletes a slot's certificate, or writes another one over it.
    ///
    /// - Returns: What the object of the other one is now.
    private static func replaceCertificate(
        in reference: UInt8,
        by successor: Successor?,
        _ card: inout ConnectedCard.Card,
        _ directory: inout TokenDirectory
    ) throws(PIVError) -> ObjectKey? {
        let slot = KeySlot(rawValue: reference)
        guard let successor, let stored = directory.stored[successor.index] else {
            try card.putCertificate([], in: slot)
            directory.keys[reference]?.certificateLabel = nil
            directory.keys[reference]?.certificateIdentifier = nil
            return nil
        }
        try card.putCertificate(successor.value, in: slot)
        directory.keys[reference, default: KeyEntry(reference: reference)].certificateLabel = stored.label
        directory.keys[reference]?.certificateIdentifier = stored.identifier.isEmpty ? nil : stored.identifier
        directory.stored[stored.index] = nil
        try card.putObject(stored.tag, [])
        return .certificate(reference, successor.value.hashValue)
    }

    /// Deletes a private key; its public key stays as an object until it is destroyed too.
    ///
    /// - Returns: What the public key's object is now.
    private static func deleteKey(
        _ object: TokenObject,
        _ card: inout ConnectedCard.Card,
        _ directory: inout TokenDirectory
    ) throws(PIVError) -> ObjectKey? {
        guard case .card(let key) = object.material else { return nil }
        let reference = key.slot.rawValue
        let entry = directory.keys[reference]
        try card.deleteKey(in: key.slot)
        guard entry?.isPublicKeyHidden != true,
            let free = (0..<StoredEntry.maximumCount).first(where: { directory.stored[$0] == nil })
        else { return nil }
        var stored = StoredEntry(index: free, objectClass: .publicKey)
        stored.label = entry?.publicLabel ?? entry?.privateLabel ?? Array(SlotNames.label(key.slot).utf8)
        stored.identifier = entry?.publicIdentifier ?? entry?.identifier ?? SlotNames.identifier(key.slot)
        let value = key.publicKey.publicKeyInfo
        try card.putObject(stored.tag, Token.stored(value))
        directory.stored[free] = stored
        return .stored(free, value.hashValue)
    }

    /// What stays of an entry without its key: the names of the certificate, which were the key's if it had none.
    private static func rest(_ entry: KeyEntry?) -> KeyEntry? {
        guard let entry else { return nil }
        var rest = KeyEntry(reference: entry.reference)
        rest.certificateLabel = entry.certificateLabel ?? entry.privateLabel
        rest.certificateIdentifier = entry.certificateIdentifier ?? entry.identifier
        return rest
    }

    /// Changes attributes (C_SetAttributeValue), all of them or none.
    ///
    /// - Throws: `CKR_ATTRIBUTE_READ_ONLY`, `CKR_ATTRIBUTE_TYPE_INVALID`, `CKR_ACTION_PROHIBITED`.
    func set(_ template: AttributeSet, of handle: UInt, isReadWrite: Bool) throws(TokenFault) {
        try state.withLock { (state) throws(TokenFault) in
            var object = try object(handle, state)
            guard object.attributes.isTrue(.modifiable) else {
                throw TokenFault(.actionProhibited, "the object can't be changed")
            }
            try requireWritable(object, isReadWrite)
            try template.check(changing: object.attributes, for: .set)
            // A key may say whom it is for before its certificate does, not afterwards.
            if let subject = template[.subject], let known = object.attributes[.subject], known != subject,
                !known.isEmpty
            {
                throw TokenFault(.attributeReadOnly, "the certificate determines the key's subject")
            }
            if case .session = object.key {
                for type in template.types { object.attributes[type] = template[type] }
                state.replace(handle, object)
                return
            }
            try change(&state) { (_, directory) throws(PIVError) in Self.apply(template, object.key, &directory) }
            try load(&state)
        }
    }

    private static func apply(_ template: AttributeSet, _ key: ObjectKey, _ directory: inout TokenDirectory) {
        switch key {
        case .privateKey(let reference, _):
            var entry = directory.keys[reference] ?? KeyEntry(reference: reference)
            // The other objects of the slot had the private key's names unless they had their own: they keep them.
            let slot = KeySlot(rawValue: reference)
            let label = entry.privateLabel ?? Array(SlotNames.label(slot).utf8)
            let identifier = entry.identifier ?? SlotNames.identifier(slot)
            if let value = template[.label] {
                entry.publicLabel = entry.publicLabel ?? label
                entry.certificateLabel = entry.certificateLabel ?? label
                entry.privateLabel = value
            }
            if let value = template[.id] {
                entry.publicIdentifier = entry.publicIdentifier ?? identifier
                entry.certificateIdentifier = entry.certificateIdentifier ?? identifier
                entry.identifier = value
            }
            entry.startDate = template[.startDate] ?? entry.startDate
            entry.endDate = template[.endDate] ?? entry.endDate
            entry.subject = template[.subject] ?? entry.subject
            directory.keys[reference] = entry
        case .publicKey(let reference, _):
            var entry = directory.keys[reference] ?? KeyEntry(reference: reference)
            entry.publicLabel = template[.label] ?? entry.publicLabel
            entry.publicIdentifier = template[.id] ?? entry.publicIdentifier
            directory.keys[reference] = entry
        case .certificate(let reference, _):
            var entry = directory.keys[reference] ?? KeyEntry(reference: reference)
            entry.certificateLabel = template[.label] ?? entry.certificateLabel
            entry.certificateIdentifier = template[.id] ?? entry.certificateIdentifier
            directory.keys[reference] = entry
        case .stored(let index, _):
            guard var entry = directory.stored[index] else { return }
            entry.label = template[.label] ?? entry.label
            entry.identifier = template[.id] ?? entry.identifier
            entry.application = template[.application] ?? entry.application
            entry.objectIdentifier = template[.objectID] ?? entry.objectIdentifier
            directory.stored[index] = entry
        case .data, .profile, .hardwareFeature, .session: return
        }
    }

    /// Copies an object (C_CopyObject): objects of sessions, and keys that a session made, to the token.
    ///
    /// - Throws: `CKR_ACTION_PROHIBITED` for what can't be copied.
    func copy(_ handle: UInt, _ template: AttributeSet, session: UInt) throws(TokenFault) -> UInt {
        let object = try state.withLock { (state) throws(TokenFault) in try self.object(handle, state) }
        if case .card(let key) = object.material { return try keep(key, object, template) }
        guard case .session = object.key, object.attributes.isTrue(.copyable) else {
            throw TokenFault(.actionProhibited, "the object can't be copied")
        }
        try template.check(changing: object.attributes, for: .copy)
        var attributes = object.attributes
        for type in template.types { attributes[type] = template[type] }
        // A copy may be kept closer than the original, never more open: PKCS #11 3.2, 5.7.2.
        guard attributes.isTrue(.sensitive) || !object.attributes.isTrue(.sensitive),
            !attributes.isTrue(.extractable) || object.attributes.isTrue(.extractable)
        else { throw TokenFault(.attributeReadOnly, "a copy can't be less restricted than the original") }
        guard attributes.isTrue(.token) else { return try addSessionObject(attributes, object.material, session) }
        let objectClass = ObjectClass(rawValue: try attributes.number(.class) ?? 0)
        return try createTokenObject(attributes, objectClass, try Self.value(attributes, objectClass).0)
    }

    /// Keeps a key that a session has made.
    private func keep(_ key: CardKey, _ object: TokenObject, _ template: AttributeSet) throws(TokenFault) -> UInt {
        try state.withLock { (state) throws(TokenFault) in
            let reference = key.slot.rawValue
            guard try template.flag(.token) == true, state.temporaryKeys[reference] != nil else {
                throw TokenFault(.actionProhibited, "a key on the card can't be copied")
            }
            try template.check(changing: object.attributes, for: .copy)
            try change(&state) { (_, directory) throws(PIVError) in
                Self.apply(template, object.key, &directory)
                directory.keys[reference]?.owner = nil
            }
            state.temporaryKeys[reference] = nil
            try load(&state)
            return state.handle(object.key)
        }
    }
}
