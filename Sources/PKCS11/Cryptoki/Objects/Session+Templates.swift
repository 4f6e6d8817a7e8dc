internal import CCryptoki

extension Session {
    /// Reads an attribute whose value is a template, such as `CKA_WRAP_TEMPLATE`.
    ///
    /// Three calls: how many attributes, how long each, and their values. Templates inside the template are not
    /// followed, since a module can nest them without end.
    ///
    /// - Parameters:
    ///   - type: The attribute.
    ///   - object: The object.
    /// - Returns: The attributes of the template in the module's order, of at most 64.
    /// - Throws: ``CryptokiError``; fault ``CryptokiError/Fault/malformedValue`` for a template that is not an array of
    ///   CK_ATTRIBUTE or holds another, ``CryptokiError/Fault/impossibleLength(_:)`` for one of more than 64 attributes
    ///   or 64 KiB in a value.
    public mutating func template(
        _ type: AttributeType,
        of object: ObjectHandle
    ) throws(CryptokiError) -> [(type: AttributeType, value: [UInt8])] {
        let stride = unsafe MemoryLayout<CK_ATTRIBUTE>.stride
        var outer = unsafe CK_ATTRIBUTE(type: type.rawValue, pValue: nil, ulValueLen: 0)
        try unsafe readTemplate(&outer, of: object)
        let size = unsafe outer.ulValueLen
        guard size <= CK_ULONG(64 * stride) else { throw templateFault(.impossibleLength(size), type) }
        guard size.isMultiple(of: CK_ULONG(stride)) else { throw templateFault(.malformedValue, type) }
        let count = Int(size) / stride
        if count == 0 { return [] }

        let inner = UnsafeMutablePointer<CK_ATTRIBUTE>.allocate(capacity: count)
        defer { unsafe inner.deallocate() }
        unsafe inner.initialize(repeating: CK_ATTRIBUTE(type: 0, pValue: nil, ulValueLen: 0), count: count)
        unsafe outer.pValue = UnsafeMutableRawPointer(inner)
        try unsafe readTemplate(&outer, of: object)
        guard unsafe outer.ulValueLen == size else { throw templateFault(.malformedValue, type) }

        let types = (0..<count).map { unsafe AttributeType(rawValue: inner[$0].type) }
        let lengths = (0..<count).map { unsafe inner[$0].ulValueLen }
        guard !types.contains(where: \.isTemplate) else { throw templateFault(.malformedValue, type) }
        for length in lengths where length > 65_536 { throw templateFault(.impossibleLength(length), type) }
        let values = UnsafeMutableRawPointer.allocate(byteCount: lengths.reduce(8) { $0 + Int($1) + 8 }, alignment: 8)
        defer { unsafe values.deallocate() }
        var offset = 0
        for index in 0..<count {
            unsafe values.advanced(by: offset).initializeMemory(
                as: UInt8.self,
                repeating: 0,
                count: Int(lengths[index])
            )
            unsafe inner[index].pValue = values + offset
            offset += (Int(lengths[index]) + 7) & ~7
        }
        try unsafe readTemplate(&outer, of: object)
        var template: [(type: AttributeType, value: [UInt8])] = []
        offset = 0
        for index in 0..<count {
            let length = unsafe inner[index].ulValueLen
            guard length <= lengths[index] else { throw templateFault(.impossibleLength(length), type) }
            let octets = unsafe UnsafeRawBufferPointer(start: values + offset, count: Int(length))
            unsafe template.append((types[index], Array(octets)))
            offset += (Int(lengths[index]) + 7) & ~7
        }
        return template
    }

    private func readTemplate(
        _ attribute: UnsafeMutablePointer<CK_ATTRIBUTE>,
        of object: ObjectHandle
    ) throws(CryptokiError) {
        try unsafe call(.getAttributeValue) {
            unsafe $0.pointee.C_GetAttributeValue?(handle, object.rawValue, attribute, 1)
        }
    }

    private func templateFault(_ fault: CryptokiError.Fault, _ type: AttributeType) -> CryptokiError {
        var context = module.context(slot: slot.id)
        context.attribute = type
        return CryptokiError(.generalError, .getAttributeValue, fault: fault, context: context)
    }
}

extension AttributeType {
    /// Whether the value is an array of CK_ATTRIBUTE: `CKF_ARRAY_ATTRIBUTE` is set, save for the one attribute that is an
    /// array of mechanisms.
    public var isTemplate: Bool { rawValue & CKF_ARRAY_ATTRIBUTE != 0 && self != .allowedMechanisms }
}
