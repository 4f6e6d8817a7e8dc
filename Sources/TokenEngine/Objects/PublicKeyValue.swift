import Libcrypto
import Octets
import PIVCard

/// A public key of a kind that the engine knows.
enum PublicKeyValue: Hashable, Sendable {
    /// Modulus and exponent, most significant octet first and without leading zeros.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// An uncompressed point.
    case ec(ECPrivateKey.Curve, point: [UInt8])
    /// 32 octets.
    case ed25519([UInt8])
    /// 32 octets.
    case x25519([UInt8])

    private enum Identifier {
        static let rsa: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
        static let ec: [UInt8] = [0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
        static let p256: [UInt8] = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        static let p384: [UInt8] = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
        static let x25519: [UInt8] = [0x06, 0x03, 0x2B, 0x65, 0x6E]
        static let ed25519: [UInt8] = [0x06, 0x03, 0x2B, 0x65, 0x70]
    }

    /// A key as a card tells it; nil if it does not fit the algorithm.
    init?(_ key: PublicKey, _ algorithm: KeyAlgorithm) {
        switch (key, algorithm) {
        case (.rsa(let modulus, let exponent), _):
            self = .rsa(modulus: modulus, exponent: Array(exponent.drop { $0 == 0 }))
        case (.ec(let point), .p256): self = .ec(.p256, point: point)
        case (.ec(let point), .p384): self = .ec(.p384, point: point)
        case (.curve25519(let octets), .ed25519): self = .ed25519(octets)
        case (.curve25519(let octets), .x25519): self = .x25519(octets)
        default: return nil
        }
    }

    /// A key by its curve's parameters and its point, as PKCS #11 has them; nil for others than the engine knows.
    ///
    /// - Parameters:
    ///   - parameters: A curve's object identifier, or its name as a printable string (edwards25519, curve25519).
    ///   - point: In an octet string, or bare, as some programs write it.
    init?(parameters: [UInt8], point: [UInt8]) {
        var reader = DERReader(point[...])
        let wrapped = reader.next(0x04).flatMap { reader.isAtEnd ? Array($0.value) : nil }
        guard let algorithm = Self.algorithm(parameters), let length = algorithm.pointLength else { return nil }
        guard let octets = [wrapped, point].compactMap({ $0 }).first(where: { $0.count == length }) else { return nil }
        switch algorithm {
        case .p256 where octets[0] == 0x04: self = .ec(.p256, point: octets)
        case .p384 where octets[0] == 0x04: self = .ec(.p384, point: octets)
        case .ed25519: self = .ed25519(octets)
        case .x25519: self = .x25519(octets)
        default: return nil
        }
    }

    /// The algorithm of a curve, by its parameters; nil for one that no card has.
    static func algorithm(_ parameters: [UInt8]) -> KeyAlgorithm? {
        func name(_ text: String) -> [UInt8] { TLV(tag: 0x13, value: Array(text.utf8)).encoded }
        return switch parameters {
        case Identifier.p256: .p256
        case Identifier.p384: .p384
        // The identifiers of RFC 8410, and those under which GnuPG knew the curves before.
        case Identifier.ed25519, name("edwards25519"),
            [0x06, 0x09, 0x2B, 0x06, 0x01, 0x04, 0x01, 0xDA, 0x47, 0x0F, 0x01]:
            .ed25519
        case Identifier.x25519, name("curve25519"),
            [0x06, 0x0A, 0x2B, 0x06, 0x01, 0x04, 0x01, 0x97, 0x55, 0x01, 0x05, 0x01]:
            .x25519
        default: nil
        }
    }

