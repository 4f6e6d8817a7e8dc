import JetonKeystoreBase
import JetonLibcrypto
import JetonOctets
import Testing

@testable import JetonKeystore

/// A key in software that does what a card does.
struct SoftToken: TokenKey {
    enum Key: Sendable {
        case curve(ECPrivateKey)
        case rsa(RSAPrivateKey)
    }

    let key: Key
    let publicKey: TokenSlotKey

    init(_ key: Key, certificate: String) throws {
        self.key = key
        let material: TokenSlotKey.Material =
            switch key {
            case .curve(let key):
                key.curve == .p256 ? .p256(point: key.publicPoint) : .p384(point: key.publicPoint)
            case .rsa(let key): .rsa(modulus: key.modulus, exponent: RSAPrivateKey.publicExponent)
            }
        let described = TokenSlotKey(material, certificate: Array(certificate.utf8), uri: "pkcs11:token=alpha")
        publicKey = try #require(described)
    }

    func agree(with point: [UInt8]) throws(KeystoreError) -> Secret {
        guard case .curve(let key) = key, var shared = try? key.sharedSecret(with: point) else {
            throw KeystoreError(.authenticationFailed)
        }
        return Secret(wiping: &shared)
    }

    func decrypt(_ block: [UInt8]) throws(KeystoreError) -> Secret {
        guard case .rsa(let key) = key, let plain = try? key.privateOperation(block) else {
            throw KeystoreError(.authenticationFailed)
        }
        // Some modules drop leading zeros.
        return Secret(copying: Array(plain.drop { $0 == 0 }).span)
    }
}
