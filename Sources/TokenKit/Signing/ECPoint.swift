internal import Octets

/// The forms in which modules give `CKA_EC_POINT`.
///
/// PKCS #11 wants the point in a DER OCTET STRING; modules also give it bare, or in a BIT STRING. Bare points can look
/// like DER, so the length that the curve demands is looked at first.
enum ECPoint {
    /// The uncompressed point of a curve whose coordinates have `coordinateSize` octets.
    static func decode(_ octets: [UInt8], coordinateSize: Int?) -> [UInt8] {
        guard let coordinateSize else { return unwrapped(octets) ?? octets }
        return decode(octets, count: 2 * coordinateSize + 1)
    }

    /// The 32 octets of an Ed25519 key.
    static func decodeEdwards(_ octets: [UInt8]) -> [UInt8] { decode(octets, count: 32) }

    private static func decode(_ octets: [UInt8], count: Int) -> [UInt8] {
        if octets.count == count { return octets }
        if let inner = unwrapped(octets), inner.count == count { return inner }
        return octets
    }

    /// The content of one OCTET STRING or BIT STRING that takes up all octets.
    private static func unwrapped(_ octets: [UInt8]) -> [UInt8]? {
        guard let objects = try? TLV.parse(octets, limit: 1), let object = objects.first, objects.count == 1 else {
            return nil
        }
        switch object.tag {
        case 0x04: return object.value
        case 0x03 where object.value.first == 0: return Array(object.value.dropFirst())
        default: return nil
        }
    }
}
