internal import CCryptoki

extension Session {
    /// Reads attributes of an object with as few calls as can be: one, where the values fit the usual sizes.
    ///
    /// All values are fetched in one C_GetAttributeValue with buffers made beforehand. Those that did not fit are
    /// asked for again with their true sizes. A module that fails the whole batch because of one attribute is asked
    /// by halves, and the culprit is remembered for the module.
    ///
    /// - Parameters:
    ///   - types: At most 256 types, each once; those whose value is a template are left out, see
    ///     ``template(_:of:)``.
    ///   - object: The object.
    /// - Returns: An outcome for each type.
    /// - Throws: ``CryptokiError`` if the object or the session is gone; an attribute that can't be read is an
    ///   outcome, not an error.
    public mutating func attributes(
        _ types: [AttributeType],
        of object: ObjectHandle
    ) throws(CryptokiError) -> AttributeValues {
        // The value of such an attribute is an array of pointers, which this call has no buffers for.
        let types = types.contains(where: \.isTemplate) ? types.filter { !$0.isTemplate } : types
        var values = AttributeValues(object: object, capacity: types.count)
        if module.hasPoisonedAttributes {
            for type in types where module.isPoisoned(type) { values.set(type, .unavailable) }
            let healthy = types.filter { !module.isPoisoned($0) }
            try read(healthy, of: object, into: &values)
            for type in types where module.isPoisoned(type) { try read([type], of: object, into: &values) }
        } else {
            try read(types, of: object, into: &values)
        }
        return values
    }

    private mutating func read(
        _ types: [AttributeType],
        of object: ObjectHandle,
        into values: inout AttributeValues
    ) throws(CryptokiError) {
        guard !types.isEmpty else { return }
        let code = try fetch(types, capacities: types.map(\.usualSize), of: object, into: &values)
        switch code {
        case .ok, .attributeSensitive, .attributeTypeInvalid, .bufferTooSmall:
            // Which of the unavailable ones merely did not fit is told by their sizes.
            guard code == .bufferTooSmall else { return }
            try fetchLarge(types.filter { values[$0] == .unavailable }, of: object, into: &values)
        default:
            if isSessionOrObjectLoss(code) {
                throw CryptokiError(code, .getAttributeValue, context: module.context(slot: slot.id))
            }
            guard types.count > 1 else {
                values.set(types[0], .failed(code))
                module.markPoisoned(types[0])
                return
            }
            try read(Array(types[..<(types.count / 2)]), of: object, into: &values)
            try read(Array(types[(types.count / 2)...]), of: object, into: &values)
        }
    }

    private mutating func fetchLarge(
        _ types: [AttributeType],
        of object: ObjectHandle,
        into values: inout AttributeValues
    ) throws(CryptokiError) {
        guard !types.isEmpty else { return }
        var template = unsafe types.map { unsafe CK_ATTRIBUTE(type: $0.rawValue, pValue: nil, ulValueLen: 0) }
        let count = unsafe CK_ULONG(template.count)
        _ = try unsafe status { unsafe $0.pointee.C_GetAttributeValue?(handle, object.rawValue, &template, count) }
        var large: [AttributeType] = []
        var capacities: [Int] = []
        for unsafe(type, attribute) in unsafe zip(types, template) {
            let length = unsafe attribute.ulValueLen
            if length == .max || length == 0xFFFF_FFFF { continue }
            // No attribute of a token is larger than this; a certificate of 1 MiB is already absurd.
            guard length <= 1_048_576 else {
                values.set(type, .impossibleLength(length))
                continue
            }
            large.append(type)
            capacities.append(Int(length))
        }
        guard !large.isEmpty else { return }
        _ = try fetch(large, capacities: capacities, of: object, into: &values)
    }

    /// One C_GetAttributeValue with a buffer for each type; what was filled goes into `values`.
    private mutating func fetch(
        _ types: [AttributeType],
        capacities: [Int],
        of object: ObjectHandle,
        into values: inout AttributeValues
    ) throws(CryptokiError) -> ReturnValue {
        precondition(types.count <= 256, "at most 256 attributes in a read")
        let headerSize = unsafe types.count * MemoryLayout<CK_ATTRIBUTE>.stride
        let size = capacities.reduce(headerSize) { $0 + (($1 + 7) & ~7) + 8 }
        let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        defer { unsafe block.deallocate() }
        // A module that answers OK without writing must not show what lay in this memory before. Nor may it find
        // pointers there: the value of an attribute such as CKA_WRAP_TEMPLATE is an array of CK_ATTRIBUTE.
        unsafe block.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let template = unsafe block.bindMemory(to: CK_ATTRIBUTE.self, capacity: types.count)
        var offset = headerSize
        for index in types.indices {
            unsafe template[index] = CK_ATTRIBUTE(
                type: types[index].rawValue,
                pValue: block + offset,
                ulValueLen: CK_ULONG(capacities[index])
            )
            offset += ((capacities[index] + 7) & ~7) + 8
        }
        let code = try unsafe status {
            unsafe $0.pointee.C_GetAttributeValue?(handle, object.rawValue, template, CK_ULONG(types.count))
        }
        guard code == .ok || code == .attributeSensitive || code == .attributeTypeInvalid || code == .bufferTooSmall
        else { return code }
        offset = headerSize
        let isFirst = values.isEmpty
        for index in types.indices {
            let length = unsafe template[index].ulValueLen
            if length == .max || length == 0xFFFF_FFFF {
                values.set(types[index], .unavailable, isNew: isFirst)
            } else if length > CK_ULONG(capacities[index]) {
                // Honest modules give the true size here with CKR_BUFFER_TOO_SMALL; with CKR_OK it is a lie.
                let outcome: AttributeOutcome = code == .bufferTooSmall ? .unavailable : .impossibleLength(length)
                values.set(types[index], outcome, isNew: isFirst)
            } else {
                let octets = unsafe UnsafeRawBufferPointer(start: block + offset, count: Int(length))
                unsafe values.set(types[index], octets: octets, isNew: isFirst)
            }
            offset += ((capacities[index] + 7) & ~7) + 8
        }
        return code
    }

    /// Calls C_GetAttributeValue and gives its return value, where ``call(_:mechanism:_:)`` would throw it.
    private func status(
        _ body: (UnsafePointer<CK_FUNCTION_LIST_3_2>) -> CK_RV?
    ) throws(CryptokiError) -> ReturnValue {
        do {
            try unsafe call(.getAttributeValue, body)
            return .ok
        } catch {
            if error.fault != nil { throw error }
            return error.code
        }
    }

    private func isSessionOrObjectLoss(_ code: ReturnValue) -> Bool {
        switch code {
        case .objectHandleInvalid, .sessionHandleInvalid, .sessionClosed, .deviceRemoved, .tokenNotPresent,
            .cryptokiNotInitialized:
            true
        default: false
        }
    }
}
