import CJetonLibcrypto
public import JetonOctets

/// Files that keep a private key under a passphrase.
public enum PassphraseFile {
    /// What a PKCS #12 file holds.
    public struct PKCS12: ~Copyable {
        /// How many private keys there are.
        public let keyCount: Int
        /// The first of them as PrivateKeyInfo (RFC 5958); no bytes if there is none.
        public let key: Secret
        /// The certificates' DER, one after the other.
        public let certificates: [UInt8]
    }

    /// The most bytes that a file may have.
    public static let maximumLength = 1 << 20

    /// Decrypts an EncryptedPrivateKeyInfo in DER by PBES2, PBES1 or a scheme of PKCS #12.
    ///
    /// Blocks as long as the file's count of rounds says, some seconds at most.
    ///
    /// - Returns: The PrivateKeyInfo.
    /// - Throws: ``LibcryptoError``: `notAuthentic` for another passphrase or damaged data, `invalidInput` for malformed
    ///   data and too many rounds, `unsupported` for an unknown scheme.
    /// - SeeAlso: RFC 5958, 3; RFC 8018, 6.
    public static func decrypt(
        pkcs8 file: Span<UInt8>,
        passphrase: borrowing Secret
    ) throws(LibcryptoError) -> Secret {
        try passphrase.withBytes { (passphrase) throws(LibcryptoError) in
            try unsafe key(file) { (file, key, length) in
                unsafe passphrase.withUnsafeBufferPointer { passphrase in
                    unsafe libcrypto_pkcs8_decrypt(
                        file,
                        length,
                        passphrase.baseAddress,
                        passphrase.count,
                        key,
                        &length
                    )
                }
            }
        }
    }

    /// Decrypts the body of a block of PEM whose headers name a cipher, as OpenSSL wrote keys before PKCS #8.
    ///
    /// - Parameters:
    ///   - body: The bytes of the body.
    ///   - cipher: The cipher of DEK-Info, such as `AES-256-CBC`.
    ///   - initializationVector: The vector of DEK-Info.
    ///   - passphrase: The passphrase.
    /// - Returns: The key in the form that the block's label says.
    /// - Throws: As ``decrypt(pkcs8:passphrase:)``.
    public static func decrypt(
        pemBody body: Span<UInt8>,
        cipher: String,
        initializationVector: [UInt8],
        passphrase: borrowing Secret
    ) throws(LibcryptoError) -> Secret {
        try passphrase.withBytes { (passphrase) throws(LibcryptoError) in
            try unsafe key(body) { (body, key, length) in
                unsafe lend(initializationVector.span, passphrase) { (vector, passphrase) in
                    guard let base = vector.baseAddress else { return Int32(LIBCRYPTO_INVALID.rawValue) }
                    return unsafe libcrypto_pem_decrypt(
                        cipher,
                        base,
                        vector.count,
                        body,
                        length,
                        passphrase.baseAddress,
                        passphrase.count,
                        key,
                        &length
                    )
                }
            }
        }
    }

    /// Opens a PKCS #12 file in DER or BER.
    ///
    /// - Parameters:
    ///   - file: The bytes.
    ///   - passphrase: The passphrase; no bytes for a file without one.
    /// - Returns: The key and the certificates.
    /// - Throws: As ``decrypt(pkcs8:passphrase:)``.
    /// - SeeAlso: RFC 7292.
    public static func open(
        pkcs12 file: Span<UInt8>,
        passphrase: borrowing Secret
    ) throws(LibcryptoError) -> PKCS12 {
        var contents = libcrypto_pkcs12()
        var certificates = [UInt8](repeating: 0, count: Swift.max(file.count, 1))
        let key = try passphrase.withBytes { (passphrase) throws(LibcryptoError) -> Secret in
            try unsafe Self.key(file) { (file, key, length) -> Int32 in
                let result = unsafe passphrase.withUnsafeBufferPointer { passphrase -> Int32 in
                    unsafe certificates.withUnsafeMutableBufferPointer { certificates -> Int32 in
                        guard let base = certificates.baseAddress else { return -1 }
                        return unsafe libcrypto_pkcs12_open(
                            file,
                            length,
                            passphrase.baseAddress,
                            passphrase.count,
                            key,
                            base,
                            &contents
                        )
                    }
                }
                length = contents.key_length
                return result
            }
        }
        certificates.removeLast(certificates.count - contents.certificates_length)
        return PKCS12(keyCount: contents.keys, key: key, certificates: certificates)
    }

    /// The key that a C function writes; it is at most as long as the file.
    private static func key(
        _ file: Span<UInt8>,
        _ body: (UnsafePointer<UInt8>, UnsafeMutablePointer<UInt8>, inout Int) -> Int32
    ) throws(LibcryptoError) -> Secret {
        guard (1...maximumLength).contains(file.count) else { throw LibcryptoError(.invalidInput) }
        return try Secret(capacity: file.count) { (span: inout MutableSpan<UInt8>) throws(LibcryptoError) in
            var length = file.count
            let result = unsafe span.withUnsafeMutableBufferPointer { key in
                unsafe file.withUnsafeBufferPointer { file in
                    guard let file = file.baseAddress, let key = key.baseAddress else { return Int32(-1) }
                    return unsafe body(file, key, &length)
                }
            }
            if UInt32(bitPattern: result) == LIBCRYPTO_UNAVAILABLE.rawValue { throw LibcryptoError(.unsupported) }
            try check(result)
            return length
        }
    }
}
