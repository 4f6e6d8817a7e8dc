public import JetonASN1
public import JetonLibcrypto
import JetonOctets

/// A public key of any kind, with its SubjectPublicKeyInfo as it was encoded.
///
/// - SeeAlso: RFC 5280, 4.1.2.7; RFC 3279, RFC 4055, RFC 5480, RFC 8410, RFC 4491, RFC 9215.
public struct PublicKey: Hashable, Sendable, CustomStringConvertible {
    /// What kind of key it is, with its numbers.
    public enum Kind: Hashable, Sendable {
        /// RSA: modulus and exponent, big-endian without leading zeros.
        case rsa(modulus: [UInt8], exponent: [UInt8])
        /// A point of SEC 1, 2.3.3 on a named curve.
        case ellipticCurve(NamedCurve, point: [UInt8])
        /// 32 bytes of RFC 8032.
        case ed25519([UInt8])
        /// 57 bytes of RFC 8032.
        case ed448([UInt8])
        /// DSA: p, q, g and y, big-endian without leading zeros.
        case dsa(prime: [UInt8], order: [UInt8], generator: [UInt8], publicValue: [UInt8])
        /// GOST R 34.10: x, then y, each with the least significant byte first; 64 or 128 bytes.
        case gost(GOSTParameters, publicValue: [UInt8])
        /// Any other kind, X25519 among them, or a key that does not follow its standard.
        case other(OID)
    }

    /// The SubjectPublicKeyInfo as it was encoded.
    public let derRepresentation: [UInt8]
    /// The key's algorithm and parameters.
    public let algorithm: AlgorithmIdentifier
    /// The contents of the BIT STRING without its first octet: the input of the SHA-1 key identifier.
    public let keyOctets: [UInt8]
    /// What kind of key it is.
    public let kind: Kind
    /// libcrypto's form of the key, for checking signatures.
    let prepared: PreparedKey

    /// Reads a SubjectPublicKeyInfo; any kind of key is accepted.
    ///
    /// - Throws: ``DocumentError/Code/malformed`` if it is not a SEQUENCE of algorithm and a bit string of whole octets.
    public init(derRepresentation: [UInt8]) throws(DocumentError) {
        self = try reading("public key") { () throws(EncodingError) in
            try PublicKey(ASN1Element.parse(derRepresentation, rules: .basic))
        }
    }

