public import JetonOctets

/// A private key on its way to a card.
public struct ImportedKey: ~Copyable {
    /// The algorithm.
    public let algorithm: KeyAlgorithm
    /// The data objects of IMPORT ASYMMETRIC KEY.
    let encoded: Secret

    /// An RSA key by its parts, each most significant octet first and half as long as the modulus.
    ///
    /// - Parameters:
    ///   - algorithm: RSA of some length.
    ///   - parts: p, q, d mod (p - 1), d mod (q - 1), and the inverse of q mod p, one behind the other.
    /// - Throws: ``PIVError/Code/inputMalformed`` for another algorithm or length.
    public init(rsa algorithm: KeyAlgorithm, parts: borrowing Secret) throws(PIVError) {
        guard let length = algorithm.modulusLength.map({ $0 / 2 }), parts.count == 5 * length else {
            throw PIVError(.inputMalformed)
        }
        self.init(algorithm, parts, tags: PIVTag.KeyPair.rsaParts, length: length)
    }

    /// A key on P-256 or P-384 by its scalar, most significant octet first, in 32 or 48 octets; the 32 private octets of
    /// Ed25519 or X25519; or a key of GOST R 34.10 by its number, least significant octet first, in 32 or 64 octets.
    ///
    /// - Throws: ``PIVError/Code/inputMalformed`` for another algorithm or length.
    public init(_ algorithm: KeyAlgorithm, privateOctets: borrowing Secret) throws(PIVError) {
        let (tag, length): (UInt8, Int)
        switch algorithm {
        case .p256: (tag, length) = (PIVTag.KeyPair.scalar, 32)
        case .p384: (tag, length) = (PIVTag.KeyPair.scalar, 48)
        case .ed25519: (tag, length) = (PIVTag.KeyPair.ed25519, 32)
        case .x25519: (tag, length) = (PIVTag.KeyPair.x25519, 32)
        default:
            guard algorithm.gost != nil, let point = algorithm.pointLength else { throw PIVError(.inputMalformed) }
            (tag, length) = (PIVTag.KeyPair.scalar, point / 2)
        }
        guard privateOctets.count == length else { throw PIVError(.inputMalformed) }
        self.init(algorithm, privateOctets, tags: tag...tag, length: length)
    }

    private init(_ algorithm: KeyAlgorithm, _ octets: borrowing Secret, tags: ClosedRange<UInt8>, length: Int) {
        self.algorithm = algorithm
        let prefix = TLV.encode(length: length)
        let total = tags.count * (1 + prefix.count + length)
        encoded = Secret(capacity: total) { (target: inout MutableSpan<UInt8>) in
            var offset = 0
            for (part, tag) in tags.enumerated() {
                for octet in [tag] + prefix {
                    target[offset] = octet
                    offset += 1
                }
                for index in 0..<length {
                    target[offset] = octets.withBytes { $0[part * length + index] }
                    offset += 1
                }
            }
            return total
        }
    }
}
