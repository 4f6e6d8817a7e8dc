/// Digests.
extension Engine {
    /// Begins a digest.
    ///
    /// - Throws: `CKR_OPERATION_ACTIVE`, `CKR_MECHANISM_INVALID`.
    public func digestInit(_ handle: UInt, _ mechanism: EngineMechanism) throws(TokenFault) {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard operations.digest == nil else { throw TokenFault(.operationActive, "a digest is under way") }
            operations.digest = try DigestOperation(mechanism)
        }
    }

    /// Hashes more octets.
    ///
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`.
    public func digestUpdate(_ handle: UInt, _ part: Span<UInt8>) throws(TokenFault) {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard operations.digest != nil else {
                throw TokenFault(.operationNotInitialized, "no digest is under way")
            }
            try operations.digest?.input.add(part)
        }
    }

    /// Hashes the value of a secret key.
    ///
    /// - Throws: `CKR_KEY_HANDLE_INVALID`, `CKR_KEY_INDIGESTIBLE`, `CKR_OPERATION_NOT_INITIALIZED`.
    public func digestKey(_ handle: UInt, _ key: UInt) throws(TokenFault) {
        try with(handle) { (session, operations) throws(TokenFault) in
            guard operations.digest != nil else {
                throw TokenFault(.operationNotInitialized, "no digest is under way")
            }
            guard case .secret(let octets) = try session.token.key(key).material else {
                throw TokenFault(.keyIndigestible, "only secret keys can be hashed")
            }
            try operations.digest?.input.add(octets.span)
        }
    }

    /// How long the digest under way is, in octets.
    ///
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`.
    public func digestLength(_ handle: UInt) throws(TokenFault) -> Int {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard let digest = operations.digest else {
                throw TokenFault(.operationNotInitialized, "no digest is under way")
            }
            return digest.length
        }
    }

    /// Ends a digest.
    ///
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`.
    public func digestFinal(_ handle: UInt) throws(TokenFault) -> [UInt8] {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard let digest = operations.digest else {
                throw TokenFault(.operationNotInitialized, "no digest is under way")
            }
            operations.digest = nil
            return try digest.input.finish()
        }
    }
}