    init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        algorithm = try AlgorithmIdentifier(reader.next())
        keyOctets = try reader.next().bitStringOctets()
        try reader.finish()
        derRepresentation = Array(element.encoded)
        kind = PublicKey.kind(algorithm, keyOctets) ?? .other(algorithm.oid)
        prepared = PreparedKey()
    }

    private init(algorithm: AlgorithmIdentifier, keyOctets: [UInt8], kind: Kind) {
        self.algorithm = algorithm
        self.keyOctets = keyOctets
        self.kind = kind
        derRepresentation = DER.sequence(algorithm.derRepresentation, DER.bitString(keyOctets))
        prepared = PreparedKey()
    }

    private static func kind(_ algorithm: AlgorithmIdentifier, _ keyOctets: [UInt8]) -> Kind? {
        switch algorithm.oid {
        case .rsaEncryption, .rsassaPSS:
            guard var reader = try? ASN1Element.parse(keyOctets, rules: .basic).members(of: .sequence),
                let modulus = try? reader.next().unsignedInteger(),
                let exponent = try? reader.next().unsignedInteger(),
                reader.isAtEnd, !modulus.isEmpty, !exponent.isEmpty
            else { return nil }
            return .rsa(modulus: modulus, exponent: exponent)
        case .ecPublicKey:
            guard let curve = try? ASN1Element.parse(algorithm.parameters, rules: .basic).oid() else { return nil }
            return .ellipticCurve(NamedCurve(oid: curve), point: keyOctets)
        case .ed25519: return keyOctets.count == 32 ? .ed25519(keyOctets) : nil
        case .ed448: return keyOctets.count == 57 ? .ed448(keyOctets) : nil
        case .dsa:
            guard var reader = try? ASN1Element.parse(algorithm.parameters, rules: .basic).members(of: .sequence),
                let prime = try? reader.next().unsignedInteger(),
                let order = try? reader.next().unsignedInteger(),
                let generator = try? reader.next().unsignedInteger(), reader.isAtEnd,
                let value = try? ASN1Element.parse(keyOctets, rules: .basic).unsignedInteger()
            else { return nil }
            return .dsa(prime: prime, order: order, generator: generator, publicValue: value)
        case .gost2001, .gost2012Of256, .gost2012Of512:
            guard let type = GOSTAlgorithm(oid: algorithm.oid),
                let element = try? ASN1Element.parse(algorithm.parameters, rules: .basic),
                let parameters = try? GOSTParameters(type, element),
                let value = try? ASN1Element.parse(keyOctets, rules: .basic).octetString(),
                value.count == 2 * type.length
            else { return nil }
            return .gost(parameters, publicValue: value)
        default: return nil
        }
    }

    /// Makes an RSA key from its numbers, as PKCS #11 gives them (CKA_MODULUS, CKA_PUBLIC_EXPONENT).
    ///
    /// - Parameters:
    ///   - modulus: Big-endian, 64 to 2048 octets; leading zeros are dropped.
    ///   - exponent: Big-endian, odd and above 1; leading zeros are dropped.
    /// - Returns: The key.
    /// - Throws: ``DocumentError/Code/invalidArgument``.
    public static func rsa(modulus: [UInt8], exponent: [UInt8]) throws(DocumentError) -> PublicKey {
        let modulus = Array(modulus.drop { $0 == 0 })
        let exponent = Array(exponent.drop { $0 == 0 })
        guard (64...2048).contains(modulus.count), modulus.last.map({ $0 & 1 == 1 }) ?? false else {
            throw DocumentError(.invalidArgument, "RSA modulus of \(modulus.count) bytes is even or out of range")
        }
        guard (1...modulus.count).contains(exponent.count), exponent.last.map({ $0 & 1 == 1 }) ?? false,
            exponent != [1]
        else {
            throw DocumentError(.invalidArgument, "RSA exponent is even or out of range")
        }
        return PublicKey(
            algorithm: AlgorithmIdentifier(oid: .rsaEncryption, parameters: DER.null),
            keyOctets: DER.sequence(DER.integer(magnitude: modulus), DER.integer(magnitude: exponent)),
            kind: .rsa(modulus: modulus, exponent: exponent)
        )
    }

    /// Makes a key on a curve of libcrypto.
    ///
    /// - Parameters:
    ///   - curve: One with a ``NamedCurve/coordinateSize``.
    ///   - point: `04`, x, y of SEC 1; or that inside a DER OCTET STRING, as PKCS #11's CKA_EC_POINT has it.
    /// - Returns: The key.
    /// - Throws: ``DocumentError/Code/unsupportedKey`` for another curve, ``DocumentError/Code/invalidArgument`` for a
    ///   point of another form.
    public static func ellipticCurve(_ curve: NamedCurve, point: [UInt8]) throws(DocumentError) -> PublicKey {
        guard let size = curve.coordinateSize else {
            throw DocumentError(.unsupportedKey, "curve \(curve)")
        }
        let bare = unwrapped(point, count: 1 + 2 * size)
        guard bare.count == 1 + 2 * size, bare.first == 0x04 else {
            throw DocumentError(
                .invalidArgument,
                "point of \(point.count) bytes is not an uncompressed point of \(curve)"
            )
        }
        return PublicKey(
            algorithm: AlgorithmIdentifier(oid: .ecPublicKey, parameters: DER.oid(curve.oid)),
            keyOctets: bare,
            kind: .ellipticCurve(curve, point: bare)
        )
    }

    /// Makes an Ed25519 key.
    ///
    /// - Parameter octets: 32 octets; or these inside a DER OCTET STRING, as PKCS #11's CKA_EC_POINT has them.
    /// - Returns: The key.
    /// - Throws: ``DocumentError/Code/invalidArgument``.
    public static func ed25519(_ octets: [UInt8]) throws(DocumentError) -> PublicKey {
        let bare = unwrapped(octets, count: 32)
        guard bare.count == 32 else {
            throw DocumentError(.invalidArgument, "Ed25519 public key of \(octets.count) bytes")
        }
        return PublicKey(algorithm: AlgorithmIdentifier(oid: .ed25519), keyOctets: bare, kind: .ed25519(bare))
    }

    /// Makes a key of GOST R 34.10.
    ///
    /// - Parameters:
    ///   - parameters: The algorithm and the parameter set.
    ///   - publicValue: x, then y, each with the least significant byte first, as PKCS #11's CKA_VALUE has them.
    /// - Returns: The key.
    /// - Throws: ``DocumentError/Code/invalidArgument`` for another length and for what is not a point of the curve.
    public static func gost(_ parameters: GOSTParameters, publicValue: [UInt8]) throws(DocumentError) -> PublicKey {
        do {
            _ = try GOSTPublicKey(octets: publicValue, curve: parameters.curve)
        } catch {
            throw DocumentError(
                .invalidArgument,
                "\(publicValue.count) bytes are not a public key of \(parameters.algorithm.oid)"
            )
        }
        return PublicKey(
            algorithm: AlgorithmIdentifier(oid: parameters.algorithm.oid, parameters: parameters.encoded),
            keyOctets: DER.octetString(publicValue),
            kind: .gost(parameters, publicValue: publicValue)
        )
    }

    /// Takes a DER OCTET STRING off, if there is one around exactly `count` octets.
    private static func unwrapped(_ octets: [UInt8], count: Int) -> [UInt8] {
        guard octets.count != count, let element = try? ASN1Element.parse(octets),
            element.tag == .octetString
        else { return octets }
        return Array(element.content)
    }

    /// Compares the encodings, from which all other properties follow.
    public static func == (left: PublicKey, right: PublicKey) -> Bool {
        left.derRepresentation == right.derRepresentation
    }

    /// Hashes the encoding.
    public func hash(into hasher: inout Hasher) { hasher.combine(derRepresentation) }

    /// The size in bits: of the modulus of RSA, of p of DSA, of a curve's order; nil for other kinds.
    public var bitCount: Int? {
        switch kind {
        case .rsa(let number, _), .dsa(let number, _, _, _):
            number.count * 8 - (number.first?.leadingZeroBitCount ?? 0)
        case .ellipticCurve(let curve, _): curve.bitCount
        case .ed25519: 255
        case .ed448: 448
        case .gost(let parameters, _): parameters.algorithm.length * 8
        case .other: nil
        }
    }

    /// The key identifier of RFC 5280, 4.2.1.2 (1): the SHA-1 of ``keyOctets``, 20 octets.
    ///
    /// - Throws: ``DocumentError/Code/cryptographyFailed``.
    public var keyIdentifier: [UInt8] {
        get throws(DocumentError) { try HashAlgorithm.sha1.hash(keyOctets) }
    }

    /// The kind and size: `RSA 2048`, `EC P-256`, `Ed25519`, or the object identifier of an unknown kind.
    public var description: String {
        switch kind {
        case .rsa: "RSA \(bitCount ?? 0)"
        case .ellipticCurve(let curve, _): "EC \(curve)"
        case .ed25519: "Ed25519"
        case .ed448: "Ed448"
        case .dsa: "DSA"
        case .gost(let parameters, _): parameters.algorithm.oid.name ?? parameters.algorithm.oid.description
        case .other(let oid): oid.name ?? oid.description
        }
    }
}