    /// Reads a subject's public key information; nil for a key of another kind.
    ///
    /// - SeeAlso: RFC 5280, 4.1.2.7; RFC 3279, 2.3; RFC 5480; RFC 8410.
    init?(publicKeyInfo: [UInt8]) {
        var outer = DERReader(publicKeyInfo[...])
        guard let whole = outer.next(0x30), outer.isAtEnd else { return nil }
        var members = DERReader(whole.value)
        guard let algorithm = members.next(0x30), let bits = members.next(0x03), members.isAtEnd,
            bits.value.first == 0
        else { return nil }
        let key = bits.value.dropFirst()
        var parts = DERReader(algorithm.value)
        guard let identifier = parts.next(0x06).map({ Array($0.encoded) }) else { return nil }
        switch identifier {
        case Identifier.rsa:
            var sequence = DERReader(key)
            guard let pair = sequence.next(0x30) else { return nil }
            var numbers = DERReader(pair.value)
            guard let modulus = numbers.next(0x02), let exponent = numbers.next(0x02) else { return nil }
            self.init(modulus: Array(modulus.value), exponent: Array(exponent.value))
        case Identifier.ec:
            guard let curve = parts.next(0x06) else { return nil }
            self.init(parameters: Array(curve.encoded), point: Array(key))
        default: self.init(parameters: identifier, point: Array(key))
        }
    }

    /// An RSA key; nil for numbers that make none.
    init?(modulus: [UInt8], exponent: [UInt8]) {
        let modulus = Array(modulus.drop { $0 == 0 })
        let exponent = Array(exponent.drop { $0 == 0 })
        guard (64...512).contains(modulus.count), (1...8).contains(exponent.count), modulus.last.map({ $0 & 1 }) == 1
        else { return nil }
        self = .rsa(modulus: modulus, exponent: exponent)
    }

    /// The algorithm by which a card knows keys of this kind; nil for an RSA key of a length that no card has.
    var algorithm: KeyAlgorithm? {
        switch self {
        case .rsa(let modulus, _):
            [.rsa1024, .rsa2048, .rsa3072, .rsa4096].first { $0.modulusLength == modulus.count }
        case .ec(.p256, _): .p256
        case .ec(.p384, _): .p384
        case .ed25519: .ed25519
        case .x25519: .x25519
        }
    }

    var keyType: KeyType {
        switch self {
        case .rsa: .rsa
        case .ec: .ec
        case .ed25519: .ecEdwards
        case .x25519: .ecMontgomery
        }
    }

    /// The curve's parameters, as PKCS #11 has them; nil for RSA.
    var parameters: [UInt8]? {
        switch self {
        case .rsa: nil
        case .ec(.p256, _): Identifier.p256
        case .ec(.p384, _): Identifier.p384
        case .ed25519: Identifier.ed25519
        case .x25519: Identifier.x25519
        }
    }

    /// The point or octets; nil for RSA.
    var point: [UInt8]? {
        switch self {
        case .rsa: nil
        case .ec(_, let point), .ed25519(let point), .x25519(let point): point
        }
    }

    /// The subject's public key information, in DER.
    var publicKeyInfo: [UInt8] {
        let (algorithm, key): ([UInt8], [UInt8])
        switch self {
        case .rsa(let modulus, let exponent):
            let numbers = [modulus, exponent].map { TLV(tag: 0x02, value: Self.unsigned($0)) }
            (algorithm, key) = (Identifier.rsa + [0x05, 0x00], TLV(tag: 0x30, members: numbers).encoded)
        case .ec(_, let point): (algorithm, key) = (Identifier.ec + (parameters ?? []), point)
        case .ed25519(let octets), .x25519(let octets): (algorithm, key) = (parameters ?? [], octets)
        }
        return TLV(
            tag: 0x30,
            members: [TLV(tag: 0x30, value: algorithm), TLV(tag: 0x03, value: [0x00] + key)]
        ).encoded
    }

    /// A number that tells this key from others, to recognise a key that took the place of another.
    var fingerprint: UInt64 {
        let octets: [UInt8] =
            switch self {
            case .rsa(let modulus, _): modulus
            case .ec(_, let point), .ed25519(let point), .x25519(let point): point
            }
        return octets.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func unsigned(_ number: [UInt8]) -> [UInt8] {
        (number.first ?? 0) & 0x80 == 0 ? number : [0x00] + number
    }
}
