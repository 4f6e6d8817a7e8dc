internal import CCryptoki

extension Session {
    /// Encrypts in one part, with C_EncryptInit and C_Encrypt; see
    /// ``encryptGCM(_:initializationVector:additionalData:tagBits:key:)`` for AES-GCM on tokens that make the vector.
    public mutating func encrypt(
        _ plaintext: Span<UInt8>,
        with mechanism: Mechanism,
        key: ObjectHandle
    ) throws(CryptokiError) -> [UInt8] {
        try encryptInit(mechanism, key: key)
        let expected = plaintext.count + 64
        return try unsafe withInput(plaintext) { (pointer, count) throws(CryptokiError) in
            try unsafe output(.encrypt, expecting: max(expected, 512), mechanism: mechanism.type) {
                unsafe $0.pointee.C_Encrypt?(handle, pointer, count, $1, $2)
            }
        }
    }

    /// Encrypts in one part under AES-GCM, with C_EncryptInit and C_Encrypt, and tells the vector that was used.
    ///
    /// Some tokens (AWS CloudHSM) ignore the caller's vector, make one of their own and write it back through the
    /// parameters, which stay in place until C_Encrypt has returned.
    ///
    /// - Parameters:
    ///   - plaintext: What is encrypted.
    ///   - initializationVector: The vector, 1 to 256 octets; its count is kept by a token that makes its own.
    ///   - additionalData: Authenticated, not encrypted.
    ///   - tagBits: The tag's length in bits, 96 to 128.
    ///   - key: The secret key.
    /// - Returns: The ciphertext with the tag at its end, and the vector that decryption needs.
    /// - Throws: ``CryptokiError``.
    public mutating func encryptGCM(
        _ plaintext: Span<UInt8>,
        initializationVector: [UInt8],
        additionalData: [UInt8] = [],
        tagBits: UInt = 128,
        key: ObjectHandle
    ) throws(CryptokiError) -> (ciphertext: [UInt8], initializationVector: [UInt8]) {
        precondition((1...256).contains(initializationVector.count), "a vector has 1 to 256 octets")
        let mechanism = Mechanism(
            .aesGCM,
            .gcm(initializationVector: initializationVector, additionalData: additionalData, tagBits: tagBits)
        )
        let expected = plaintext.count + 64
        return try unsafe withMechanism(mechanism) { (native) throws(CryptokiError) in
            try unsafe begin(.encryptInit, native) { unsafe $0.pointee.C_EncryptInit?(handle, $1, key.rawValue) }
            let ciphertext = try unsafe withInput(plaintext) { (pointer, count) throws(CryptokiError) in
                try unsafe output(.encrypt, expecting: expected, mechanism: .aesGCM) {
                    unsafe $0.pointee.C_Encrypt?(handle, pointer, count, $1, $2)
                }
            }
            return unsafe (ciphertext, vector(of: native, count: initializationVector.count))
        }
    }

    /// Begins encryption in parts, with C_EncryptInit.
    public mutating func encryptInit(_ mechanism: Mechanism, key: ObjectHandle) throws(CryptokiError) {
        try unsafe begin(.encryptInit, mechanism) { unsafe $0.pointee.C_EncryptInit?(handle, $1, key.rawValue) }
    }

    /// Encrypts a part, with C_EncryptUpdate; the answer may lag behind the input.
    public mutating func encryptUpdate(_ plaintext: Span<UInt8>) throws(CryptokiError) -> [UInt8] {
        let expected = plaintext.count + 64
        return try unsafe withInput(plaintext) { (pointer, count) throws(CryptokiError) in
            try unsafe output(.encryptUpdate, expecting: expected) {
                unsafe $0.pointee.C_EncryptUpdate?(handle, pointer, count, $1, $2)
            }
        }
    }

    /// Ends encryption in parts, with C_EncryptFinal.
    public mutating func encryptFinal() throws(CryptokiError) -> [UInt8] {
        try unsafe output(.encryptFinal, expecting: 512) { unsafe $0.pointee.C_EncryptFinal?(handle, $1, $2) }
    }

    /// Decrypts in one part, with C_DecryptInit and C_Decrypt.
    ///
    /// - Parameters:
    ///   - ciphertext: What was encrypted.
    ///   - mechanism: The mechanism with its parameters.
    ///   - key: The key.
    ///   - contextLogin: For keys that want a login for each use.
    /// - Returns: The plain text.
    /// - Throws: ``CryptokiError``.
    public mutating func decrypt(
        _ ciphertext: Span<UInt8>,
        with mechanism: Mechanism,
        key: ObjectHandle,
        contextLogin: ContextLogin? = nil
    ) throws(CryptokiError) -> [UInt8] {
        try decryptInit(mechanism, key: key)
        try authenticate(contextLogin)
        let expected = ciphertext.count + 64
        return try unsafe withInput(ciphertext) { (pointer, count) throws(CryptokiError) in
            try unsafe output(.decrypt, expecting: expected, mechanism: mechanism.type) {
                unsafe $0.pointee.C_Decrypt?(handle, pointer, count, $1, $2)
            }
        }
    }

    /// Begins decryption in parts, with C_DecryptInit.
    public mutating func decryptInit(_ mechanism: Mechanism, key: ObjectHandle) throws(CryptokiError) {
        try unsafe begin(.decryptInit, mechanism) { unsafe $0.pointee.C_DecryptInit?(handle, $1, key.rawValue) }
    }

    /// Decrypts a part, with C_DecryptUpdate; the answer may lag behind the input.
    public mutating func decryptUpdate(_ ciphertext: Span<UInt8>) throws(CryptokiError) -> [UInt8] {
        let expected = ciphertext.count + 64
        return try unsafe withInput(ciphertext) { (pointer, count) throws(CryptokiError) in
            try unsafe output(.decryptUpdate, expecting: expected) {
                unsafe $0.pointee.C_DecryptUpdate?(handle, pointer, count, $1, $2)
            }
        }
    }

    /// Ends decryption in parts, with C_DecryptFinal.
    public mutating func decryptFinal() throws(CryptokiError) -> [UInt8] {
        try unsafe output(.decryptFinal, expecting: 512) { unsafe $0.pointee.C_DecryptFinal?(handle, $1, $2) }
    }
}
