public import JetonASN1
import JetonLibcrypto

/// An elliptic curve by its object identifier; open, so that a certificate on any curve can be read and named.
public struct NamedCurve: Hashable, Sendable, CustomStringConvertible {
    /// The curve's object identifier.
    public let oid: OID

    /// Makes a curve from its object identifier.
    public init(oid: OID) { self.oid = oid }

    /// NIST P-256, secp256r1: 32 bytes a coordinate.
    public static let p256 = NamedCurve(oid: .p256)
    /// NIST P-384, secp384r1: 48 bytes a coordinate.
    public static let p384 = NamedCurve(oid: .p384)
    /// NIST P-521, secp521r1: 66 bytes a coordinate.
    public static let p521 = NamedCurve(oid: .p521)

    /// Bytes of one coordinate; nil for a curve that libcrypto does not have.
    public var coordinateSize: Int? { sizes?.coordinate }

    /// Bits of the order, which say how strong the curve is; nil for a curve that libcrypto does not have.
    public var bitCount: Int? { sizes?.order }

    /// Bytes of the order: of r and of s in a signature; nil for a curve that libcrypto does not have.
    public var orderSize: Int? { bitCount.map { ($0 + 7) / 8 } }

    /// The usual name, or the dotted object identifier.
    public var description: String { oid.name ?? oid.description }

    /// Bytes of a coordinate and bits of the order.
    private var sizes: (coordinate: Int, order: Int)? {
        switch self {
        // Known here, since asking libcrypto computes a group.
        case .p256: (32, 256)
        case .p384: (48, 384)
        case .p521: (66, 521)
        default: (try? EllipticCurve(oid: oid)).map { ($0.fieldLength, $0.bitCount) }
        }
    }
}
