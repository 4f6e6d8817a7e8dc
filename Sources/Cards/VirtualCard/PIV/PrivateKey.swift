import JetonLibcrypto
import JetonOctets

/// A private key that is ready for use.
enum PrivateKey: Sendable {
    case rsa(RSAPrivateKey)
    case ec(ECPrivateKey)
    case curve25519(Curve25519PrivateKey)
    case gost(GOSTKeyPair)

    /// Makes a new key.
    init(generating algorithm: KeyAlgorithm) throws(LibcryptoError) {
        self =
            switch algorithm {
            case .rsa2048: .rsa(try RSAPrivateKey(generatingBits: 2048))
            case .rsa3072: .rsa(try RSAPrivateKey(generatingBits: 3072))
            case .rsa4096: .rsa(try RSAPrivateKey(generatingBits: 4096))
            case .p256: .ec(try ECPrivateKey(generatingOn: .p256))
            case .p384: .ec(try ECPrivateKey(generatingOn: .p384))
            case .ed25519: .curve25519(try Curve25519PrivateKey(generatingFor: .signing))
            case .x25519: .curve25519(try Curve25519PrivateKey(generatingFor: .agreement))
            default: .gost(try GOSTKeyPair(generating: algorithm))
            }
    }

    /// Loads a key from its octets: both primes, the scalar, or the 32 octets of Curve25519; the
    /// scalar of GOST R 34.10 with the least significant byte first.
    ///
    /// - Parameters:
    ///   - algorithm: The key's algorithm.
    ///   - octets: The key.
    ///   - checks: Whether the octets come from outside and are tested.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for octets that are not such a key.
    init(_ algorithm: KeyAlgorithm, octets: borrowing Secret, checks: Bool) throws(LibcryptoError) {
        if let length = algorithm.modulusLength, octets.count != length { throw LibcryptoError(.invalidInput) }
        self =
            switch algorithm {
            case .rsa2048, .rsa3072, .rsa4096: .rsa(try RSAPrivateKey(primes: octets, checks: checks))
            case .p256: .ec(try ECPrivateKey(.p256, scalar: octets))
            case .p384: .ec(try ECPrivateKey(.p384, scalar: octets))
            case .ed25519: .curve25519(try Curve25519PrivateKey(.signing, privateOctets: octets))
            case .x25519: .curve25519(try Curve25519PrivateKey(.agreement, privateOctets: octets))
            default: .gost(try GOSTKeyPair(algorithm, octets: octets))
            }
    }

    /// The octets from which the key is loaded again.
    func octets() throws(LibcryptoError) -> Secret {
        switch self {
        case .rsa(let key): try key.primes()
        case .ec(let key): try key.scalar()
        case .curve25519(let key): try key.privateOctets()
        case .gost(let pair): pair.key.octets.clone()
        }
    }

    /// The public key as GENERATE ASYMMETRIC KEY PAIR and GET METADATA give it.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 2, table 11.
    var publicKeyObjects: [TLV] {
        switch self {
        case .rsa(let key):
            [
                TLV(tag: PIVTag.PublicKey.modulus, value: key.modulus),
                TLV(tag: PIVTag.PublicKey.exponent, value: RSAPrivateKey.publicExponent),
            ]
        case .ec(let key): [TLV(tag: PIVTag.PublicKey.point, value: key.publicPoint)]
        case .curve25519(let key): [TLV(tag: PIVTag.PublicKey.point, value: key.publicOctets)]
        case .gost(let pair): [TLV(tag: PIVTag.PublicKey.point, value: pair.key.publicKey.octets)]
        }
    }
}
