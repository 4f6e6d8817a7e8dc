import JetonASN1
import JetonOctets

/// Tells DER from BER, as far as the readers of the fields do not check it themselves.
///
/// - SeeAlso: ITU-T X.690 (2021), 10 and 11; RFC 5280, 4.1.
enum Strictness {
    /// Whether lengths are definite and shortest, each BOOLEAN, INTEGER and time has its one encoding, no
    /// string segments.
    ///
    /// Defaults that are written out are not looked for: many authorities write them.
    static func isDistinguished(_ octets: [UInt8]) -> Bool {
        (try? check(ASN1Reader(octets, rules: .distinguished), depth: 0)) != nil
    }

    private static func check(_ reader: ASN1Reader, depth: Int) throws(EncodingError) {
        guard depth < ASN1Reader.depthLimit else { throw EncodingError(.limitExceeded, at: 0) }
        var reader = reader
        while !reader.isAtEnd {
            let element = try reader.next()
            switch element.tag {
            case .boolean: _ = try element.boolean()
            case .integer: _ = try element.integerOctets()
            case .utcTime, .generalizedTime: _ = try UniversalTime(strict: element)
            case .sequence, .set: try check(element.members(), depth: depth + 1)
            default:
                guard element.tag.isConstructed else { continue }
                // X.690, 10.2: only BER has strings in segments.
                guard element.tag.firstOctet & 0xC0 != 0 else { throw EncodingError(.unexpectedValue, at: 0) }
                try check(element.members(), depth: depth + 1)
            }
        }
    }
}
