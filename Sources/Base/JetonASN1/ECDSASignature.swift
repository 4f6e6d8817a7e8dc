public import JetonOctets

/// An ECDSA or DSA signature in its two forms: r‖s of PKCS #11, and the DER SEQUENCE of X.509, CMS and PIV cards.
///
/// - SeeAlso: RFC 3279, 2.2.2 and 2.2.3; PKCS #11 3.2, 6.3.1.
public struct ECDSASignature: Hashable, Sendable {
    /// r, big-endian without leading zeros; not zero.
    public let r: [UInt8]
    /// s, big-endian without leading zeros; not zero.
    public let s: [UInt8]

    /// Reads r‖s.
    ///
    /// - Parameters:
    ///   - octets: `2 * orderLength` bytes.
    ///   - orderLength: Bytes of the curve's order: 32 for P-256, 66 for P-521.
    /// - Throws: ``EncodingError``; `unexpectedValue` for another length, or r or s of zero.
    public init(concatenated octets: [UInt8], orderLength: Int) throws(EncodingError) {
        guard orderLength > 0, octets.count == 2 * orderLength else { throw EncodingError(.unexpectedValue, at: 0) }
        try self.init(r: octets.prefix(orderLength), s: octets.suffix(orderLength))
    }

    /// Reads the SEQUENCE of two INTEGERs.
    ///
    /// - Parameters:
    ///   - octets: The SEQUENCE and nothing after it.
    ///   - orderLength: Bytes of the curve's order.
    ///   - rules: DER; BER for cards and tokens, of which some fill the INTEGERs up with zeros.
    /// - Throws: ``EncodingError``; `limitExceeded` for r or s longer than the order, `unexpectedValue` for zero.
    public init(
        derRepresentation octets: [UInt8],
        orderLength: Int,
        rules: ASN1Reader.Rules = .distinguished
    ) throws(EncodingError) {
        var reader = try ASN1Element.parse(octets, rules: rules).members(of: .sequence)
        let r = try reader.next().unsignedInteger()
        let s = try reader.next().unsignedInteger()
        try reader.finish()
        guard r.count <= orderLength, s.count <= orderLength else { throw EncodingError(.limitExceeded, at: 0) }
        try self.init(r: r[...], s: s[...])
    }

    /// Reads the signature of a token that makes either form; the length tells them apart.
    ///
    /// A SEQUENCE of `2 * orderLength` bytes would be taken for r‖s. Only r and s that together are at least six bytes
    /// shorter than the order make one so short.
    ///
    /// - Throws: ``EncodingError``.
    public init(ofToken octets: [UInt8], orderLength: Int) throws(EncodingError) {
        if octets.count == 2 * orderLength {
            try self.init(concatenated: octets, orderLength: orderLength)
        } else {
            try self.init(derRepresentation: octets, orderLength: orderLength, rules: .basic)
        }
    }

    private init(r: ArraySlice<UInt8>, s: ArraySlice<UInt8>) throws(EncodingError) {
        self.r = Array(r.drop { $0 == 0 })
        self.s = Array(s.drop { $0 == 0 })
        guard !self.r.isEmpty, !self.s.isEmpty else { throw EncodingError(.unexpectedValue, at: 0) }
    }

    /// The SEQUENCE of X.509 and CMS.
    public var derRepresentation: [UInt8] {
        DER.sequence(DER.integer(magnitude: r), DER.integer(magnitude: s))
    }

    /// r‖s of PKCS #11, each padded to the length of the order.
    ///
    /// - Returns: `2 * orderLength` bytes; nil if r or s is longer.
    public func concatenated(orderLength: Int) -> [UInt8]? {
        guard r.count <= orderLength, s.count <= orderLength else { return nil }
        return [r, s].flatMap { [UInt8](repeating: 0, count: orderLength - $0.count) + $0 }
    }
}
