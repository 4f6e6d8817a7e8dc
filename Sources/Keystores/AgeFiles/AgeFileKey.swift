import JetonKeystoreBase
import JetonLibcrypto
import JetonOctets

/// The 16 octets under which an age file is encrypted, and the keys that are derived from them.
///
/// - SeeAlso: age v1 (C2SP/age), "File key" and "Header MAC".
enum AgeFileKey {
    /// Octets of a file key.
    static let count = 16
    /// Octets of a wrapped file key: the key and a tag.
    static let wrappedCount = 32

    private static let nonce = [UInt8](repeating: 0, count: AuthenticatedCipher.nonceLength)

    /// A new file key.
    static func make() throws(KeystoreError) -> Secret {
        try Secret(capacity: count) { (span: inout MutableSpan<UInt8>) throws(KeystoreError) in
            try Primitives.random(into: &span)
            return count
        }
    }

    /// Encrypts a file key with ChaCha20-Poly1305 and a nonce of zeros; the wrapping key is used once.
    static func wrap(_ fileKey: borrowing Secret, with key: borrowing Secret) throws(KeystoreError) -> [UInt8] {
        var wrapped = [UInt8](repeating: 0, count: wrappedCount)
        var output = wrapped.mutableSpan
        do throws(LibcryptoError) {
            try fileKey.withBytes { (fileKey) throws(LibcryptoError) in
                try key.withBytes { (key) throws(LibcryptoError) in
                    try AuthenticatedCipher.chaCha20Poly1305.seal(
                        fileKey,
                        key: key,
                        nonce: nonce.span,
                        associated: Span(),
                        into: &output
                    )
                }
            }
        } catch { throw Primitives.failure(error) }
        return wrapped
    }

    /// Decrypts a wrapped file key; nil if the key is another one.
    static func unwrap(_ body: [UInt8], with key: borrowing Secret) -> Secret? {
        guard body.count == wrappedCount else { return nil }
        do throws(LibcryptoError) {
            return try key.withBytes { (key) throws(LibcryptoError) in
                try Secret(capacity: count) { (fileKey: inout MutableSpan<UInt8>) throws(LibcryptoError) in
                    try AuthenticatedCipher.chaCha20Poly1305.open(
                        body.span,
                        key: key,
                        nonce: nonce.span,
                        associated: Span(),
                        into: &fileKey
                    )
                    return count
                }
            }
        } catch { return nil }
    }

    /// HKDF-SHA-256 of a file key, or of what two parties share, to a key of 32 octets.
    static func derive(
        _ secret: borrowing Secret,
        salt: [UInt8],
        information: String
    ) throws(KeystoreError) -> Secret {
        do throws(LibcryptoError) {
            return try KeyDerivation.hkdf(
                secret,
                salt: salt,
                information: Array(information.utf8),
                count: Primitives.keySize
            )
        } catch { throw Primitives.failure(error) }
    }
}
