import CJetonLibcrypto

/// A cipher that hides octets and makes every change to them visible, over octets that the caller owns.
///
/// Nothing of a key or of opened octets is left behind. A nonce is used once under a key.
public enum AuthenticatedCipher: Hashable, Sendable, CaseIterable {
    /// AES-256 in Galois/counter mode: NIST SP 800-38D.
    case aes256GCM
    /// ChaCha20 and Poly1305: RFC 8439, 2.8.
    case chaCha20Poly1305

    /// Length of a key, in octets.
    public static let keyLength = Int(LIBCRYPTO_SEALING_KEY_LENGTH)
    /// Length of a nonce, in octets.
    public static let nonceLength = Int(LIBCRYPTO_NONCE_LENGTH)
    /// Length of a tag, in bytes.
    public static let tagLength = Int(LIBCRYPTO_TAG_LENGTH)

    /// Encrypts and authenticates octets.
    ///
    /// - Parameters:
    ///   - plain: What is hidden and authenticated; below 2 GiB.
    ///   - key: ``keyLength`` octets.
    ///   - nonce: ``nonceLength`` octets, never used before under this key.
    ///   - associated: What is authenticated only.
    ///   - sealed: Gets the encrypted bytes and then the tag: ``tagLength`` bytes more than `plain`.
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
    /// - Parameters:
    ///   - sealed: The encrypted octets with the tag at their end.
    ///   - key: The key that sealed them.
    ///   - nonce: The nonce that sealed them.
    ///   - associated: What was authenticated with them.
    ///   - plain: Gets the octets at its start; at least ``tagLength`` less than `sealed` has.
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

    /// Encrypts and authenticates octets under a fresh random nonce; one key seals so at most 2^32 times.
    ///
    /// - Parameters:
    ///   - plain: What is hidden and authenticated; below 2 GiB.
    ///   - key: ``keyLength`` octets.
    ///   - associated: What is authenticated only, and not part of the result.
    /// - Returns: Nonce, encrypted bytes, tag.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another key, ``LibcryptoError/Code/failed`` without entropy.
    /// - SeeAlso: NIST SP 800-38D, 8.2.2 and 8.3.
    public func seal(
        _ plain: Span<UInt8>,
        key: Span<UInt8>,
        associated: Span<UInt8>
    ) throws(LibcryptoError) -> [UInt8] {
        let nonce = try Random.octets(Self.nonceLength)
        var sealed = nonce
        sealed.append(contentsOf: repeatElement(0, count: plain.count + Self.tagLength))
        var span = sealed.mutableSpan
        var output = span._mutatingExtracting(Self.nonceLength...)
        try seal(plain, key: key, nonce: nonce.span, associated: associated, into: &output)
        return sealed
    }

    /// Reverses ``seal(_:key:associated:)``.
    ///
    /// - Parameters:
    ///   - sealed: The nonce, the encrypted octets and the tag.
    ///   - key: The key that sealed them.
    ///   - associated: What was authenticated with them.
    ///   - plain: Gets the octets at its start; at least ``nonceLength`` and ``tagLength`` less than `sealed` has.
    /// - Throws: As ``open(_:key:nonce:associated:into:)``.
    public func open(
        _ sealed: Span<UInt8>,
        key: Span<UInt8>,
        associated: Span<UInt8>,
        into plain: inout MutableSpan<UInt8>
    ) throws(LibcryptoError) {
        guard sealed.count >= Self.nonceLength else { throw LibcryptoError(.invalidInput) }
        try open(
            sealed.extracting(Self.nonceLength...),
            key: key,
            nonce: sealed.extracting(..<Self.nonceLength),
            associated: associated,
            into: &plain
        )
    }

    private var code: libcrypto_sealing_cipher {
        switch self {
        case .aes256GCM: LIBCRYPTO_AES_256_GCM
        case .chaCha20Poly1305: LIBCRYPTO_CHACHA20_POLY1305
        }
    }
}
