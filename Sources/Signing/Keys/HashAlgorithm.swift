/// A hash algorithm that the host computes.
public enum HashAlgorithm: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// SHA-1, 20 octets: for reading old signatures only, never for making one.
    case sha1
    /// SHA-256, 32 octets.
    case sha256
    /// SHA-384, 48 octets.
    case sha384
    /// SHA-512, 64 octets.
    case sha512

    /// How many octets a digest has.
    public var digestSize: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The object identifier of the algorithm, as in RFC 5754, 2.
    public var oid: OID {
        switch self {
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }

    /// Finds the algorithm of an object identifier; nil if it is not one of these.
    public init?(oid: OID) {
        guard let algorithm = HashAlgorithm.allCases.first(where: { $0.oid == oid }) else { return nil }
        self = algorithm
    }

    /// Whether collisions can be made in practice, so that nothing is to be signed with it.
    public var isWeak: Bool { self == .sha1 }

    /// The digest of octets in memory; `digestSize` octets.
    public func hash(_ octets: some Sequence<UInt8>) -> [UInt8] {
        var running = RunningHash(self)
        running.update(Array(octets).span)
        return running.finish()
    }

    /// The usual name: `SHA-256`.
    public var description: String {
        switch self {
        case .sha1: "SHA-1"
        case .sha256: "SHA-256"
        case .sha384: "SHA-384"
        case .sha512: "SHA-512"
        }
    }
}
