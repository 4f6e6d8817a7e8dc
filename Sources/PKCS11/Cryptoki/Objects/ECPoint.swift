/// A public key on an elliptic curve, brought to the one form that everybody else expects.
///
/// PKCS #11 wants `CKA_EC_POINT` as an OCTET STRING in DER. Tokens also give the bare point, or a BIT STRING, and the
/// octets of a bare point may look like DER. The length decides, since it is known from the curve.
///
/// - SeeAlso: PKCS #11 Specification Version 3.2, 6.3.3; SEC 1, 2.3.3.
public enum ECPoint {
    /// The uncompressed point, 04 and both coordinates, of a curve over a prime field.
    ///
    /// - Parameters:
    ///   - octets: The value of `CKA_EC_POINT`.
    ///   - coordinateSize: Octets of one coordinate: 32 for P-256.
    /// - Returns: `2 * coordinateSize + 1` octets; nil if the value is in none of the three forms. Whether the point
    ///   lies on the curve is not looked at.
    public static func uncompressed(_ octets: [UInt8], coordinateSize: Int) -> [UInt8]? {
        bare(octets, count: 2 * coordinateSize + 1).flatMap { $0.first == 0x04 ? $0 : nil }
    }

    /// The public key of Edwards and Montgomery curves: 32 octets for Ed25519, 57 for Ed448.
    public static func edwards(_ octets: [UInt8], count: Int) -> [UInt8]? { bare(octets, count: count) }

    private static func bare(_ octets: [UInt8], count: Int) -> [UInt8]? {
        if octets.count == count { return octets }
        // An OCTET STRING, or a BIT STRING whose first octet says that no bits are unused; nothing behind either.
        for (tag, prefix) in [(0x04 as UInt8, [] as [UInt8]), (0x03, [0x00])] {
            let header = [tag] + derLength(count + prefix.count) + prefix
            if octets.count == header.count + count, octets.starts(with: header) { return Array(octets.suffix(count)) }
        }
        return nil
    }

    private static func derLength(_ length: Int) -> [UInt8] {
        length < 0x80
            ? [UInt8(length)]
            : length < 0x100 ? [0x81, UInt8(length)] : [0x82, UInt8(length >> 8), UInt8(length & 0xFF)]
    }
}
