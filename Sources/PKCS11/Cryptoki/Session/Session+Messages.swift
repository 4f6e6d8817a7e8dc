internal import CCryptoki

/// The parameters of one message under AES-GCM: CK_GCM_MESSAGE_PARAMS.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 6.13.3.
public struct GCMMessageParameters: Hashable, Sendable {
    /// Who makes the initialization vector.
    public enum Generator: UInt, Sendable {
        /// The caller gives it whole: `CKG_NO_GENERATE`.
        case caller = 0
        /// The token, any way it likes: `CKG_GENERATE`.
        case token = 1
        /// The token, by counting: `CKG_GENERATE_COUNTER`.
        case tokenCounter = 2
        /// The token, at random: `CKG_GENERATE_RANDOM`.
        case tokenRandom = 3
    }

    /// The initialization vector; what the token generates replaces it.
    public var initializationVector: [UInt8]
    /// The leading bits of the vector that the token leaves alone.
    public var fixedBits: UInt
    /// Who makes the vector.
    public var generator: Generator
    /// The tag; its count is what is asked for on encryption.
    public var tag: [UInt8]

    /// Makes parameters; the tag has 16 octets unless given.
    public init(
        initializationVector: [UInt8],
        fixedBits: UInt = 0,
        generator: Generator = .caller,
        tag: [UInt8] = [UInt8](repeating: 0, count: 16)
    ) {
        self.initializationVector = initializationVector
        self.fixedBits = fixedBits
        self.generator = generator
        self.tag = tag
    }
}

// The message functions of PKCS #11 3.0 (5.9, 5.11, 5.14, 5.17): one Init for many messages with one key.
extension Session {
    /// Begins encrypting messages, with C_MessageEncryptInit.
    public mutating func messageEncryptInit(_ mechanism: Mechanism, key: ObjectHandle) throws(CryptokiError) {
        try unsafe begin(.messageEncryptInit, mechanism) {
            unsafe $0.pointee.C_MessageEncryptInit?(handle, $1, key.rawValue)
        }
    }

    /// Encrypts one message, with C_EncryptMessage.
    ///
    /// - Parameters:
    ///   - plaintext: What is encrypted.
    ///   - parameters: Its vector and tag are replaced by those that the token used and made.
    ///   - additionalData: Authenticated, not encrypted.
    /// - Returns: The ciphertext, without the tag.
    /// - Throws: ``CryptokiError``.
    public mutating func encryptMessage(
        _ plaintext: Span<UInt8>,
        parameters: inout GCMMessageParameters,
        additionalData: Span<UInt8>
    ) throws(CryptokiError) -> [UInt8] {
        try unsafe transform(plaintext, .encryptMessage, &parameters, additionalData) {
            unsafe $0.pointee.C_EncryptMessage
        }
    }

    /// Ends encrypting messages, with C_MessageEncryptFinal.
    public mutating func messageEncryptFinal() throws(CryptokiError) {
        try unsafe call(.messageEncryptFinal) { unsafe $0.pointee.C_MessageEncryptFinal?(handle) }
    }

    /// Begins decrypting messages, with C_MessageDecryptInit.
    public mutating func messageDecryptInit(_ mechanism: Mechanism, key: ObjectHandle) throws(CryptokiError) {
        try unsafe begin(.messageDecryptInit, mechanism) {
            unsafe $0.pointee.C_MessageDecryptInit?(handle, $1, key.rawValue)
        }
    }

    /// Decrypts one message and checks its tag, with C_DecryptMessage.
    public mutating func decryptMessage(
        _ ciphertext: Span<UInt8>,
        parameters: GCMMessageParameters,
        additionalData: Span<UInt8>
    ) throws(CryptokiError) -> [UInt8] {
        var parameters = parameters
        return try unsafe transform(ciphertext, .decryptMessage, &parameters, additionalData) {
            unsafe $0.pointee.C_DecryptMessage
        }
    }

    /// Ends decrypting messages, with C_MessageDecryptFinal.
    public mutating func messageDecryptFinal() throws(CryptokiError) {
        try unsafe call(.messageDecryptFinal) { unsafe $0.pointee.C_MessageDecryptFinal?(handle) }
    }

    /// Begins signing messages, with C_MessageSignInit.
    public mutating func messageSignInit(_ mechanism: Mechanism, key: ObjectHandle) throws(CryptokiError) {
        try unsafe begin(.messageSignInit, mechanism) { unsafe $0.pointee.C_MessageSignInit?(handle, $1, key.rawValue) }
    }

    /// Signs one message, with C_SignMessage and no parameter.
    public mutating func signMessage(
        _ data: Span<UInt8>,
        expectedLength: Int = 512
    ) throws(CryptokiError) -> [UInt8] {
        try unsafe withInput(data) { (pointer, count) throws(CryptokiError) in
            try unsafe output(.signMessage, expecting: expectedLength) {
                unsafe $0.pointee.C_SignMessage?(handle, nil, 0, pointer, count, $1, $2)
            }
        }
    }

