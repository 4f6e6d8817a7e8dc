/// An elliptic curve by its object identifier; open, so that a certificate on any curve can be read and named.
public struct NamedCurve: Hashable, Sendable, CustomStringConvertible {
    /// The curve's object identifier.
    public let oid: OID

    /// Makes a curve from its object identifier.
    public init(oid: OID) { self.oid = oid }

    /// NIST P-256, secp256r1: 32 octets a coordinate.
    public static let p256 = NamedCurve(oid: OID(1, 2, 840, 10_045, 3, 1, 7))
    /// NIST P-384, secp384r1: 48 octets a coordinate.
    public static let p384 = NamedCurve(oid: OID(1, 3, 132, 0, 34))
    /// NIST P-521, secp521r1: 66 octets a coordinate.
    public static let p521 = NamedCurve(oid: OID(1, 3, 132, 0, 35))

    /// Octets of one coordinate, and of r and of s in a signature; nil for a curve this module cannot compute on.
    public var coordinateSize: Int? {
        switch self {
        case .p256: 32
        case .p384: 48
        case .p521: 66
        default: nil
        }
    }

    /// The size of the field in bits; nil for a curve without a name here.
    public var bitCount: Int? { entry?.bits }

    /// The usual name, or the dotted object identifier.
    public var description: String { entry?.name ?? oid.description }

    private var entry: (oid: OID, name: String, bits: Int)? { NamedCurve.table.first { $0.oid == oid } }

    private static let table: [(oid: OID, name: String, bits: Int)] = [
        (p256.oid, "P-256", 256),
        (p384.oid, "P-384", 384),
        (p521.oid, "P-521", 521),
        (OID(1, 2, 840, 10_045, 3, 1, 1), "P-192", 192),
        (OID(1, 3, 132, 0, 33), "P-224", 224),
        (OID(1, 3, 132, 0, 8), "secp160r1", 160),
        (OID(1, 3, 132, 0, 9), "secp160k1", 160),
        (OID(1, 3, 132, 0, 31), "secp192k1", 192),
        (OID(1, 3, 132, 0, 10), "secp256k1", 256),
        (OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 7), "brainpoolP256r1", 256),
        (OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 11), "brainpoolP384r1", 384),
        (OID(1, 3, 36, 3, 3, 2, 8, 1, 1, 13), "brainpoolP512r1", 512),
    ]
}
