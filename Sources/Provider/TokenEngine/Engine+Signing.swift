/// Signatures.
extension Engine {
    // MARK: - Making

    /// Begins a signature.
    ///
    /// - Throws: `CKR_OPERATION_ACTIVE`, `CKR_KEY_HANDLE_INVALID`, `CKR_KEY_TYPE_INCONSISTENT`,
    ///   `CKR_KEY_FUNCTION_NOT_PERMITTED`, `CKR_MECHANISM_INVALID`, `CKR_MECHANISM_PARAM_INVALID`.
    public func signInit(_ handle: UInt, _ mechanism: EngineMechanism, _ key: UInt) throws(TokenFault) {
        try with(handle) { (session, operations) throws(TokenFault) in
            guard operations.signing == nil else { throw TokenFault(.operationActive, "a signature is under way") }
            guard session.token.mechanisms[mechanism.type]?.flags.contains(.sign) == true else {
                throw TokenFault(.mechanismInvalid, "the token does not sign with the mechanism")
            }
            operations.signing = try SigningOperation(mechanism, try session.token.key(key))
        }
    }

    /// Takes more of what is signed.
    ///
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`, `CKR_DATA_LEN_RANGE`; the operation ends with the latter.
    public func signUpdate(_ handle: UInt, _ part: Span<UInt8>) throws(TokenFault) {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard operations.signing != nil else {
                throw TokenFault(.operationNotInitialized, "no signature is under way")
            }
            do throws(TokenFault) {
                try operations.signing?.input.add(part)
            } catch {
                operations.signing = nil
                throw error
            }
        }
    }

    /// How long the signature under way will be, in octets.
    ///
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`.
    public func signatureLength(_ handle: UInt) throws(TokenFault) -> Int {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard let signing = operations.signing else {
                throw TokenFault(.operationNotInitialized, "no signature is under way")
            }
            return signing.length
        }
    }

    /// Makes the signature; the operation ends, whatever comes of it.
    ///
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`, `CKR_USER_NOT_LOGGED_IN`, `CKR_DATA_LEN_RANGE`, `CKR_DATA_INVALID`,
    ///   `CKR_DEVICE_REMOVED`.
    public func signFinal(_ handle: UInt) throws(TokenFault) -> [UInt8] {
        try with(handle) { (session, operations) throws(TokenFault) in
            guard let signing = operations.signing else {
                throw TokenFault(.operationNotInitialized, "no signature is under way")
            }
            operations.signing = nil
            let data = try signing.input.finish()
            return try session.token.sign(data, signing.scheme, by: signing.key, signing.confirmation)
        }
    }

    // MARK: - Verifying

    /// Begins the verification of a signature.
    ///
    /// - Parameters:
    ///   - handle: The session.
    ///   - mechanism: The mechanism.
    ///   - key: The public key's handle.
    ///   - signature: Where it is known already; nil if it comes at the end.
    /// - Throws: As ``signInit(_:_:_:)``.
    public func verifyInit(
        _ handle: UInt,
        _ mechanism: EngineMechanism,
        _ key: UInt,
        signature: [UInt8]? = nil
    ) throws(TokenFault) {
        try with(handle) { (session, operations) throws(TokenFault) in
            guard operations.verification == nil else {
                throw TokenFault(.operationActive, "a verification is under way")
            }
            guard session.token.mechanisms[mechanism.type]?.flags.contains(.verify) == true else {
                throw TokenFault(.mechanismInvalid, "the token does not verify with the mechanism")
            }
            let object = try session.token.key(key)
            operations.verification = try VerificationOperation(mechanism, object, signature: signature)
        }
    }

    /// Takes more of what was signed.
    ///
    /// - Throws: As ``signUpdate(_:_:)``.
    public func verifyUpdate(_ handle: UInt, _ part: Span<UInt8>) throws(TokenFault) {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard operations.verification != nil else {
                throw TokenFault(.operationNotInitialized, "no verification is under way")
            }
            do throws(TokenFault) {
                try operations.verification?.input.add(part)
            } catch {
                operations.verification = nil
                throw error
            }
        }
    }

    /// Compares; the operation ends.
    ///
    /// - Parameters:
    ///   - handle: The session.
    ///   - signature: Nil if it was given at the beginning.
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`, `CKR_SIGNATURE_INVALID`, `CKR_SIGNATURE_LEN_RANGE`.
    public func verifyFinal(_ handle: UInt, _ signature: [UInt8]?) throws(TokenFault) {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard let verification = operations.verification,
                let signature = signature == nil ? verification.signature : signature,
                verification.signature == nil || verification.signature == signature
            else { throw TokenFault(.operationNotInitialized, "no such verification is under way") }
            operations.verification = nil
            let data = try verification.input.finish()
            try SignatureVerification.verify(signature, of: data, verification.scheme, by: verification.key)
        }
    }
}
