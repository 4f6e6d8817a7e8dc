public import JetonASN1

/// A signature algorithm of GOST R 34.10, with the hash function that goes with it.
///
/// - SeeAlso: RFC 4491, 2.2.2 and 2.3.2; RFC 9215, 2 to 4.
public enum GOSTAlgorithm: Hashable, Sendable, CaseIterable {
    /// GOST R 34.10-2001 with GOST R 34.11-94; both are withdrawn.
    case gost2001
    /// GOST R 34.10-2012 of 256 bits with Streebog-256.
    case gost2012Of256
    /// GOST R 34.10-2012 of 512 bits with Streebog-512.
    case gost2012Of512

    /// Finds the algorithm of a key by its object identifier; nil for any other.
    public init?(oid: OID) {
        guard let algorithm = GOSTAlgorithm.allCases.first(where: { $0.oid == oid }) else { return nil }
        self = algorithm
    }

    /// What belongs to each algorithm: the object identifiers of keys and of signatures, the hash function.
    private var row: (key: OID, signature: OID, digest: Digest) {
        switch self {
        case .gost2001: (.gost2001, .gost2001With341194, .gost341194)
        case .gost2012Of256: (.gost2012Of256, .gost2012Of256WithStreebog, .streebog256)
        case .gost2012Of512: (.gost2012Of512, .gost2012Of512WithStreebog, .streebog512)
        }
    }

    /// The object identifier of keys.
    public var oid: OID { row.key }
    /// The object identifier of signatures, which names the hash function too.
    public var signatureOID: OID { row.signature }
    /// The hash function.
    public var digest: Digest { row.digest }
    /// Length of a digest, a scalar and a coordinate in bytes: 32 or 64.
    public var length: Int { self == .gost2012Of512 ? 64 : 32 }

    /// The object identifier of the hash function's parameters: digestParamSet of X.509, CKA_GOSTR3411_PARAMS.
    public var digestParameterSet: OID {
        switch self {
        case .gost2001: .gost341194CryptoPro
        case .gost2012Of256: .streebog256
        case .gost2012Of512: .streebog512
        }
    }
}
