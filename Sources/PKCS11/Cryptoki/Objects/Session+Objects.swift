internal import CCryptoki

extension Session {
    /// The handles of all objects that match a template, by C_FindObjects.
    ///
    /// The search is drained and ended before this returns, so that the caller may use the session at once.
    ///
    /// - Parameters:
    ///   - template: Attributes that must be equal; empty finds all.
    ///   - limit: The most objects accepted; a module that goes on after that is taken to be broken.
    /// - Returns: The handles in the module's order.
    /// - Throws: ``CryptokiError``.
    public mutating func find(
        _ template: [Attribute] = [],
        limit: Int = 1_000_000
    ) throws(CryptokiError) -> [ObjectHandle] {
        do {
            try beginFind(template)
        } catch {
            // A search that somebody left open: end it and begin again, once.
            guard error.code == .operationActive else { throw error }
            try endFind()
            try beginFind(template)
        }
        var handles: [ObjectHandle] = []
        do throws(CryptokiError) {
            while true {
                let batch = try nextObjects()
                if batch.isEmpty { break }
                handles += batch
                guard handles.count <= limit else {
                    throw module.impossible(CK_ULONG(handles.count), .findObjects, slot: slot.id)
                }
            }
        } catch {
            try? endFind()
            throw error
        }
        try endFind()
        return handles
    }

    private func beginFind(_ template: [Attribute]) throws(CryptokiError) {
        try unsafe withTemplate(template) { (attributes, count) throws(CryptokiError) in
            try unsafe call(.findObjectsInit) { unsafe $0.pointee.C_FindObjectsInit?(handle, attributes, count) }
        }
    }

    private func nextObjects() throws(CryptokiError) -> [ObjectHandle] {
        let capacity = 256
        var found: CK_ULONG = 0
        let numbers = try unsafe filled(capacity: capacity) { (buffer) throws(CryptokiError) in
            try unsafe call(.findObjects) {
                unsafe $0.pointee.C_FindObjects?(handle, buffer, CK_ULONG(capacity), &found)
            }
            guard found <= capacity else { throw module.impossible(found, .findObjects, slot: slot.id) }
            return Int(found)
        }
        return numbers.map { ObjectHandle(rawValue: $0) }
    }

    private func endFind() throws(CryptokiError) {
        try unsafe call(.findObjectsFinal) { unsafe $0.pointee.C_FindObjectsFinal?(handle) }
    }

    /// Makes an object from a template, by C_CreateObject.
    public mutating func createObject(_ template: [Attribute]) throws(CryptokiError) -> ObjectHandle {
        var object: CK_OBJECT_HANDLE = 0
        try unsafe withTemplate(template) { (attributes, count) throws(CryptokiError) in
            try unsafe call(.createObject) { unsafe $0.pointee.C_CreateObject?(handle, attributes, count, &object) }
        }
        return ObjectHandle(rawValue: object)
    }

    /// Copies an object with some attributes changed, by C_CopyObject.
    public mutating func copyObject(
        _ object: ObjectHandle,
        changing template: [Attribute] = []
    ) throws(CryptokiError) -> ObjectHandle {
        var copy: CK_OBJECT_HANDLE = 0
        try unsafe withTemplate(template) { (attributes, count) throws(CryptokiError) in
            try unsafe call(.copyObject) {
                unsafe $0.pointee.C_CopyObject?(handle, object.rawValue, attributes, count, &copy)
            }
        }
        return ObjectHandle(rawValue: copy)
    }

    /// Destroys an object, by C_DestroyObject.
    public mutating func destroyObject(_ object: ObjectHandle) throws(CryptokiError) {
        try unsafe call(.destroyObject) { unsafe $0.pointee.C_DestroyObject?(handle, object.rawValue) }
    }

    /// Changes attributes of an object, by C_SetAttributeValue.
    public mutating func setAttributes(_ template: [Attribute], of object: ObjectHandle) throws(CryptokiError) {
        try unsafe withTemplate(template) { (attributes, count) throws(CryptokiError) in
            try unsafe call(.setAttributeValue) {
                unsafe $0.pointee.C_SetAttributeValue?(handle, object.rawValue, attributes, count)
            }
        }
    }
}
