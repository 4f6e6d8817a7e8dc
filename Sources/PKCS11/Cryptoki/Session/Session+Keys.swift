internal import CCryptoki

/// The two halves of a new key pair.
public struct KeyPairHandles: Hashable, Sendable {
    /// The public key.
    public let publicKey: ObjectHandle
    /// The private key.
    public let privateKey: ObjectHandle
}

extension Session {
    /// Generates a secret key, with C_GenerateKey.
    public mutating func generateKey(
        _ mechanism: Mechanism,
        template: [Attribute]
    ) throws(CryptokiError) -> ObjectHandle {
        try unsafe newObject(.generateKey, mechanism, template) {
            unsafe $0.pointee.C_GenerateKey?(handle, $1, $2, $3, $4)
        }
    }

    /// Generates a key pair, with C_GenerateKeyPair.
    public mutating func generateKeyPair(
        _ mechanism: Mechanism,
        publicTemplate: [Attribute],
        privateTemplate: [Attribute]
    ) throws(CryptokiError) -> KeyPairHandles {
        var publicKey: CK_OBJECT_HANDLE = 0
        var privateKey: CK_OBJECT_HANDLE = 0
        try unsafe withMechanism(mechanism) { (native) throws(CryptokiError) in
            try unsafe withTemplate(publicTemplate) { (publicAttributes, publicCount) throws(CryptokiError) in
                try unsafe withTemplate(privateTemplate) { (privateAttributes, privateCount) throws(CryptokiError) in
                    try unsafe call(.generateKeyPair, mechanism: mechanism.type) {
                        unsafe $0.pointee.C_GenerateKeyPair?(
                            handle,
                            native,
                            publicAttributes,
                            publicCount,
                            privateAttributes,
                            privateCount,
                            &publicKey,
                            &privateKey
                        )
                    }
                }
            }
        }
        return KeyPairHandles(
            publicKey: ObjectHandle(rawValue: publicKey),
            privateKey: ObjectHandle(rawValue: privateKey)
        )
    }

    /// Wraps a key for export, with C_WrapKey.
    ///
    /// - Returns: The wrapped key, in the form that the mechanism defines.
    public mutating func wrapKey(
        _ key: ObjectHandle,
        with mechanism: Mechanism,
        wrappingKey: ObjectHandle
    ) throws(CryptokiError) -> [UInt8] {
        try unsafe withMechanism(mechanism) { (native) throws(CryptokiError) in
            try unsafe output(.wrapKey, expecting: 4096, mechanism: mechanism.type) {
                unsafe $0.pointee.C_WrapKey?(handle, native, wrappingKey.rawValue, key.rawValue, $1, $2)
            }
        }
    }

    /// Unwraps a key into the token, with C_UnwrapKey.
    public mutating func unwrapKey(
        _ wrapped: Span<UInt8>,
        with mechanism: Mechanism,
        unwrappingKey: ObjectHandle,
        template: [Attribute]
    ) throws(CryptokiError) -> ObjectHandle {
        try unsafe withInput(wrapped) { (pointer, count) throws(CryptokiError) in
            try unsafe newObject(.unwrapKey, mechanism, template) {
                unsafe $0.pointee.C_UnwrapKey?(handle, $1, unwrappingKey.rawValue, pointer, count, $2, $3, $4)
            }
        }
    }

    /// Derives a key from another, with C_DeriveKey.
    public mutating func deriveKey(
        from base: ObjectHandle,
        with mechanism: Mechanism,
        template: [Attribute]
    ) throws(CryptokiError) -> ObjectHandle {
        try unsafe newObject(.deriveKey, mechanism, template) {
            unsafe $0.pointee.C_DeriveKey?(handle, $1, base.rawValue, $2, $3, $4)
        }
    }

    private func newObject(
        _ function: Function,
        _ mechanism: Mechanism,
        _ template: [Attribute],
        _ body: (
            UnsafePointer<CK_FUNCTION_LIST_3_2>, UnsafeMutablePointer<CK_MECHANISM>, UnsafeMutablePointer<CK_ATTRIBUTE>,
            CK_ULONG, UnsafeMutablePointer<CK_OBJECT_HANDLE>
        ) -> CK_RV?
    ) throws(CryptokiError) -> ObjectHandle {
        var object: CK_OBJECT_HANDLE = 0
        try unsafe withMechanism(mechanism) { (native) throws(CryptokiError) in
            try unsafe withTemplate(template) { (attributes, count) throws(CryptokiError) in
                try unsafe call(function, mechanism: mechanism.type) {
                    unsafe body($0, native, attributes, count, &object)
                }
            }
        }
        return ObjectHandle(rawValue: object)
    }
}
