public import JetonASN1
public import JetonLibcrypto

/// A hash function of signatures, certificates and content.
///
/// - SeeAlso: FIPS 180-4, FIPS 202, RFC 5754, RFC 8702, RFC 9215.
public enum HashAlgorithm: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// SHA-1, 20 bytes: for reading old signatures only, never for making one.
    case sha1
    /// SHA-224, 28 bytes.
    case sha224
    /// SHA-256, 32 bytes.
    case sha256
    /// SHA-384, 48 bytes.
    case sha384
    /// SHA-512, 64 bytes.
    case sha512
    /// SHA3-224, 28 bytes.
    case sha3Of224 = "sha3-224"
    /// SHA3-256, 32 bytes.
    case sha3Of256 = "sha3-256"
    /// SHA3-384, 48 bytes.
    case sha3Of384 = "sha3-384"
    /// SHA3-512, 64 bytes.
    case sha3Of512 = "sha3-512"
    /// SHAKE256 with 64 bytes: the hash of content under Ed448 (RFC 8419, 3.1).
    case shake256
    /// GOST R 34.11-94, 32 bytes: the hash of GOST R 34.10-2001; needs OpenSSL's GOST provider.
    case gost341194
    /// GOST R 34.11-2012, 32 bytes; needs OpenSSL's GOST provider.
    case streebog256
    /// GOST R 34.11-2012, 64 bytes; needs OpenSSL's GOST provider.
    case streebog512

    /// What belongs to each function: its object identifier, the bytes of a digest, and the function of libcrypto.
    private var row: (oid: OID, size: Int, digest: Digest) {
        switch self {
        case .sha1: (.sha1, 20, .sha1)
        case .sha224: (.sha224, 28, .sha224)
        case .sha256: (.sha256, 32, .sha256)
        case .sha384: (.sha384, 48, .sha384)
        case .sha512: (.sha512, 64, .sha512)
        case .sha3Of224: (.sha3Of224, 28, .sha3Of224)
        case .sha3Of256: (.sha3Of256, 32, .sha3Of256)
        case .sha3Of384: (.sha3Of384, 48, .sha3Of384)
        case .sha3Of512: (.sha3Of512, 64, .sha3Of512)
        case .shake256: (.shake256, 64, .shake256)
        case .gost341194: (.gost341194, 32, .gost341194)
        case .streebog256: (.streebog256, 32, .streebog256)
        case .streebog512: (.streebog512, 64, .streebog512)
        }
    }

    /// Bytes of a digest.
    public var digestSize: Int { row.size }

    /// The object identifier of the algorithm.
    public var oid: OID { row.oid }

    /// Finds the algorithm of an object identifier; nil for any other.
    public init?(oid: OID) {
        guard let algorithm = HashAlgorithm.allCases.first(where: { $0.oid == oid }) else { return nil }
        self = algorithm
    }

    /// Whether collisions have been computed, so that nothing may be signed with it.
    ///
    /// GOST R 34.11-94 is withdrawn but not weak in this sense: the best published attack takes 2^105 steps.
    public var isWeak: Bool { self == .sha1 }

    /// The algorithm of GOST R 34.10 that goes with the hash; nil for one of another family.
    var gostAlgorithm: GOSTAlgorithm? { GOSTAlgorithm.allCases.first { $0.digest == digest } }

    /// Whether it is of the SHA family that RSA, ECDSA and DSA are used with.
    var isSHA: Bool {
        switch self {
        case .sha1, .sha224, .sha256, .sha384, .sha512, .sha3Of224, .sha3Of256, .sha3Of384, .sha3Of512: true
        case .shake256, .gost341194, .streebog256, .streebog512: false
        }
    }

    /// The function of libcrypto.
    var digest: Digest { row.digest }

    /// The digest of bytes in memory; ``digestSize`` bytes.
    ///
    /// - Throws: ``DocumentError/Code/unsupportedAlgorithm`` for a GOST function without OpenSSL's GOST provider.
    public func hash(_ octets: [UInt8]) throws(DocumentError) -> [UInt8] {
        try computing("\(self)") { () throws(LibcryptoError) in try digest.hash(octets) }
    }

    /// Hashes the rest of a source in constant memory.
    ///
    /// - Returns: The digest, and how many bytes were hashed.
    /// - Throws: As ``begin()``, and what the source throws.
    public func hash(_ source: inout (some ByteSource & ~Copyable)) throws -> (digest: [UInt8], size: UInt64) {
        let running = try begin()
        let size = try source.forEachPiece { try running.update($0) }
        return (try running.finish(), size)
    }

    /// Begins a digest that is computed part by part.
    ///
    /// - Throws: ``DocumentError/Code/unsupportedAlgorithm`` for a GOST function without OpenSSL's GOST provider.
    public func begin() throws(DocumentError) -> RunningDigest {
        try computing("\(self)") { () throws(LibcryptoError) in try RunningDigest(digest) }
    }

    /// The usual name: `SHA-256`.
    public var description: String { oid.name ?? rawValue }
}
