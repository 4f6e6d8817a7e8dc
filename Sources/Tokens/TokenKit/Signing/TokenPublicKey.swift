package import Cryptoki
internal import JetonASN1
internal import JetonLibcrypto
internal import JetonOctets
package import JetonX509

/// The public half of a key pair on a token, put together from whatever the token has.
package enum TokenPublicKey {
    /// Attributes that tell a public key, of a private or public key object.
    package static let types: [AttributeType] = [
        .keyType, .id, .label, .modulus, .publicExponent, .ecParams, .ecPoint, .gostr3410Params, .gostr3411Params,
        .publicKeyInfo, .alwaysAuthenticate,
    ]
    /// Attributes that tell a public key, of a public key object: the value, which of a private key is its secret, too.
    package static let publicTypes = types + [.value]

    /// Makes the key from the attributes of a private or a public key; nil if they do not tell it.
    package static func make(_ values: AttributeValues) -> PublicKey? {
        if let info = values.octets(.publicKeyInfo), !info.isEmpty,
            let key = try? PublicKey(derRepresentation: info)
        {
            return key
        }
        switch values.keyType {
        case .rsa:
            guard let modulus = values.octets(.modulus), !modulus.isEmpty,
                let exponent = values.octets(.publicExponent), !exponent.isEmpty
            else { return nil }
            return try? PublicKey.rsa(modulus: modulus, exponent: exponent)
        case .ec:
            guard let parameters = values.octets(.ecParams), let octets = values.octets(.ecPoint),
                let curve = curve(parameters), let size = curve.coordinateSize,
                let point = ECPoint.uncompressed(octets, coordinateSize: size)
            else { return nil }
            return try? PublicKey.ellipticCurve(curve, point: point)
        case .ecEdwards:
            guard let octets = values.octets(.ecPoint), let point = ECPoint.edwards(octets, count: 32) else {
                return nil
            }
            return try? PublicKey.ed25519(point)
        case .gostr3410, .gostr3410_512: return gost(values)
        default: return nil
        }
    }

    // MARK: - GOST R 34.10

    private static func gost(_ values: AttributeValues) -> PublicKey? {
        guard let set = identifier(values.octets(.gostr3410Params)),
            let parameters = GOSTParameters(algorithm(values, set), parameterSet: set)
        else { return nil }
        let told = [values.octets(.value), values.octets(.ecPoint)].compactMap { $0 }
        for form in told.flatMap({ forms($0, length: parameters.algorithm.length) }) {
            // A point in another byte order is not on the curve.
            if let key = try? PublicKey.gost(parameters, publicValue: form) { return key }
        }
        return nil
    }

    /// The algorithm of a key, which `CKK_GOSTR3410` leaves open: `CKA_GOSTR3411_PARAMS` tells, or else the set.
    private static func algorithm(_ values: AttributeValues, _ set: OID) -> GOSTAlgorithm {
        if values.keyType == .gostr3410_512 { return .gost2012Of512 }
        switch identifier(values.octets(.gostr3411Params)) {
        case .streebog256: return .gost2012Of256
        case nil:
            let isLater: [OID] = [.gost2012Of256SetA, .gost2012Of256SetB, .gost2012Of256SetC, .gost2012Of256SetD]
            return isLater.contains(set) ? .gost2012Of256 : .gost2001
        default: return .gost2001
        }
    }

    private static func identifier(_ encoded: [UInt8]?) -> OID? {
        guard let encoded else { return nil }
        return try? ASN1Element.parse(encoded, rules: .basic).oid()
    }

    /// The value as the standard has it, x and y with the least significant byte first, out of the forms of modules:
    /// bare or in an OCTET STRING, with the most significant byte first, with 04 in front.
    private static func forms(_ octets: [UInt8], length: Int) -> [[UInt8]] {
        let wrapped = try? ASN1Element.parse(octets, rules: .basic).octetString()
        return [octets, wrapped].compactMap { $0 }.flatMap { octets -> [[UInt8]] in
            let isPoint = octets.count == 2 * length + 1 && octets.first == 0x04
            guard isPoint || octets.count == 2 * length else { return [] }
            let value = Array(octets.suffix(2 * length))
            return [value, value.prefix(length).reversed() + value.suffix(length).reversed()]
        }
    }

    private static func curve(_ parameters: [UInt8]) -> NamedCurve? {
        let known: [(KeySpecification.Curve, NamedCurve)] = [(.p256, .p256), (.p384, .p384), (.p521, .p521)]
        return known.first { $0.0.parameters == parameters }?.1
    }
}
