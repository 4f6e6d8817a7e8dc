import ASN1
import Octets

/// The parts of a SubjectPublicKeyInfo.
///
/// - SeeAlso: RFC 5280, 4.1.2.7.
struct SubjectPublicKeyInfo {
    let algorithm: OID
    let parameters: ASN1Element?
    /// The contents of the BIT STRING.
    let key: [UInt8]

    init(_ element: ASN1Element) throws(EncodingError) {
        var reader = try element.members(of: .sequence)
        var identifier = try reader.next().members(of: .sequence)
        algorithm = try identifier.next().oid()
        parameters = identifier.isAtEnd ? nil : try identifier.next()
        try identifier.finish()
        key = try reader.next().bitStringOctets()
        try reader.finish()
    }

    var isNull: Bool { (try? parameters?.null()) != nil }

    /// The curve of an `id-ecPublicKey` key; explicit parameters are refused (RFC 5480, 2.1.1).
    func namedCurve() throws(LibcryptoError) -> OID {
        guard let parameters else { throw LibcryptoError(.invalidInput) }
        guard parameters.tag == .oid else { throw LibcryptoError(.unsupported) }
        return try parsing { () throws(EncodingError) in try parameters.oid() }
    }

    /// The curve of a GOST key, which must have the length of the algorithm.
    func gostCurve() throws(LibcryptoError) -> GOSTCurve {
        guard let parameters else { throw LibcryptoError(.unsupported) }
        let identifier = try parsing { () throws(EncodingError) in
            // publicKeyParamSet, digestParamSet, encryptionParamSet: the first says which curve.
            var reader = try parameters.members(of: .sequence)
            let first = try reader.next().oid()
            for element in try reader.rest(limit: 2) { _ = try element.oid() }
            return first
        }
        let curve: GOSTCurve
        switch identifier {
        case .gostCryptoProA, .gostCryptoProXchA, .gost2012Of256SetB: curve = .cryptoProA
        case .gostCryptoProB, .gost2012Of256SetC: curve = .cryptoProB
        case .gostCryptoProC, .gostCryptoProXchB, .gost2012Of256SetD: curve = .cryptoProC
        case .gost2012Of256SetA: curve = .tc26ParamSetA
        case .gost2012Of512SetA: curve = .tc26ParamSet512A
        case .gost2012Of512SetB: curve = .tc26ParamSet512B
        case .gost2012Of512SetC: curve = .tc26ParamSet512C
        default: throw LibcryptoError(.unsupported)
        }
        guard (curve.fieldLength == 64) == (algorithm == .gost2012Of512) else { throw LibcryptoError(.invalidInput) }
        return curve
    }
}
