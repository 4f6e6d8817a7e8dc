package import Cryptoki
internal import Octets
package import X509

/// The public half of a key pair on a token, put together from whatever the token has.
package enum TokenPublicKey {
    /// Attributes that tell a public key, of a private or public key object.
    package static let types: [AttributeType] = [
        .keyType, .id, .label, .modulus, .publicExponent, .ecParams, .ecPoint, .publicKeyInfo, .alwaysAuthenticate,
    ]

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
        default: return nil
        }
    }

    private static func curve(_ parameters: [UInt8]) -> NamedCurve? {
        let known: [(KeySpecification.Curve, NamedCurve)] = [(.p256, .p256), (.p384, .p384), (.p521, .p521)]
        return known.first { $0.0.parameters == parameters }?.1
    }
}
