import JetonLibcrypto
import JetonOctets

/// A private key on a suite's curve.
enum SuitePrivateKey: ~Copyable, Sendable {
    case gost(GOSTPrivateKey)
    case p256(P256PrivateKey)

    /// Makes a key.
    init(generatingOn curve: SuiteCurve) throws(LibcryptoError) {
        switch curve {
        case .gost(let curve): self = .gost(try GOSTPrivateKey(generatingOn: curve))
        case .p256: self = .p256(try P256PrivateKey())
        }
    }

    /// Loads a key of 32 bytes.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for bytes that no key has.
    init(octets: borrowing Secret, on curve: SuiteCurve) throws(LibcryptoError) {
        switch curve {
        case .gost(let curve):
            self = .gost(
                try octets.withBytes { (octets) throws(LibcryptoError) in
                    try GOSTPrivateKey(octets: octets, curve: curve)
                }
            )
        case .p256: self = .p256(try P256PrivateKey(octets: octets))
        }
    }

    /// The public key.
    var publicKey: SuitePublicKey {
        switch self {
        case .gost(let key): .gost(key.publicKey)
        case .p256(let key): .p256(key.publicPoint)
        }
    }

    /// The key's 32 bytes.
    borrowing func octets() -> Secret {
        switch self {
        case .gost(let key): key.octets.clone()
        case .p256(let key): key.octets.clone()
        }
    }

    /// Agrees on a secret of 32 bytes with a peer whose key a message has brought.
    ///
    /// - Parameters:
    ///   - peer: The peer's public key.
    ///   - material: The user keying material; empty for ECDH on P-256.
    /// - Returns: The secret, 32 bytes.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for a key of another curve, and for this one's own.
    borrowing func agreed(with peer: SuitePublicKey, _ material: [UInt8]) throws(LibcryptoError) -> Secret {
        switch self {
        case .gost(let key):
            switch peer {
            case .gost(let peer): try key.agree(with: peer, ukm: material.span)
            case .p256: throw LibcryptoError(.invalidInput)
            }
        case .p256(let key):
            switch peer {
            case .gost: throw LibcryptoError(.invalidInput)
            case .p256(let peer): try key.agreed(with: peer)
            }
        }
    }
}
