/// Encryption and decryption, each in one part.
extension Engine {
    /// Begins an encryption.
    ///
    /// - Throws: `CKR_OPERATION_ACTIVE`, `CKR_KEY_HANDLE_INVALID`, `CKR_KEY_TYPE_INCONSISTENT`,
    ///   `CKR_KEY_FUNCTION_NOT_PERMITTED`, `CKR_MECHANISM_INVALID`, `CKR_MECHANISM_PARAM_INVALID`.
    public func encryptInit(_ handle: UInt, _ mechanism: EngineMechanism, _ key: UInt) throws(TokenFault) {
        try with(handle) { (session, operations) throws(TokenFault) in
            guard operations.encryption == nil else {
                throw TokenFault(.operationActive, "an encryption is under way")
            }
            operations.encryption = try EncryptionOperation(mechanism, try session.token.key(key))
        }
    }

    /// How long the encrypted data will be, in octets.
    ///
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`.
    public func encryptedLength(_ handle: UInt) throws(TokenFault) -> Int {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard let encryption = operations.encryption else {
                throw TokenFault(.operationNotInitialized, "no encryption is under way")
            }
            return encryption.modulus.count
        }
    }

    /// Encrypts; the operation ends.
    ///
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`, `CKR_DATA_LEN_RANGE`, `CKR_DATA_INVALID`.
    public func encrypt(_ handle: UInt, _ data: [UInt8]) throws(TokenFault) -> [UInt8] {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard let encryption = operations.encryption else {
                throw TokenFault(.operationNotInitialized, "no encryption is under way")
            }
            operations.encryption = nil
            return try encryption.scheme.encrypt(data, encryption.modulus, encryption.exponent)
        }
    }

    /// Begins a decryption.
    ///
    /// - Throws: As ``encryptInit(_:_:_:)``.
    public func decryptInit(_ handle: UInt, _ mechanism: EngineMechanism, _ key: UInt) throws(TokenFault) {
        try with(handle) { (session, operations) throws(TokenFault) in
            guard operations.decryption == nil else {
                throw TokenFault(.operationActive, "a decryption is under way")
            }
            operations.decryption = try DecryptionOperation(mechanism, try session.token.key(key))
        }
    }

    /// How long the plain text is at most, in octets.
    ///
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`.
    public func maximumDecryptedLength(_ handle: UInt) throws(TokenFault) -> Int {
        try with(handle) { (_, operations) throws(TokenFault) in
            guard let decryption = operations.decryption else {
                throw TokenFault(.operationNotInitialized, "no decryption is under way")
            }
            return decryption.plain?.count ?? decryption.scheme.maximumPlainLength(decryption.modulusLength)
        }
    }

    /// Decrypts; the operation ends, unless the caller has too little room.
    ///
    /// - Parameters:
    ///   - handle: The session.
    ///   - data: What was encrypted.
    ///   - room: How many octets the caller can take.
    /// - Returns: The plain text; longer than `room` if it is to be fetched again.
    /// - Throws: `CKR_OPERATION_NOT_INITIALIZED`, `CKR_ENCRYPTED_DATA_INVALID`, `CKR_ENCRYPTED_DATA_LEN_RANGE`,
    ///   `CKR_USER_NOT_LOGGED_IN`.
    public func decrypt(_ handle: UInt, _ data: [UInt8], room: Int) throws(TokenFault) -> [UInt8] {
        try with(handle) { (session, operations) throws(TokenFault) in
            guard let decryption = operations.decryption else {
                throw TokenFault(.operationNotInitialized, "no decryption is under way")
            }
            operations.decryption = nil
            var kept = decryption
            let plain: [UInt8]
            if let known = decryption.plain {
                plain = known
            } else {
                guard data.count == decryption.modulusLength else {
                    throw TokenFault(.encryptedDataLenRange, "the data and the modulus differ in length")
                }
                let block = try session.token.decrypt(data, by: decryption.key, decryption.confirmation)
                plain = try decryption.scheme.open(block)
            }
            if plain.count > room {
                kept.plain = plain
                kept.confirmation = nil
                operations.decryption = kept
            }
            return plain
        }
    }
}
