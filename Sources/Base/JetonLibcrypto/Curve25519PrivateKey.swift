import CJetonLibcrypto
public import JetonOctets

/// A private key of Ed25519 (signatures) or X25519 (key agreement).
///
/// May be used by any number of threads at once.
///
/// - SeeAlso: RFC 8032, RFC 7748.
public struct Curve25519PrivateKey: Sendable {
    /// What the key is for.
    public enum Purpose: String, Hashable, Sendable, CaseIterable {
        /// Ed25519.
        case signing = "ED25519"
        /// X25519.
        case agreement = "X25519"
    }

    /// Length of private and public keys, in octets.
    public static let length = Int(LIBCRYPTO_25519_KEY_LENGTH)

    /// What the key is for.
    public let purpose: Purpose
    /// The public key, 32 octets.
    public let publicOctets: [UInt8]
    private let handle: KeyHandle

    /// Makes a new key.
    public init(generatingFor purpose: Purpose) throws(LibcryptoError) {
        try unsafe self.init(
            purpose,
            KeyHandle { (pointer) in unsafe libcrypto_25519_generate(purpose.rawValue, pointer) }
        )
    }

    /// Loads a key from its 32 private octets.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length.
    public init(_ purpose: Purpose, privateOctets: borrowing Secret) throws(LibcryptoError) {
        guard privateOctets.count == Self.length else { throw LibcryptoError(.invalidInput) }
        try self.init(
            purpose,
            privateOctets.withBytes { (octets) throws(LibcryptoError) in
                try unsafe KeyHandle { (pointer) in
                    unsafe octets.withUnsafeBufferPointer { octets in
                        guard let base = octets.baseAddress else { return -1 }
                        return unsafe libcrypto_25519_load(purpose.rawValue, base, pointer)
                    }
                }
            }
        )
    }

    private init(_ purpose: Purpose, _ handle: KeyHandle) throws(LibcryptoError) {
        self.purpose = purpose
        self.handle = handle
        publicOctets = try unsafe octets(capacity: Self.length) { (pointer, written) in
            unsafe libcrypto_25519_public(handle.pointer, pointer)
        }
    }

    /// The 32 private octets.
    public func privateOctets() throws(LibcryptoError) -> Secret {
        try Secret(capacity: Self.length) { (span: inout MutableSpan<UInt8>) throws(LibcryptoError) in
            try check(
                unsafe span.withUnsafeMutableBufferPointer { buffer in
                    guard let base = buffer.baseAddress else { return -1 }
                    return unsafe libcrypto_25519_private(handle.pointer, base)
                }
            )
            return Self.length
        }
    }

    /// Signs a message with Ed25519.
    ///
    /// - Returns: 64 octets.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if the key is for agreement.
    public func sign(_ message: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        guard purpose == .signing else { throw LibcryptoError(.invalidInput) }
        // An empty array has no address, and the C side wants one.
        let padded = message.isEmpty ? [0] : message
        return try unsafe octets(capacity: Int(LIBCRYPTO_ED25519_SIGNATURE_LENGTH)) { (pointer, written) in
            unsafe libcrypto_ed25519_sign(handle.pointer, padded, message.count, pointer)
        }
    }

    /// Agrees on a secret with a peer (X25519).
    ///
    /// - Parameter peer: The peer's public key, 32 octets.
    /// - Returns: 32 octets; the caller wipes them.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if the key is for signing, or the secret would be zero.
    public func sharedSecret(with peer: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        guard purpose == .agreement, peer.count == Self.length else { throw LibcryptoError(.invalidInput) }
        return try unsafe octets(capacity: Self.length) { (pointer, written) in
            unsafe libcrypto_x25519(handle.pointer, peer, pointer)
        }
    }
}
