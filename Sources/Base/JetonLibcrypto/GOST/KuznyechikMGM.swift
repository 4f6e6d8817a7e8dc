import CJetonLibcrypto

/// A key of Kuznyechik in the multilinear Galois mode (MGM), which hides octets and makes every change to them visible.
///
/// Setting up a key takes far longer than one short message: to use a key several times, keep a value of this
/// type; to use it once, call the functions of the type. Values may be moved between threads.
///
/// - SeeAlso: RFC 9058.
@safe
public struct KuznyechikMGM: ~Copyable, @unchecked Sendable {
    // Proof for @unchecked Sendable: every use of the C object is in a mutating function or deinit, and the language
    // lets only one of those run at a time.
    private let mgm: OpaquePointer

    /// Length of a key, in octets.
    public static let keyLength = Int(LIBCRYPTO_GOST_KEY_LENGTH)
    /// Length of a nonce, in octets.
    public static let nonceLength = Int(LIBCRYPTO_KUZNYECHIK_BLOCK_LENGTH)

    /// Sets up a key.
    ///
    /// - Parameter key: 32 octets; the caller wipes them.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length, ``LibcryptoError/Code/gostUnavailable``
    ///   without OpenSSL's GOST provider.
    public init(key: Span<UInt8>) throws(LibcryptoError) {
        guard key.count == Self.keyLength else { throw LibcryptoError(.invalidInput) }
        var made: OpaquePointer?
        try check(
            unsafe key.withUnsafeBufferPointer { key in
                guard let key = key.baseAddress else { return -1 }
                return unsafe libcrypto_mgm_new(key, &made)
            }
        )
        guard let made = unsafe made else { throw LibcryptoError(.failed) }
        unsafe mgm = made
    }

    /// Encrypts and authenticates octets.
    ///
    /// - Parameters:
    ///   - plaintext: What is hidden and authenticated.
    ///   - nonce: ICN: 16 octets, the first below 80; never twice the same with one key.
    ///   - associated: What is authenticated only. It and `plaintext` must not both be empty.
    ///   - tagCount: Length of the tag in bytes, 4 to 16.
    /// - Returns: The encrypted bytes, as many as `plaintext` has, and the tag.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for anything else.
    public mutating func seal(
        _ plaintext: Span<UInt8>,
        nonce: Span<UInt8>,
        authenticating associated: Span<UInt8>,
        tagCount: Int
    ) throws(LibcryptoError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        guard nonce.count == Self.nonceLength, (4...16).contains(tagCount) else { throw LibcryptoError(.invalidInput) }
        let mgm = unsafe mgm
        var tag = [UInt8](repeating: 0, count: tagCount)
        let ciphertext = try unsafe octets(capacity: plaintext.count) { (output, written) in
            unsafe lend(plaintext, nonce, associated) { (plaintext, nonce, associated) in
                guard let nonce = nonce.baseAddress else { return -1 }
                return unsafe libcrypto_mgm_seal(
                    mgm,
                    nonce,
                    associated.baseAddress,
                    associated.count,
                    plaintext.baseAddress,
                    plaintext.count,
                    output,
                    &tag,
                    tagCount
                )
            }
        }
        return (ciphertext, tag)
    }

    /// Reverses ``seal(_:nonce:authenticating:tagCount:)``.
    ///
    /// - Returns: As many bytes as `ciphertext` has; nothing is decrypted before the tag matches.
    /// - Throws: ``LibcryptoError/Code/notAuthentic`` if anything was changed or the key is another;
    ///   ``LibcryptoError/Code/invalidInput`` for what can't have been sealed.
    public mutating func open(
        _ ciphertext: Span<UInt8>,
        tag: Span<UInt8>,
        nonce: Span<UInt8>,
        authenticating associated: Span<UInt8>
    ) throws(LibcryptoError) -> [UInt8] {
        guard nonce.count == Self.nonceLength, (4...16).contains(tag.count) else {
            throw LibcryptoError(.invalidInput)
        }
        let mgm = unsafe mgm
        return try unsafe octets(capacity: ciphertext.count) { (output, written) in
            unsafe lend(ciphertext, nonce, associated) { (ciphertext, nonce, associated) in
                unsafe tag.withUnsafeBufferPointer { tag in
                    guard let nonce = nonce.baseAddress, let tagBase = tag.baseAddress else { return -1 }
                    return unsafe libcrypto_mgm_open(
                        mgm,
                        nonce,
                        associated.baseAddress,
                        associated.count,
                        ciphertext.baseAddress,
                        ciphertext.count,
                        tagBase,
                        tag.count,
                        output
                    )
                }
            }
        }
    }

    /// Encrypts and authenticates octets with a key that is used this once.
    ///
    /// - SeeAlso: ``init(key:)``, ``seal(_:nonce:authenticating:tagCount:)``.
    public static func seal(
        _ plaintext: Span<UInt8>,
        key: Span<UInt8>,
        nonce: Span<UInt8>,
        authenticating associated: Span<UInt8>,
        tagCount: Int
    ) throws(LibcryptoError) -> (ciphertext: [UInt8], tag: [UInt8]) {
        var mgm = try KuznyechikMGM(key: key)
        return try mgm.seal(plaintext, nonce: nonce, authenticating: associated, tagCount: tagCount)
    }

    /// Reverses a seal with a key that is used this once.
    ///
    /// - SeeAlso: ``init(key:)``, ``open(_:tag:nonce:authenticating:)``.
    public static func open(
        _ ciphertext: Span<UInt8>,
        tag: Span<UInt8>,
        key: Span<UInt8>,
        nonce: Span<UInt8>,
        authenticating associated: Span<UInt8>
    ) throws(LibcryptoError) -> [UInt8] {
        var mgm = try KuznyechikMGM(key: key)
        return try mgm.open(ciphertext, tag: tag, nonce: nonce, authenticating: associated)
    }

    deinit { unsafe libcrypto_mgm_free(mgm) }
}
