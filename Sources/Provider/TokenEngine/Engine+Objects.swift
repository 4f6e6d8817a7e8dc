import Synchronization

/// Objects.
extension Engine {
    /// Makes an object.
    ///
    /// - Returns: Its handle.
    public func createObject(_ handle: UInt, _ template: [EngineAttribute]) throws(TokenFault) -> UInt {
        let session = try session(handle)
        let attributes = try AttributeSet(template)
        if try attributes.flag(.token) == true { try session.requireReadWrite() }
        return try session.token.create(attributes, session: handle)
    }

    /// Copies an object.
    ///
    /// - Returns: The copy's handle.
    public func copyObject(_ handle: UInt, _ object: UInt, _ template: [EngineAttribute]) throws(TokenFault) -> UInt {
        let session = try session(handle)
        let attributes = try AttributeSet(template)
        if try attributes.flag(.token) == true { try session.requireReadWrite() }
        return try session.token.copy(object, attributes, session: handle)
    }

    /// Destroys an object.
    public func destroyObject(_ handle: UInt, _ object: UInt) throws(TokenFault) {
        let session = try session(handle)
        try session.token.destroy(object, isReadWrite: session.isReadWrite)
    }

    /// The values of attributes, in the order in which they were asked for; a fault in place of each missing one.
    ///
    /// - Throws: `CKR_OBJECT_HANDLE_INVALID`.
    public func values(
        _ handle: UInt,
        _ object: UInt,
        _ types: [AttributeType]
    ) throws(TokenFault) -> [Result<[UInt8], TokenFault>] {
        let token = try session(handle).token
        let found = try token.state.withLock { (state) throws(TokenFault) in try token.object(object, state) }
        return types.map { type in Result { () throws(TokenFault) in try found.value(type) } }
    }

    /// About how much room an object takes, in octets.
    ///
    /// - Throws: `CKR_OBJECT_HANDLE_INVALID`.
    public func size(_ handle: UInt, _ object: UInt) throws(TokenFault) -> Int {
        let token = try session(handle).token
        let found = try token.state.withLock { (state) throws(TokenFault) in try token.object(object, state) }
        return found.attributes.types.reduce(0) { $0 + (found.attributes[$1]?.count ?? 0) }
    }

    /// Changes attributes, all of them or none.
    public func setAttributes(_ handle: UInt, _ object: UInt, _ template: [EngineAttribute]) throws(TokenFault) {
        let session = try session(handle)
        try session.token.set(try AttributeSet(template), of: object, isReadWrite: session.isReadWrite)
    }

    /// Begins to look for objects that have all attributes of a template.
    ///
    /// - Throws: `CKR_OPERATION_ACTIVE`.
    public func findObjectsInit(_ handle: UInt, _ template: [EngineAttribute]) throws(TokenFault) {
        let wanted = try AttributeSet(template)
        try with(handle) { (session, operations) throws(TokenFault) in
            guard operations.search == nil else { throw TokenFault(.operationActive, "a search is under way") }
            // Hardware features are found only by who asks for them: PKCS #11 3.2, 4.3.
            let wantsFeatures = wanted[.class] == AttributeSet.octets(ObjectClass.hwFeature.rawValue)
            operations.search = try session.token.state.withLock { (state) throws(TokenFault) in
                if wantsFeatures {
                    state.add(try session.token.hardwareFeature())
                } else {
                    try session.token.load(&state)
                }
                return state.visibleHandles.filter { handle in
                    guard let object = state.objects[handle] else { return false }
                    return object.attributes.matches(wanted) && (wantsFeatures || object.key != .hardwareFeature)
                }[...]
            }
        }
    }

    /// The next objects that were found.
    ///
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`.
    public func findObjects(_ handle: UInt, _ maximumCount: Int) throws(TokenFault) -> [UInt] {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard let search = operations.search else {
                throw TokenFault(.operationNotInitialized, "no search is under way")
            }
            operations.search = search.dropFirst(maximumCount)
            return Array(search.prefix(maximumCount))
        }
    }

    /// Ends a search.
    ///
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`.
    public func findObjectsFinal(_ handle: UInt) throws(TokenFault) {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard operations.search != nil else {
                throw TokenFault(.operationNotInitialized, "no search is under way")
            }
            operations.search = nil
        }
    }
}
