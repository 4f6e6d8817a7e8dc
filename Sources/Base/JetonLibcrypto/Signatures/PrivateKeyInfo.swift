import JetonASN1
import JetonOctets

/// The places of the parts of PKCS #8.
///
/// - SeeAlso: RFC 5958, 2.
struct PrivateKeyInfo {
    let algorithm: OID
    /// The parameters, if they are an object identifier.
    let curve: OID?
    /// The contents of the OCTET STRING.
    let key: Range<Int>

    init(_ octets: Span<UInt8>) throws(EncodingError) {
        var outer = SecretDER(0..<octets.count)
        var info = SecretDER(try outer.next(0x30, in: octets))
        guard outer.isAtEnd else { throw EncodingError(.trailingOctets, at: outer.position) }
        let version = try info.nextInteger(in: octets)
        guard version.count == 1, octets[version.lowerBound] <= 1 else {
            throw EncodingError(.unexpectedValue, at: version.lowerBound)
        }
        var identifier = SecretDER(try info.next(0x30, in: octets))
        algorithm = try PrivateKeyInfo.oid(&identifier, octets)
        switch identifier.peek(in: octets) {
        case 0x06: curve = try PrivateKeyInfo.oid(&identifier, octets)
        case 0x05:
            _ = try identifier.next(0x05, in: octets)
            curve = nil
        default: curve = nil
        }
        guard identifier.isAtEnd else { throw EncodingError(.unexpectedValue, at: identifier.position) }
        key = try info.next(0x04, in: octets)
        // Attributes and, in version 2, the public key may follow.
        for tag: UInt8 in [0xA0, 0x81] where info.peek(in: octets) == tag { _ = try info.next(tag, in: octets) }
        guard info.isAtEnd else { throw EncodingError(.trailingOctets, at: info.position) }
    }

    private static func oid(_ reader: inout SecretDER, _ octets: Span<UInt8>) throws(EncodingError) -> OID {
        let place = try reader.next(0x06, in: octets)
        guard let oid = OID(contents: place.map { octets[$0] }) else {
            throw EncodingError(.unexpectedValue, at: place.lowerBound)
        }
        return oid
    }
}
