package import JetonLibcrypto
package import JetonOctets

/// The cryptographic primitives of the store's formats, over octets that the caller owns.
///
/// Keys are 32 octets. Nothing here leaves a copy of a key or of opened octets behind.
package enum Primitives {
    package static let keySize = 32
    package static let nonceSize = 12
    package static let tagSize = 16
    package static let digestSize = 32
    /// What sealing adds: the nonce in front and the tag behind.
    package static let sealOverhead = nonceSize + tagSize

    /// Fills octets from the system's random generator.
    package static func random(into span: inout MutableSpan<UInt8>) throws(KeystoreError) {
        do throws(LibcryptoError) {
            try Random.fill(&span)
        } catch {
            throw KeystoreError(.notAvailable, "the system returned no random bytes")
        }
    }

    package static func random(_ count: Int) throws(KeystoreError) -> [UInt8] {
        var octets = [UInt8](repeating: 0, count: count)
        var span = octets.mutableSpan
        try random(into: &span)
        return octets
    }

    package static func randomKey() throws(KeystoreError) -> Secret {
        try Secret(capacity: keySize) { (span: inout MutableSpan<UInt8>) throws(KeystoreError) in
            try random(into: &span)
            return keySize
        }
    }

    /// SHA-256.
    package static func sha256(_ octets: Span<UInt8>) throws(KeystoreError) -> [UInt8] {
        do throws(LibcryptoError) { return try Digest.sha256.hash(octets) } catch { throw failure(error) }
    }

    /// HMAC-SHA-256 over a label and octets, one after the other.
    package static func authenticate(
        _ key: borrowing Secret,
        _ label: [UInt8],
        _ octets: Span<UInt8>
    ) throws(KeystoreError) -> [UInt8] {
        do throws(LibcryptoError) {
            return try key.withBytes { (key) throws(LibcryptoError) in
                try HMAC.sha256(label.span, octets, key: key)
            }
        } catch { throw failure(error) }
    }

    /// HKDF-Expand (RFC 5869, 2.3) with SHA-256 to one block, info = label, zero octet, context.
    package static func derive(
        _ key: borrowing Secret,
        label: String,
        context: [UInt8]
    ) throws(KeystoreError) -> Secret {
        var digest = try authenticate(key, Array(label.utf8) + [0] + context, [1].span)
        return Secret(wiping: &digest)
    }

    /// AES-256-GCM under a fresh random nonce: nonce, ciphertext and tag in one string.
    package static func seal(
        _ plain: Span<UInt8>,
        key: borrowing Secret,
        associated: [UInt8]
    ) throws(KeystoreError) -> [UInt8] {
        do throws(LibcryptoError) {
            return try key.withBytes { (key) throws(LibcryptoError) in
                try AuthenticatedCipher.aes256GCM.seal(plain, key: key, associated: associated.span)
            }
        } catch { throw failure(error) }
    }

    /// Opens what ``seal(_:key:associated:)`` made into octets set aside by the caller.
    ///
    /// - Returns: Whether the data is authentic; if not, the output is zeros.
    package static func open(
        _ sealed: Span<UInt8>,
        key: Span<UInt8>,
        associated: [UInt8],
        into plain: inout MutableSpan<UInt8>
    ) -> Bool {
        guard sealed.count >= sealOverhead else { return false }
        do throws(LibcryptoError) {
            try AuthenticatedCipher.aes256GCM.open(sealed, key: key, associated: associated.span, into: &plain)
            return true
        } catch { return false }
    }

    /// Opens octets that are not secret, such as names; nil if they are not authentic.
    package static func openPublic(_ sealed: Span<UInt8>, key: borrowing Secret, associated: [UInt8]) -> [UInt8]? {
        let count = sealed.count - sealOverhead
        guard count >= 0 else { return nil }
        var octets = [UInt8](repeating: 0, count: count)
        var plain = octets.mutableSpan
        let isAuthentic = key.withBytes { open(sealed, key: $0, associated: associated, into: &plain) }
        return isAuthentic ? octets : nil
    }

    /// X25519 (RFC 7748): the public key of a private key.
    package static func publicKey(of privateKey: borrowing Secret) throws(KeystoreError) -> [UInt8] {
        do throws(LibcryptoError) {
            return try Curve25519PrivateKey(.agreement, privateOctets: privateKey).publicOctets
        } catch { throw failure(error) }
    }

    /// X25519: the secret shared with a peer; nil if the peer's key is of small order.
    package static func agree(_ privateKey: borrowing Secret, with peer: [UInt8]) -> Secret? {
        do throws(LibcryptoError) {
            var shared = try Curve25519PrivateKey(.agreement, privateOctets: privateKey).sharedSecret(with: peer)
            return Secret(wiping: &shared)
        } catch { return nil }
    }

    /// What the keystore says of a failure of libcrypto, whose inputs here are always of the right length.
    package static func failure(_ error: LibcryptoError) -> KeystoreError { KeystoreError(.allocation, "\(error)") }
}
