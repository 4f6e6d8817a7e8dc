public import JetonOctets

/// A key of AES-256-GCM, which hides octets and makes every change to them visible.
///
/// Each seal takes a random nonce; one key seals at most 2^32 times.
///
/// - SeeAlso: NIST SP 800-38D, 8.2.2 and 8.3.
public struct SealingKey: ~Copyable, Sendable {
    /// Length of a key, in octets.
    public static let length = AuthenticatedCipher.keyLength
    /// How many bytes sealing adds: the nonce in front and the tag behind.
    public static let overhead = AuthenticatedCipher.nonceLength + AuthenticatedCipher.tagLength

    private let secret: Secret

    /// Takes over a key.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if it has not ``length`` octets.
    public init(_ secret: consuming Secret) throws(LibcryptoError) {
        guard secret.count == Self.length else { throw LibcryptoError(.invalidInput) }
        self.secret = secret
    }

    /// Encrypts and authenticates octets.
    ///
    /// - Parameters:
    ///   - input: What is hidden and authenticated.
    ///   - associated: What is authenticated only, and not part of the result.
    /// - Returns: Nonce, encrypted bytes, tag: ``overhead`` bytes more than `input`.
    /// - Throws: As ``AuthenticatedCipher/seal(_:key:associated:)``.
    public borrowing func seal(
        _ input: borrowing Secret,
        associated: [UInt8]
    ) throws(LibcryptoError) -> [UInt8] {
        try secret.withBytes { (key) throws(LibcryptoError) in
            try input.withBytes { (plain) throws(LibcryptoError) in
                try AuthenticatedCipher.aes256GCM.seal(plain, key: key, associated: associated.span)
            }
        }
    }

    /// Reverses ``seal(_:associated:)``.
    ///
    /// - Throws: ``LibcryptoError/Code/notAuthentic`` if anything was changed or the key is another;
    ///   ``LibcryptoError/Code/invalidInput`` below ``overhead`` octets and above 1 MiB.
    public borrowing func open(_ sealed: [UInt8], associated: [UInt8]) throws(LibcryptoError) -> Secret {
        let length = sealed.count - Self.overhead
        guard (0...1_048_576).contains(length) else { throw LibcryptoError(.invalidInput) }
        return try secret.withBytes { (key) throws(LibcryptoError) in
            try Secret(capacity: length) { (plain: inout MutableSpan<UInt8>) throws(LibcryptoError) in
                try AuthenticatedCipher.aes256GCM.open(
                    sealed.span,
                    key: key,
                    associated: associated.span,
                    into: &plain
                )
                return length
            }
        }
    }
}
