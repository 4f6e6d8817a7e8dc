import JetonASN1
import JetonLibcrypto

/// Keys as X.509 writes them, and signatures as it takes them.
///
/// - SeeAlso: RFC 3279, RFC 5480, RFC 5758, RFC 8017, RFC 8410, RFC 9215.
enum SubjectPublicKey {
    /// The SubjectPublicKeyInfo of a key.
    static func encoded(_ key: PrivateKey) -> [UInt8] {
        switch key {
        case .rsa(let key):
            DER.sequence([
                DER.sequence([DER.oid(.rsaEncryption), DER.null]),
                DER.bitString(
                    DER.sequence([
                        DER.integer(magnitude: key.modulus), DER.integer(magnitude: RSAPrivateKey.publicExponent),
                    ])
                ),
            ])
        case .ec(let key):
            DER.sequence([
                DER.sequence([DER.oid(.ecPublicKey), curve(key.curve)]),
                DER.bitString(key.publicPoint),
            ])
        case .curve25519(let key):
            DER.sequence([
                DER.sequence([DER.oid(key.purpose == .signing ? .ed25519 : .x25519)]),
                DER.bitString(key.publicOctets),
            ])
        case .gost(let pair): pair.parameters.subjectPublicKeyInfo(pair.key.publicKey.octets)
        }
    }

    /// The algorithm with which ``sign(_:with:)`` signs.
    static func signatureAlgorithm(_ key: PrivateKey) throws(LibcryptoError) -> [UInt8] {
        switch key {
        case .rsa: DER.sequence([DER.oid(.sha256WithRSAEncryption), DER.null])
        case .ec(let key): DER.sequence([DER.oid(key.curve == .p256 ? .ecdsaWithSHA256 : .ecdsaWithSHA384)])
        case .curve25519, .gost: throw LibcryptoError(.invalidInput)
        }
    }

    /// Signs with SHA-256, or SHA-384 on P-384.
    static func sign(_ octets: [UInt8], with key: PrivateKey) throws(LibcryptoError) -> [UInt8] {
        switch key {
        case .rsa(let key):
            // RFC 8017, 9.2: 00 01, FF as often as it takes, 00, the DigestInfo.
            let info = DER.sequence([
                DER.sequence([DER.oid(.sha256), DER.null]),
                DER.octetString(try Digest.sha256.hash(octets)),
            ])
            let filling = [UInt8](repeating: 0xFF, count: key.modulus.count - 3 - info.count)
            return try key.privateOperation([0x00, 0x01] + filling + [0x00] + info)
        case .ec(let key):
            return try key.sign(digest: try (key.curve == .p256 ? Digest.sha256 : .sha384).hash(octets))
        case .curve25519, .gost: throw LibcryptoError(.invalidInput)
        }
    }

    private static func curve(_ curve: ECPrivateKey.Curve) -> [UInt8] {
        switch curve {
        case .p256: DER.oid(.p256)
        case .p384: DER.oid(.p384)
        }
    }
}
