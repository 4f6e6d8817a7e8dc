import Crypto
import CryptoExtras

/// A key of swift-crypto.
///
/// In a file of its own, since the types of both have the same names.
enum ForeignKey: CaseIterable {
    case rsa, p256, p384, p521, ed25519

    /// What swift-crypto says of a fresh key: the halves in DER, a signature of a message with SHA-256 or SHA-512.
    struct Sample {
        let subjectPublicKeyInfo: [UInt8]
        let pkcs8: [UInt8]
        let signature: [UInt8]
        /// Whether swift-crypto takes a signature of a message.
        let verify: ([UInt8], [UInt8]) -> Bool
    }

    func sample(of message: [UInt8]) throws -> Sample {
        switch self {
        case .rsa:
            let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
            return Sample(
                subjectPublicKeyInfo: Array(key.publicKey.derRepresentation),
                pkcs8: Array(key.pkcs8DERRepresentation),
                signature: Array(try key.signature(for: SHA256.hash(data: message), padding: .PSS).rawRepresentation)
            ) { signature, message in
                key.publicKey.isValidSignature(
                    _RSA.Signing.RSASignature(rawRepresentation: signature),
                    for: SHA256.hash(data: message),
                    padding: .PSS
                )
            }
        case .p256:
            let key = P256.Signing.PrivateKey()
            return Sample(
                subjectPublicKeyInfo: Array(key.publicKey.derRepresentation),
                pkcs8: Array(key.derRepresentation),
                signature: Array(try key.signature(for: SHA256.hash(data: message)).derRepresentation)
            ) { signature, message in
                guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
                    return false
                }
                return key.publicKey.isValidSignature(signature, for: SHA256.hash(data: message))
            }
        case .p384:
            let key = P384.Signing.PrivateKey()
            return Sample(
                subjectPublicKeyInfo: Array(key.publicKey.derRepresentation),
                pkcs8: Array(key.derRepresentation),
                signature: Array(try key.signature(for: SHA256.hash(data: message)).derRepresentation)
            ) { signature, message in
                guard let signature = try? P384.Signing.ECDSASignature(derRepresentation: signature) else {
                    return false
                }
                return key.publicKey.isValidSignature(signature, for: SHA256.hash(data: message))
            }
        case .p521:
            let key = P521.Signing.PrivateKey()
            return Sample(
                subjectPublicKeyInfo: Array(key.publicKey.derRepresentation),
                pkcs8: Array(key.derRepresentation),
                signature: Array(try key.signature(for: SHA256.hash(data: message)).derRepresentation)
            ) { signature, message in
                guard let signature = try? P521.Signing.ECDSASignature(derRepresentation: signature) else {
                    return false
                }
                return key.publicKey.isValidSignature(signature, for: SHA256.hash(data: message))
            }
        case .ed25519:
            let key = Curve25519.Signing.PrivateKey()
            let prefix: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
            let secretPrefix: [UInt8] = [
                0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20,
            ]
            return Sample(
                subjectPublicKeyInfo: prefix + Array(key.publicKey.rawRepresentation),
                pkcs8: secretPrefix + Array(key.rawRepresentation),
                signature: Array(try key.signature(for: message))
            ) { signature, message in key.publicKey.isValidSignature(signature, for: message) }
        }
    }

    /// The digest of swift-crypto.
    static func sha256(_ octets: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: octets)) }
}
