internal import CCryptoki

/// Logs in once more for an operation with a key whose `CKA_ALWAYS_AUTHENTICATE` is true.
///
/// Called between the operation's Init and its data, on the session of the operation; nothing else may be called on
/// it. Usually `session.login(.contextSpecific, pin:)`.
public typealias ContextLogin = (inout Session) throws(CryptokiError) -> Void

extension Session {
    /// Signs in one part, with C_SignInit and C_Sign.
    ///
    /// - Parameters:
    ///   - data: What the mechanism signs: a digest, a DigestInfo or a message.
    ///   - mechanism: The mechanism.
    ///   - key: A private or secret key.
    ///   - expectedLength: The signature's length in octets, if known; saves a second try.
    ///   - contextLogin: For keys that want a login for each signature.
    /// - Returns: The signature as the mechanism defines it; r and s without DER for ECDSA.
    /// - Throws: ``CryptokiError``.
    public mutating func sign(
        _ data: Span<UInt8>,
        with mechanism: Mechanism,
        key: ObjectHandle,
        expectedLength: Int = 512,
        contextLogin: ContextLogin? = nil
    ) throws(CryptokiError) -> [UInt8] {
        try signInit(mechanism, key: key)
        try authenticate(contextLogin)
        return try finishSign(data, mechanism: mechanism.type, expectedLength: expectedLength)
    }

    /// Signs in one part what ``signInit(_:key:)`` began, with C_Sign.
    ///
    /// - Parameters:
    ///   - data: What the mechanism signs.
    ///   - mechanism: The mechanism's type, for the error.
    ///   - expectedLength: The signature's length in octets, if known; saves a second try.
    /// - Returns: The signature.
    /// - Throws: ``CryptokiError``.
    public mutating func finishSign(
        _ data: Span<UInt8>,
        mechanism: MechanismType? = nil,
        expectedLength: Int = 512
    ) throws(CryptokiError) -> [UInt8] {
        try unsafe withInput(data) { (pointer, count) throws(CryptokiError) in
            try unsafe output(.sign, expecting: expectedLength, mechanism: mechanism) {
                unsafe $0.pointee.C_Sign?(handle, pointer, count, $1, $2)
            }
        }
    }

    /// Begins a signature in parts, with C_SignInit.
    public mutating func signInit(_ mechanism: Mechanism, key: ObjectHandle) throws(CryptokiError) {
        try unsafe begin(.signInit, mechanism) { unsafe $0.pointee.C_SignInit?(handle, $1, key.rawValue) }
    }

    /// Adds data to a signature in parts, with C_SignUpdate.
    public mutating func signUpdate(_ data: Span<UInt8>) throws(CryptokiError) {
        try unsafe withInput(data) { (pointer, count) throws(CryptokiError) in
            try unsafe call(.signUpdate) { unsafe $0.pointee.C_SignUpdate?(handle, pointer, count) }
        }
    }

    /// Ends a signature in parts, with C_SignFinal.
    public mutating func signFinal(expectedLength: Int = 512) throws(CryptokiError) -> [UInt8] {
        try unsafe output(.signFinal, expecting: expectedLength) { unsafe $0.pointee.C_SignFinal?(handle, $1, $2) }
    }

    /// Verifies a signature in one part, with C_VerifyInit and C_Verify.
    ///
    /// - Returns: Whether the signature is that of the data; a signature of the wrong length is not.
    /// - Throws: ``CryptokiError`` if it could not be tried.
    public mutating func verify(
        _ signature: Span<UInt8>,
        of data: Span<UInt8>,
        with mechanism: Mechanism,
        key: ObjectHandle
    ) throws(CryptokiError) -> Bool {
        try verifyInit(mechanism, key: key)
        return try verdict { () throws(CryptokiError) in
            try unsafe withInput(data) { (pointer, count) throws(CryptokiError) in
                try unsafe withInput(signature) { (signaturePointer, signatureCount) throws(CryptokiError) in
                    try unsafe call(.verify, mechanism: mechanism.type) {
                        unsafe $0.pointee.C_Verify?(handle, pointer, count, signaturePointer, signatureCount)
                    }
                }
            }
        }
    }

