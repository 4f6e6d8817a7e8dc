import Libcrypto
import Octets

/// Keys as X.509 writes them, and signatures as it takes them.
///
/// - SeeAlso: RFC 3279, RFC 5480, RFC 5758, RFC 8017, RFC 8410.
enum SubjectPublicKey {
    /// The SubjectPublicKeyInfo of a key.
    static func encoded(_ key: PrivateKey) -> [UInt8] {
        switch key {
        case .rsa(let key):
            DER.sequence([
                DER.sequence([DER.identifier(1, 2, 840, 113549, 1, 1, 1), DER.null]),
                DER.bitString(
                    DER.sequence([DER.integer(key.modulus), DER.integer(RSAPrivateKey.publicExponent)])
                ),
            ])
        case .ec(let key):
            DER.sequence([
                DER.sequence([DER.identifier(1, 2, 840, 10045, 2, 1), curve(key.curve)]),
                DER.bitString(key.publicPoint),
            ])
        case .curve25519(let key):
            DER.sequence([
                DER.sequence([DER.identifier(1, 3, 101, key.purpose == .signing ? 112 : 110)]),
                DER.bitString(key.publicOctets),
            ])
        }
    }

    /// The algorithm with which ``sign(_:with:)`` signs.
    static func signatureAlgorithm(_ key: PrivateKey) throws(LibcryptoError) -> [UInt8] {
        switch key {
        case .rsa: DER.sequence([DER.identifier(1, 2, 840, 113549, 1, 1, 11), DER.null])
        case .ec(let key): DER.sequence([DER.identifier(1, 2, 840, 10045, 4, 3, key.curve == .p256 ? 2 : 3)])
        case .curve25519: throw LibcryptoError(.invalidInput)
        }
    }

    /// Signs with SHA-256, or SHA-384 on P-384.
    static func sign(_ octets: [UInt8], with key: PrivateKey) throws(LibcryptoError) -> [UInt8] {
        switch key {
        case .rsa(let key):
            // RFC 8017, 9.2: 00 01, FF as often as it takes, 00, the DigestInfo.
            let info = DER.sequence([
                DER.sequence([DER.identifier(2, 16, 840, 1, 101, 3, 4, 2, 1), DER.null]),
                DER.octetString(try Digest.sha256.hash(octets)),
            ])
            let filling = [UInt8](repeating: 0xFF, count: key.modulus.count - 3 - info.count)
            return try key.privateOperation([0x00, 0x01] + filling + [0x00] + info)
        case .ec(let key):
            return try key.sign(digest: try (key.curve == .p256 ? Digest.sha256 : .sha384).hash(octets))
        case .curve25519: throw LibcryptoError(.invalidInput)
        }
    }

    private static func curve(_ curve: ECPrivateKey.Curve) -> [UInt8] {
        switch curve {
        case .p256: DER.identifier(1, 2, 840, 10045, 3, 1, 7)
        case .p384: DER.identifier(1, 3, 132, 0, 34)
        }
    }
}
