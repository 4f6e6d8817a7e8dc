import JetonLibcrypto

/// AES-256 in Galois/counter mode, with the tag apart from the ciphertext.
enum AES256GCM {
    /// Encrypts and authenticates; a nonce is used once under a key.
    static func seal(
        _ plaintext: [UInt8],
        key: Span<UInt8>,
        nonce: [UInt8],
        authenticating authenticated: [UInt8]
    ) throws(LibcryptoError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        var sealed = [UInt8](repeating: 0, count: plaintext.count + AuthenticatedCipher.tagLength)
        var output = sealed.mutableSpan
        try AuthenticatedCipher.aes256GCM.seal(
            plaintext.span,
            key: key,
            nonce: nonce.span,
            associated: authenticated.span,
            into: &output
        )
        return (Array(sealed.prefix(plaintext.count)), Array(sealed.suffix(AuthenticatedCipher.tagLength)))
    }

    /// Reverses ``seal(_:key:nonce:authenticating:)``.
    ///
    /// - Throws: ``LibcryptoError/Code/notAuthentic``.
    static func open(
        _ ciphertext: [UInt8],
        tag: [UInt8],
        key: Span<UInt8>,
        nonce: [UInt8],
        authenticating authenticated: [UInt8]
    ) throws(LibcryptoError) -> [UInt8] {
        guard tag.count == AuthenticatedCipher.tagLength else { throw LibcryptoError(.notAuthentic) }
        let sealed = ciphertext + tag
        var plaintext = [UInt8](repeating: 0, count: ciphertext.count)
        var output = plaintext.mutableSpan
        try AuthenticatedCipher.aes256GCM.open(
            sealed.span,
            key: key,
            nonce: nonce.span,
            associated: authenticated.span,
            into: &output
        )
        return plaintext
    }
}
