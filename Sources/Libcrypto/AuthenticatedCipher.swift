import CLibcrypto

/// A cipher that hides octets and makes every change to them visible, over octets that the caller owns.
///
/// Nothing of a key or of opened octets is left behind. A nonce is used once under a key; ``SealingKey`` chooses it
/// by itself.
public enum AuthenticatedCipher: Hashable, Sendable, CaseIterable {
    /// AES-256 in Galois/counter mode: NIST SP 800-38D.
    case aes256GCM
    /// ChaCha20 and Poly1305: RFC 8439, 2.8.
    case chaCha20Poly1305

    /// Length of a key, in octets.
    public static let keyLength = Int(LIBCRYPTO_SEALING_KEY_LENGTH)
    /// Length of a nonce, in octets.
    public static let nonceLength = Int(LIBCRYPTO_NONCE_LENGTH)
    /// Length of a check value, in octets.
    public static let tagLength = Int(LIBCRYPTO_TAG_LENGTH)

    /// Encrypts and authenticates octets.
    ///
    /// - Parameters:
    ///   - plain: What is hidden and authenticated; below 2 GiB.
    ///   - key: ``keyLength`` octets.
    ///   - nonce: ``nonceLength`` octets, never used before under this key.
    ///   - associated: What is authenticated only.
    ///   - sealed: Gets the encrypted octets and then the check value: ``tagLength`` octets more than `plain`.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other lengths.
    public func seal(
        _ plain: Span<UInt8>,
        key: Span<UInt8>,
        nonce: Span<UInt8>,
        associated: Span<UInt8>,
        into sealed: inout MutableSpan<UInt8>
    ) throws(LibcryptoError) {
        guard key.count == Self.keyLength, nonce.count == Self.nonceLength,
            sealed.count == plain.count + Self.tagLength
        else { throw LibcryptoError(.invalidInput) }
        try check(
            unsafe sealed.withUnsafeMutableBufferPointer { sealed in
                unsafe lend(key, nonce) { (key, nonce) in
                    unsafe lend(plain, associated) { (plain, associated) in
                        guard let key = key.baseAddress, let nonce = nonce.baseAddress, let output = sealed.baseAddress
                        else { return -1 }
                        return unsafe libcrypto_seal(
                            code,
                            key,
                            nonce,
                            associated.baseAddress,
                            associated.count,
                            plain.baseAddress,
                            plain.count,
                            output
                        )
                    }
                }
            }
        )
    }

    /// Reverses ``seal(_:key:nonce:associated:into:)``.
    ///
    /// - Parameter plain: Gets the octets at its start; at least ``tagLength`` less than `sealed` has.
    /// - Throws: ``LibcryptoError/Code/notAuthentic``, with zeros in `plain`, if anything was changed or the key is
    ///   another; ``LibcryptoError/Code/invalidInput`` for other lengths.
    public func open(
        _ sealed: Span<UInt8>,
        key: Span<UInt8>,
        nonce: Span<UInt8>,
        associated: Span<UInt8>,
        into plain: inout MutableSpan<UInt8>
    ) throws(LibcryptoError) {
        let count = sealed.count - Self.tagLength
        guard key.count == Self.keyLength, nonce.count == Self.nonceLength, count >= 0, plain.count >= count
        else { throw LibcryptoError(.invalidInput) }
        try check(
            unsafe plain.withUnsafeMutableBufferPointer { plain in
                unsafe lend(key, nonce) { (key, nonce) in
                    unsafe lend(sealed, associated) { (sealed, associated) in
                        guard let key = key.baseAddress, let nonce = nonce.baseAddress, let input = sealed.baseAddress
                        else { return -1 }
                        return unsafe libcrypto_open(
                            code,
                            key,
                            nonce,
                            associated.baseAddress,
                            associated.count,
                            input,
                            count,
                            plain.baseAddress
                        )
                    }
                }
            }
        )
    }

    private var code: libcrypto_sealing_cipher {
        switch self {
        case .aes256GCM: LIBCRYPTO_AES_256_GCM
        case .chaCha20Poly1305: LIBCRYPTO_CHACHA20_POLY1305
        }
    }
}
