import JetonASN1
import JetonLibcrypto
import JetonOctets
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
    /// GOST R 34.10: x, then y, each with the least significant byte first.
    case gost(GOSTParameters, [UInt8])

    /// Object identifiers in DER, as `CKA_EC_PARAMS` has them.
    private enum Identifier {
        static let p256 = DER.oid(.p256)
        static let p384 = DER.oid(.p384)
        static let x25519 = DER.oid(.x25519)
        static let ed25519 = DER.oid(.ed25519)
        /// Under which GnuPG knew the curves before RFC 8410.
        static let formerEd25519 = DER.oid(OID(1, 3, 6, 1, 4, 1, 11_591, 15, 1))
        static let formerX25519 = DER.oid(OID(1, 3, 6, 1, 4, 1, 3029, 1, 5, 1))
    }

    /// A key as a card tells it; nil if it does not fit the algorithm.
    init?(_ key: CardPublicKey, _ algorithm: KeyAlgorithm) {
        switch (key, algorithm) {
        case (.rsa(let modulus, let exponent), _):
            self = .rsa(modulus: modulus, exponent: Array(exponent.drop { $0 == 0 }))
        case (.ec(let point), .p256): self = .ec(.p256, point: point)
        case (.ec(let point), .p384): self = .ec(.p384, point: point)
        case (.curve25519(let octets), .ed25519): self = .ed25519(octets)
        case (.curve25519(let octets), .x25519): self = .x25519(octets)
        case (.gost(let octets), _):
            guard let parameters = algorithm.gost else { return nil }
            self = .gost(parameters, octets)
        default: return nil
        }
    }

    /// A key of GOST R 34.10 by its attributes; nil for parameters that the engine does not know, and for what is not a
    /// point of the curve.
    init?(gost algorithm: KeyAlgorithm, value: [UInt8]) {
        guard let parameters = algorithm.gost,
            (try? GOSTPublicKey(octets: value, curve: parameters.curve)) != nil
        else { return nil }
        self = .gost(parameters, value)
    }

    /// A key by its curve's parameters and its point, as PKCS #11 has them; nil for others than the engine knows.
    ///
    /// - Parameters:
    ///   - parameters: A curve's object identifier, or its name as a printable string (edwards25519, curve25519).
    ///   - point: In an octet string, or bare, as some programs write it.
    init?(parameters: [UInt8], point: [UInt8]) {
        let wrapped = try? ASN1Element.parse(point, rules: .basic).octetString()
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
        func name(_ text: String) -> [UInt8] { DER.string(.printableString, text) }
        return switch parameters {
        case Identifier.p256: .p256
        case Identifier.p384: .p384
        case Identifier.ed25519, Identifier.formerEd25519, name("edwards25519"): .ed25519
        case Identifier.x25519, Identifier.formerX25519, name("curve25519"): .x25519
        default: nil
        }
    }

    /// Reads a subject's public key information; nil for a key of another kind.
    ///
    /// - SeeAlso: RFC 5280, 4.1.2.7; RFC 3279, 2.3; RFC 5480; RFC 8410; RFC 9215.
    init?(publicKeyInfo: [UInt8]) {
        do throws(EncodingError) {
            var members = try ASN1Element.parse(publicKeyInfo, rules: .basic).members(of: .sequence)
            var algorithm = try members.next(.sequence).members()
            let key = try members.next(.bitString).bitStringOctets()
            try members.finish()
            let identifier = try algorithm.next(.oid)
            switch try identifier.oid() {
            case .rsaEncryption:
                var numbers = try ASN1Element.parse(key, rules: .basic).members(of: .sequence)
                let modulus = try numbers.next(.integer).unsignedInteger()
                self.init(modulus: modulus, exponent: try numbers.next(.integer).unsignedInteger())
            case .ecPublicKey:
                self.init(parameters: Array(try algorithm.next(.oid).encoded), point: key)
            case .gost2001, .gost2012Of256, .gost2012Of512:
                guard let type = GOSTAlgorithm(oid: try identifier.oid()),
                    let parameters = try? GOSTParameters(type, try algorithm.next()),
                    let known = KeyAlgorithm(parameters)
                else { return nil }
                self.init(gost: known, value: try ASN1Element.parse(key, rules: .basic).octetString())
            default: self.init(parameters: Array(identifier.encoded), point: key)
            }
        } catch {
            return nil
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
        case .gost(let parameters, _): KeyAlgorithm(parameters)
        }
    }

    var keyType: KeyType {
        switch self {
        case .rsa: .rsa
        case .ec: .ec
        case .ed25519: .ecEdwards
        case .x25519: .ecMontgomery
        case .gost(let parameters, _): parameters.algorithm.length == 64 ? .gostr3410_512 : .gostr3410
        }
    }

    /// The curve's parameters, as PKCS #11 has them; nil for RSA and GOST R 34.10.
    var parameters: [UInt8]? {
        switch self {
        case .rsa, .gost: nil
        case .ec(.p256, _): Identifier.p256
        case .ec(.p384, _): Identifier.p384
        case .ed25519: Identifier.ed25519
        case .x25519: Identifier.x25519
        }
    }

    /// The point or octets; nil for RSA and GOST R 34.10.
    var point: [UInt8]? {
        switch self {
        case .rsa, .gost: nil
        case .ec(_, let point), .ed25519(let point), .x25519(let point): point
        }
    }

    /// The subject's public key information, in DER.
    var publicKeyInfo: [UInt8] {
        let (algorithm, key): ([UInt8], [UInt8])
        switch self {
        case .rsa(let modulus, let exponent):
            algorithm = DER.sequence(DER.oid(.rsaEncryption), DER.null)
            key = DER.sequence(DER.integer(magnitude: modulus), DER.integer(magnitude: exponent))
        case .ec(_, let point): (algorithm, key) = (DER.sequence(DER.oid(.ecPublicKey), parameters ?? []), point)
        case .ed25519(let octets), .x25519(let octets): (algorithm, key) = (DER.sequence(parameters ?? []), octets)
        case .gost(let parameters, let octets): return parameters.subjectPublicKeyInfo(octets)
        }
        return DER.sequence(algorithm, DER.bitString(key))
    }

    /// A number that tells this key from others, to recognize a key that took the place of another.
    var fingerprint: UInt64 {
        let octets: [UInt8] =
            switch self {
            case .rsa(let modulus, _): modulus
            case .ec(_, let point), .ed25519(let point), .x25519(let point), .gost(_, let point): point
            }
        return octets.suffix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