    /// Begins a verification in parts, with C_VerifyInit.
    public mutating func verifyInit(_ mechanism: Mechanism, key: ObjectHandle) throws(CryptokiError) {
        try unsafe begin(.verifyInit, mechanism) { unsafe $0.pointee.C_VerifyInit?(handle, $1, key.rawValue) }
    }

    /// Adds data to a verification in parts, with C_VerifyUpdate.
    public mutating func verifyUpdate(_ data: Span<UInt8>) throws(CryptokiError) {
        try unsafe withInput(data) { (pointer, count) throws(CryptokiError) in
            try unsafe call(.verifyUpdate) { unsafe $0.pointee.C_VerifyUpdate?(handle, pointer, count) }
        }
    }

    /// Ends a verification in parts, with C_VerifyFinal; see ``verify(_:of:with:key:)`` for the answer.
    public mutating func verifyFinal(_ signature: Span<UInt8>) throws(CryptokiError) -> Bool {
        try verdict { () throws(CryptokiError) in
            try unsafe withInput(signature) { (pointer, count) throws(CryptokiError) in
                try unsafe call(.verifyFinal) { unsafe $0.pointee.C_VerifyFinal?(handle, pointer, count) }
            }
        }
    }

    private func verdict(_ body: () throws(CryptokiError) -> Void) throws(CryptokiError) -> Bool {
        do {
            try body()
            return true
        } catch {
            if error.code == .signatureInvalid || error.code == .signatureLenRange { return false }
            throw error
        }
    }

    /// Begins an operation; one that was left active is ended first, where the module can do that.
    ///
    /// Modules differ on whether `ulIvBits` of CK_GCM_PARAMS is to be set or 0 (2.40 and 3.x disagree), so a module
    /// that refuses it is asked once more without.
    func begin(
        _ function: Function,
        _ mechanism: Mechanism,
        _ body: (UnsafePointer<CK_FUNCTION_LIST_3_2>, UnsafeMutablePointer<CK_MECHANISM>) -> CK_RV?
    ) throws(CryptokiError) {
        try unsafe withMechanism(mechanism) { (native) throws(CryptokiError) in
            try unsafe begin(function, native, body)
        }
    }

    /// Begins an operation with a mechanism whose cells outlive the call.
    func begin(
        _ function: Function,
        _ native: UnsafeMutablePointer<CK_MECHANISM>,
        _ body: (UnsafePointer<CK_FUNCTION_LIST_3_2>, UnsafeMutablePointer<CK_MECHANISM>) -> CK_RV?
    ) throws(CryptokiError) {
        let type = unsafe MechanismType(rawValue: native.pointee.mechanism)
        do {
            try unsafe call(function, mechanism: type) { unsafe body($0, native) }
        } catch {
            switch error.code {
            case .operationActive where endOperations(): break
            case .mechanismParamInvalid where unsafe clearVectorBits(of: native): break
            default: throw error
            }
            try unsafe call(function, mechanism: type) { unsafe body($0, native) }
        }
    }

    mutating func authenticate(_ contextLogin: ContextLogin?) throws(CryptokiError) {
        guard let contextLogin else { return }
        do {
            try contextLogin(&self)
        } catch {
            cancelOperations()
            throw error
        }
    }

    /// Ends whatever operation is active, with C_SessionCancel where the module has it.
    ///
    /// Modules before 3.0 have no such call: there an operation ends with the session.
    public mutating func cancelOperations() { _ = endOperations() }

    /// As ``cancelOperations()``; whether the module did it.
    @discardableResult
    func endOperations() -> Bool {
        let operations =
            CKF_MESSAGE_ENCRYPT | CKF_MESSAGE_DECRYPT | CKF_MESSAGE_SIGN | CKF_MESSAGE_VERIFY | CKF_FIND_OBJECTS
            | CKF_ENCRYPT | CKF_DECRYPT | CKF_DIGEST | CKF_SIGN | CKF_SIGN_RECOVER | CKF_VERIFY | CKF_VERIFY_RECOVER
        return
            (try? unsafe call(.sessionCancel) {
                unsafe $0.pointee.C_SessionCancel?(handle, CK_FLAGS(operations))
            }) != nil
    }
}
