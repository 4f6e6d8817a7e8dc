import CKeystore
import Octets

/// The cryptographic primitives of the store's formats, over octets that the caller owns.
///
/// Keys are 32 octets. Nothing here leaves a copy of a key or of opened octets behind.
enum Primitives {
    static let keySize = 32
    static let nonceSize = 12
    static let tagSize = 16
    static let digestSize = 32
    /// What sealing adds: the nonce in front and the tag behind.
    static let sealOverhead = nonceSize + tagSize

    /// Fills octets from the system's random generator.
    static func random(into span: inout MutableSpan<UInt8>) throws(KeystoreError) {
        let isFilled = unsafe span.withUnsafeMutableBufferPointer { buffer in
            unsafe keystore_random(buffer.baseAddress, buffer.count) == 1
        }
        guard isFilled else { throw KeystoreError(.notAvailable, "the system gave no random octets") }
    }

    static func random(_ count: Int) throws(KeystoreError) -> [UInt8] {
        var octets = [UInt8](repeating: 0, count: count)
        var span = octets.mutableSpan
        try random(into: &span)
        return octets
    }

    static func randomKey() throws(KeystoreError) -> Secret {
        try Secret(capacity: keySize) { (span: inout MutableSpan<UInt8>) throws(KeystoreError) in
            try random(into: &span)
            return keySize
        }
    }

