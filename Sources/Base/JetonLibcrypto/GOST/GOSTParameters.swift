public import JetonASN1
import JetonOctets

/// The algorithm and the parameter set of a key of GOST R 34.10, as a SubjectPublicKeyInfo names them.
///
/// Several parameter sets name the same curve: parameters are equal if algorithm and curve are.
///
/// - SeeAlso: RFC 4491, 2.3.2; RFC 9215, 4.
public struct GOSTParameters: Hashable, Sendable {
    /// The algorithm.
    public let algorithm: GOSTAlgorithm
    /// The object identifier of the parameter set, of which several name the same curve.
    public let parameterSet: OID
    /// The curve of the set.
    public let curve: GOSTCurve

    /// Names parameters; nil for a set that is not known, or of another length than the algorithm's.
    public init?(_ algorithm: GOSTAlgorithm, parameterSet: OID) {
        guard let curve = GOSTCurve(parameterSet: parameterSet), curve.fieldLength == algorithm.length else {
            return nil
        }
        self.algorithm = algorithm
        self.parameterSet = parameterSet
        self.curve = curve
    }

    /// Reads the parameters of an AlgorithmIdentifier: a SEQUENCE of one to three object identifiers.
    ///
    /// - Throws: ``LibcryptoError/Code/unsupported`` for a set that is not known,
    ///   ``LibcryptoError/Code/invalidInput`` for malformed parameters and a set of another length.
    public init(_ algorithm: GOSTAlgorithm, _ element: ASN1Element) throws(LibcryptoError) {
        let set = try parsing { () throws(EncodingError) in
            // publicKeyParamSet, digestParamSet, encryptionParamSet: the first says which curve.
            var reader = try element.members(of: .sequence)
            let first = try reader.next().oid()
            for element in try reader.rest(limit: 2) { _ = try element.oid() }
            return first
        }
        guard GOSTCurve(parameterSet: set) != nil else { throw LibcryptoError(.unsupported) }
        guard let parameters = GOSTParameters(algorithm, parameterSet: set) else {
            throw LibcryptoError(.invalidInput)
        }
        self = parameters
    }

    /// The AlgorithmIdentifier of keys, in DER.
    ///
    /// digestParamSet stands beside the sets of RFC 4357 only: RFC 9215, 4.2, leaves it out beside those of RFC 7836.
    public var algorithmIdentifier: [UInt8] {
        DER.sequence(DER.oid(algorithm.oid), encoded)
    }

    /// The parameters of ``algorithmIdentifier``, in DER.
    public var encoded: [UInt8] {
        DER.sequence(DER.oid(parameterSet), isFromRFC4357 ? DER.oid(algorithm.digestParameterSet) : [])
    }

    /// Whether both are of one algorithm and curve, by whatever name.
    public static func == (left: GOSTParameters, right: GOSTParameters) -> Bool {
        left.algorithm == right.algorithm && left.curve == right.curve
    }

    /// Hashes algorithm and curve.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(algorithm)
        hasher.combine(curve)
    }

    private var isFromRFC4357: Bool {
        switch parameterSet {
        case .gostCryptoProA, .gostCryptoProB, .gostCryptoProC, .gostCryptoProXchA, .gostCryptoProXchB: true
        default: false
        }
    }

    /// The SubjectPublicKeyInfo of a public key, in DER.
    ///
    /// - Parameter publicKey: As ``GOSTPublicKey/octets``.
    /// - Returns: The structure of RFC 5280, 4.1.2.7.
    public func subjectPublicKeyInfo(_ publicKey: [UInt8]) -> [UInt8] {
        DER.sequence(algorithmIdentifier, DER.bitString(DER.octetString(publicKey)))
    }
}