    /// Ends signing messages, with C_MessageSignFinal.
    public mutating func messageSignFinal() throws(CryptokiError) {
        try unsafe call(.messageSignFinal) { unsafe $0.pointee.C_MessageSignFinal?(handle) }
    }

    /// Begins verifying messages, with C_MessageVerifyInit.
    public mutating func messageVerifyInit(_ mechanism: Mechanism, key: ObjectHandle) throws(CryptokiError) {
        try unsafe begin(.messageVerifyInit, mechanism) {
            unsafe $0.pointee.C_MessageVerifyInit?(handle, $1, key.rawValue)
        }
    }

    /// Verifies the signature of one message, with C_VerifyMessage and no parameter.
    public mutating func verifyMessage(
        _ signature: Span<UInt8>,
        of data: Span<UInt8>
    ) throws(CryptokiError) -> Bool {
        do {
            try unsafe withInput(data) { (pointer, count) throws(CryptokiError) in
                try unsafe withInput(signature) { (signaturePointer, signatureCount) throws(CryptokiError) in
                    try unsafe call(.verifyMessage) {
                        unsafe $0.pointee.C_VerifyMessage?(
                            handle,
                            nil,
                            0,
                            pointer,
                            count,
                            signaturePointer,
                            signatureCount
                        )
                    }
                }
            }
            return true
        } catch {
            if error.code == .signatureInvalid || error.code == .signatureLenRange { return false }
            throw error
        }
    }

    /// Ends verifying messages, with C_MessageVerifyFinal.
    public mutating func messageVerifyFinal() throws(CryptokiError) {
        try unsafe call(.messageVerifyFinal) { unsafe $0.pointee.C_MessageVerifyFinal?(handle) }
    }

    /// Encrypts or decrypts one message.
    ///
    /// In C both functions have the same parameters.
    ///
    /// - Parameters:
    ///   - input: The plaintext or the ciphertext.
    ///   - function: The function, as errors name it.
    ///   - parameters: The vector and the tag, which are the module's after a call that succeeds.
    ///   - additionalData: What is authenticated only.
    ///   - choose: Which of the module's functions does it.
    /// - Returns: The ciphertext or the plaintext.
    /// - Throws: ``CryptokiError`` with the code that the function returns, or
    ///   ``CryptokiError/Fault/neverLargeEnough`` if no buffer is large enough for it.
    private func transform(
        _ input: Span<UInt8>,
        _ function: Function,
        _ parameters: inout GCMMessageParameters,
        _ additionalData: Span<UInt8>,
        _ choose: (UnsafePointer<CK_FUNCTION_LIST_3_2>) -> CK_C_EncryptMessage?
    ) throws(CryptokiError) -> [UInt8] {
        let expected = input.count + 32
        return try unsafe withParameters(&parameters) { (native) throws(CryptokiError) in
            try unsafe withInput(input) { (pointer, count) throws(CryptokiError) in
                try unsafe withInput(additionalData) { (additional, additionalCount) throws(CryptokiError) in
                    try unsafe output(function, expecting: expected) {
                        unsafe choose($0)?(
                            handle,
                            native,
                            CK_ULONG(MemoryLayout<CK_GCM_MESSAGE_PARAMS>.size),
                            additional,
                            additionalCount,
                            pointer,
                            count,
                            $1,
                            $2
                        )
                    }
                }
            }
        }
    }

    private func withParameters<Result>(
        _ parameters: inout GCMMessageParameters,
        _ body: (UnsafeMutableRawPointer) throws(CryptokiError) -> Result
    ) throws(CryptokiError) -> Result {
        // Cells of their own: the token writes the vector and the tag through these pointers.
        let vectorCount = parameters.initializationVector.count
        let tagCount = parameters.tag.count
        let cells = UnsafeMutablePointer<CK_BYTE>.allocate(capacity: vectorCount + tagCount + 1)
        defer { unsafe cells.deallocate() }
        unsafe UnsafeMutableBufferPointer(start: cells, count: vectorCount + tagCount + 1).initialize(repeating: 0)
        for (index, octet) in (parameters.initializationVector + parameters.tag).enumerated() {
            unsafe cells[index] = octet
        }
        var native = unsafe CK_GCM_MESSAGE_PARAMS(
            pIv: cells,
            ulIvLen: CK_ULONG(vectorCount),
            ulIvFixedBits: parameters.fixedBits,
            ivGenerator: parameters.generator.rawValue,
            pTag: cells + vectorCount,
            ulTagBits: CK_ULONG(tagCount * 8)
        )
        let result = try unsafe withUnsafeMutablePointer(to: &native) { (pointer) throws(CryptokiError) in
            try unsafe body(UnsafeMutableRawPointer(pointer))
        }
        parameters.initializationVector = (0..<vectorCount).map { unsafe cells[$0] }
        parameters.tag = (0..<tagCount).map { unsafe cells[vectorCount + $0] }
        return result
    }
}
