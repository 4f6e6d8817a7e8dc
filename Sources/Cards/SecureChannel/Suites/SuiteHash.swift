import JetonLibcrypto
import JetonOctets

/// A suite's hash function of 32 bytes, and what is built on it: HMAC and the key derivation.
enum SuiteHash: Hashable, Sendable {
    /// Streebog-256, with KDF_TREE of RFC 7836, 4.4.
    case streebog
    /// SHA-256, with HKDF of RFC 5869.
    case sha256

    /// The hash of some octets, 32 bytes.
    func hash(_ input: [UInt8]) throws(ChannelError) -> [UInt8] {
        try cryptography { () throws(LibcryptoError) in
            switch self {
            case .streebog: try Streebog.hash256(input.span)
            case .sha256: try Digest.sha256.hash(input.span)
            }
        }
    }

    /// HMAC, 32 bytes.
    func code(_ input: Span<UInt8>, key: Span<UInt8>) throws(ChannelError) -> [UInt8] {
        try cryptography { () throws(LibcryptoError) in
            switch self {
            case .streebog: try Streebog.hmac256(key: key, input)
            case .sha256: try HMAC.sha256(input, [UInt8]().span, key: key)
            }
        }
    }

    /// HMAC under a secret key, 32 bytes.
    func code(_ input: [UInt8], key: borrowing Secret) throws(ChannelError) -> [UInt8] {
        try key.withBytes { (key) throws(ChannelError) in try code(input.span, key: key) }
    }

    /// Derives keys from a key.
    ///
    /// - Parameters:
    ///   - key: 32 bytes that an attacker can't tell from random ones.
    ///   - label: What the keys are for.
    ///   - seed: What sets these keys apart from others of the label; always as long for one label.
    ///   - counterOctets: The length of KDF_TREE's counter; HKDF has its own.
    ///   - count: Bytes of all keys together, at most 160.
    /// - Returns: All keys, one behind the other.
    /// - Throws: ``ChannelError/Code/cryptography``.
    func keys(
        from key: borrowing Secret,
        _ label: StaticString,
        seed: [UInt8],
        counterOctets: Int = 1,
        count: Int
    ) throws(ChannelError) -> Secret {
        let label = Array(label.description.utf8)
        return try cryptography { () throws(LibcryptoError) in
            switch self {
            case .streebog:
                try key.withBytes { (key) throws(LibcryptoError) in
                    try Streebog.keyTree(
                        key: key,
                        label: label.span,
                        seed: seed.span,
                        counterOctets: counterOctets,
                        count: count
                    )
                }
            case .sha256:
                try KeyDerivation.hkdf(key, salt: [], information: label + [0x00] + seed, count: count)
            }
        }
    }
}
