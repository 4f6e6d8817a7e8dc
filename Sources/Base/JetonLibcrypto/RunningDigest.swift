import CJetonLibcrypto
import Synchronization

/// A hash that is computed part by part.
///
/// May be used by any number of threads, one after the other.
@safe
public final class RunningDigest: @unchecked Sendable {
    // Proof for @unchecked Sendable: the pointer is set in the initializer and freed by deinit, after the last
    // reference is gone; what it points to is used under the mutex only.
    private let hasher: OpaquePointer
    private let isFinished = Mutex(false)

    /// Begins to hash.
    ///
    /// - Throws: ``LibcryptoError/Code/failed`` if libcrypto does not know the function,
    ///   ``LibcryptoError/Code/gostUnavailable`` for one of the GOST family without OpenSSL's GOST provider.
    public init(_ digest: Digest) throws(LibcryptoError) {
        var made: OpaquePointer?
        try check(unsafe libcrypto_hasher_make(digest.rawValue, &made))
        guard let made = unsafe made else { throw LibcryptoError(.failed) }
        unsafe hasher = made
    }

    /// Hashes more octets.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` after ``finish()``.
    public func update(_ octets: Span<UInt8>) throws(LibcryptoError) {
        try isFinished.withLock { (isFinished) throws(LibcryptoError) in
            guard !isFinished else { throw LibcryptoError(.invalidInput) }
            try check(
                unsafe octets.withUnsafeBufferPointer { buffer in
                    guard let base = buffer.baseAddress, !buffer.isEmpty else { return 0 }
                    return unsafe libcrypto_hasher_update(hasher, base, buffer.count)
                }
            )
        }
    }

    /// The digest of all octets so far; more may follow.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` after ``finish()``.
    public func digest() throws(LibcryptoError) -> [UInt8] {
        try isFinished.withLock { (isFinished) throws(LibcryptoError) in
            guard !isFinished else { throw LibcryptoError(.invalidInput) }
            return try unsafe octets(capacity: Int(LIBCRYPTO_MAXIMUM_DIGEST_LENGTH)) { (pointer, written) in
                unsafe libcrypto_hasher_digest(hasher, pointer, &written)
            }
        }
    }

    /// Ends the hash.
    ///
    /// - Returns: The digest.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if it was ended before.
    public func finish() throws(LibcryptoError) -> [UInt8] {
        try isFinished.withLock { (isFinished) throws(LibcryptoError) in
            guard !isFinished else { throw LibcryptoError(.invalidInput) }
            isFinished = true
            return try unsafe octets(capacity: Int(LIBCRYPTO_MAXIMUM_DIGEST_LENGTH)) { (pointer, written) in
                unsafe libcrypto_hasher_finish(hasher, pointer, &written)
            }
        }
    }

    deinit { unsafe libcrypto_hasher_free(hasher) }
}