    /// SHA-256.
    static func sha256(_ octets: Span<UInt8>) throws(KeystoreError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: digestSize)
        let isDone = unsafe octets.withUnsafeBufferPointer { input in
            unsafe digest.withUnsafeMutableBufferPointer { output in
                unsafe keystore_sha256(input.baseAddress, input.count, output.baseAddress)
            }
        }
        try require(isDone)
        return digest
    }

    /// HMAC-SHA-256 over a label and octets, one after the other.
    static func authenticate(
        _ key: borrowing Secret,
        _ label: [UInt8],
        _ octets: Span<UInt8>
    ) throws(KeystoreError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: digestSize)
        let isDone = key.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe label.withUnsafeBufferPointer { label in
                    unsafe octets.withUnsafeBufferPointer { octets in
                        unsafe digest.withUnsafeMutableBufferPointer { digest in
                            unsafe keystore_hmac(
                                key.baseAddress,
                                key.count,
                                label.baseAddress,
                                label.count,
                                octets.baseAddress,
                                octets.count,
                                digest.baseAddress
                            )
                        }
                    }
                }
            }
        }
        try require(isDone)
        return digest
    }

    /// HKDF-Expand (RFC 5869, 2.3) with SHA-256 to one block, info = label, zero octet, context.
    static func derive(
        _ key: borrowing Secret,
        label: String,
        context: [UInt8]
    ) throws(KeystoreError) -> Secret {
        var digest = try authenticate(key, Array(label.utf8) + [0] + context, [1].span)
        return Secret(wiping: &digest)
    }

    /// AES-256-GCM under a fresh random nonce: nonce, ciphertext and tag in one string.
    static func seal(
        _ plain: Span<UInt8>,
        key: borrowing Secret,
        associated: [UInt8]
    ) throws(KeystoreError) -> [UInt8] {
        var sealed = try random(nonceSize)
        sealed.append(contentsOf: repeatElement(0, count: plain.count + tagSize))
        let isDone = key.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe plain.withUnsafeBufferPointer { plain in
                    unsafe associated.withUnsafeBufferPointer { associated in
                        unsafe sealed.withUnsafeMutableBufferPointer { sealed in
                            guard let start = sealed.baseAddress, key.count == keySize else { return Int32(0) }
                            return unsafe keystore_seal(
                                key.baseAddress,
                                start,
                                associated.baseAddress,
                                associated.count,
                                plain.baseAddress,
                                plain.count,
                                start.advanced(by: nonceSize)
                            )
                        }
                    }
                }
            }
        }
        try require(isDone)
        return sealed
    }

    /// Opens what ``seal(_:key:associated:)`` made into octets set aside by the caller.
    ///
    /// - Returns: Whether the octets are authentic; if not, the output is zeros.
    static func open(
        _ sealed: Span<UInt8>,
        key: Span<UInt8>,
        associated: [UInt8],
        into plain: inout MutableSpan<UInt8>
    ) -> Bool {
        let count = sealed.count - sealOverhead
        guard count >= 0, plain.count >= count, key.count == keySize else { return false }
        return unsafe key.withUnsafeBufferPointer { key in
            unsafe sealed.withUnsafeBufferPointer { sealed in
                unsafe associated.withUnsafeBufferPointer { associated in
                    unsafe plain.withUnsafeMutableBufferPointer { plain in
                        guard let start = sealed.baseAddress else { return false }
                        return unsafe keystore_open(
                            key.baseAddress,
                            start,
                            associated.baseAddress,
                            associated.count,
                            start.advanced(by: nonceSize),
                            count,
                            plain.baseAddress
                        ) == 1
                    }
                }
            }
        }
    }

    /// Opens into a secret; nil if the octets are not authentic.
    static func open(_ sealed: Span<UInt8>, key: borrowing Secret, associated: [UInt8]) -> Secret? {
        let count = sealed.count - sealOverhead
        guard (0...RecordLimits.secretCapacity).contains(count) else { return nil }
        var isAuthentic = false
        let opened = key.withBytes { key in
            Secret(capacity: count) { (plain: inout MutableSpan<UInt8>) in
                isAuthentic = open(sealed, key: key, associated: associated, into: &plain)
                return isAuthentic ? count : 0
            }
        }
        return isAuthentic ? consume opened : nil
    }

    /// Opens into a secret for the length of one call; nil if the octets are not authentic.
    static func openScratch(_ sealed: Span<UInt8>, key: Span<UInt8>, associated: [UInt8]) -> ScratchSecret? {
        let count = sealed.count - sealOverhead
        guard (0...RecordLimits.secretCapacity).contains(count) else { return nil }
        return ScratchSecret(count: count) { (plain: inout MutableSpan<UInt8>) in
            open(sealed, key: key, associated: associated, into: &plain)
        }
    }

    /// Opens octets that are not secret, such as names; nil if they are not authentic.
    static func openPublic(_ sealed: Span<UInt8>, key: borrowing Secret, associated: [UInt8]) -> [UInt8]? {
        let count = sealed.count - sealOverhead
        guard count >= 0 else { return nil }
        var octets = [UInt8](repeating: 0, count: count)
        var plain = octets.mutableSpan
        let isAuthentic = key.withBytes { open(sealed, key: $0, associated: associated, into: &plain) }
        return isAuthentic ? octets : nil
    }

    /// scrypt (RFC 7914) to a key.
    static func scrypt(
        _ passphrase: borrowing Secret,
        salt: [UInt8],
        cost: PassphraseCost
    ) throws(KeystoreError) -> Secret {
        try Secret(capacity: keySize) { (span: inout MutableSpan<UInt8>) throws(KeystoreError) in
            let isDone = passphrase.withBytes { passphrase in
                unsafe passphrase.withUnsafeBufferPointer { passphrase in
                    unsafe salt.withUnsafeBufferPointer { salt in
                        unsafe span.withUnsafeMutableBufferPointer { key in
                            unsafe keystore_scrypt(
                                passphrase.baseAddress,
                                passphrase.count,
                                salt.baseAddress,
                                salt.count,
                                UInt32(cost.log2Cost),
                                UInt32(cost.blockSize),
                                UInt32(cost.parallelism),
                                key.baseAddress
                            )
                        }
                    }
                }
            }
            try require(isDone)
            return keySize
        }
    }

    /// X25519 (RFC 7748): the public key of a private key.
    static func publicKey(of privateKey: borrowing Secret) throws(KeystoreError) -> [UInt8] {
        var publicKey = [UInt8](repeating: 0, count: keySize)
        let isDone = privateKey.withBytes { privateKey in
            unsafe privateKey.withUnsafeBufferPointer { privateKey in
                unsafe publicKey.withUnsafeMutableBufferPointer { publicKey in
                    unsafe keystore_x25519_public(privateKey.baseAddress, publicKey.baseAddress)
                }
            }
        }
        try require(isDone)
        return publicKey
    }

    /// X25519: the secret shared with a peer; nil if the peer's key is of small order.
    static func agree(_ privateKey: borrowing Secret, with peer: [UInt8]) -> Secret? {
        guard peer.count == keySize else { return nil }
        var isDone = false
        let shared = privateKey.withBytes { privateKey in
            Secret(capacity: keySize) { (shared: inout MutableSpan<UInt8>) in
                isDone = unsafe privateKey.withUnsafeBufferPointer { privateKey in
                    unsafe peer.withUnsafeBufferPointer { peer in
                        unsafe shared.withUnsafeMutableBufferPointer { shared in
                            unsafe keystore_x25519(privateKey.baseAddress, peer.baseAddress, shared.baseAddress) == 1
                        }
                    }
                }
                return isDone ? keySize : 0
            }
        }
        return isDone ? consume shared : nil
    }

    private static func require(_ result: Int32) throws(KeystoreError) {
        guard result == 1 else { throw KeystoreError(.allocation, "libcrypto failed") }
    }
}
