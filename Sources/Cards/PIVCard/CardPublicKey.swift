import JetonOctets

/// The public half of a key on a card.
public enum CardPublicKey: Hashable, Sendable {
    /// Modulus and exponent, most significant octet first.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// An uncompressed point: `04`, x, y; 65 or 97 octets.
    case ec(point: [UInt8])
    /// A key of Ed25519 or X25519, 32 octets.
    case curve25519([UInt8])
    /// A key of GOST R 34.10: x, then y, each with the least significant byte first; 64 or 128 octets.
    case gost([UInt8])

    /// Reads the members of a 7F49 object, whose lengths must fit the algorithm.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 2, table 11.
    init(_ members: [TLV], _ algorithm: KeyAlgorithm) throws(PIVError) {
        if let length = algorithm.modulusLength {
            guard let modulus = members.firstValue(tag: PIVTag.PublicKey.modulus)?.drop(while: { $0 == 0 }),
                modulus.count == length,
                let exponent = members.firstValue(tag: PIVTag.PublicKey.exponent), (1...8).contains(exponent.count)
            else { throw PIVError(.answerMalformed) }
            self = .rsa(modulus: Array(modulus), exponent: exponent)
            return
        }
        guard let point = members.firstValue(tag: PIVTag.PublicKey.point), let length = algorithm.pointLength,
            point.count == length
        else { throw PIVError(.answerMalformed) }
        if algorithm.gost != nil {
            self = .gost(point)
        } else if length == 32 {
            self = .curve25519(point)
        } else {
            guard point[0] == 0x04 else { throw PIVError(.answerMalformed) }
            self = .ec(point: point)
        }
    }
}
