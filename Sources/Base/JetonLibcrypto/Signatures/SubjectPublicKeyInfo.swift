import JetonASN1
import JetonOctets

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

    /// The parameters of a GOST key, whose set must have the length of the algorithm.
    func gostParameters() throws(LibcryptoError) -> GOSTParameters {
        guard let algorithm = GOSTAlgorithm(oid: algorithm), let parameters else { throw LibcryptoError(.unsupported) }
        return try GOSTParameters(algorithm, parameters)
    }
}
