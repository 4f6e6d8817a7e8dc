import Octets

/// An ECDSA signature in its two forms: PKCS #11's r‖s, and the DER SEQUENCE of X.509 and CMS.
///
/// - SeeAlso: RFC 3279, 2.2.3; PKCS #11 3.1, 2.3.1.
public struct ECDSASignature: Hashable, Sendable {
    /// r, big-endian without leading zeros; not zero.
    public let r: [UInt8]
    /// s, big-endian without leading zeros; not zero.
    public let s: [UInt8]

    /// Reads r‖s, each of half the octets.
    ///
    /// - Parameters:
    ///   - octets: Exactly twice the curve's ``NamedCurve/coordinateSize``.
    ///   - curve: The key's curve.
    /// - Throws: ``SigningError/Code/malformedSignature``; ``SigningError/Code/unsupportedKey`` for another curve.
    public init(concatenated octets: [UInt8], curve: NamedCurve) throws(SigningError) {
        let size = try ECDSASignature.coordinateSize(curve)
        guard octets.count == 2 * size else {
            throw SigningError(.malformedSignature, "\(octets.count) octets are no r and s of \(curve)")
        }
        try self.init(r: octets.prefix(size), s: octets.suffix(size))
    }

    /// Reads the SEQUENCE of two INTEGERs, strictly as DER.
    ///
    /// - Throws: ``SigningError/Code/malformedSignature``; ``SigningError/Code/unsupportedKey`` for another curve.
    public init(derRepresentation octets: [UInt8], curve: NamedCurve) throws(SigningError) {
        let size = try ECDSASignature.coordinateSize(curve)
        let numbers: (r: [UInt8], s: [UInt8])
        do {
            var reader = try ASN1Element.parse(octets[...], rules: .distinguished).members(of: .sequence)
            numbers = (try ECDSASignature.number(reader.next()), try ECDSASignature.number(reader.next()))
            try reader.finish()
        } catch {
            throw SigningError(.malformedSignature, "ECDSA signature: \(error)")
        }
        guard numbers.r.count <= size, numbers.s.count <= size else {
            throw SigningError(.malformedSignature, "r or s is longer than \(curve) allows")
        }
        try self.init(r: numbers.r[...], s: numbers.s[...])
    }

    private init(r: ArraySlice<UInt8>, s: ArraySlice<UInt8>) throws(SigningError) {
        self.r = Array(r.drop { $0 == 0 })
        self.s = Array(s.drop { $0 == 0 })
        guard !self.r.isEmpty, !self.s.isEmpty else { throw SigningError(.malformedSignature, "r or s is zero") }
    }

    /// A minimal INTEGER that is not negative.
    private static func number(_ element: ASN1Element) throws(EncodingError) -> [UInt8] {
        let octets = try element.integerOctets()
        if octets.count > 1, octets[0] == 0, octets[1] & 0x80 == 0 {
            throw EncodingError(.unexpectedValue, at: element.offset)
        }
        return try element.unsignedInteger()
    }

    private static func coordinateSize(_ curve: NamedCurve) throws(SigningError) -> Int {
        guard let size = curve.coordinateSize else { throw SigningError(.unsupportedKey, "curve \(curve)") }
        return size
    }

    /// The SEQUENCE of X.509 and CMS.
    public var derRepresentation: [UInt8] {
        DER.sequence(DER.integer(magnitude: r), DER.integer(magnitude: s))
    }

    /// The form r‖s of PKCS #11; each padded to the curve's coordinates.
    ///
    /// - Returns: Twice ``NamedCurve/coordinateSize`` octets; nil if a number is longer than the curve's.
    public func concatenated(curve: NamedCurve) -> [UInt8]? {
        guard let size = curve.coordinateSize, r.count <= size, s.count <= size else { return nil }
        return [r, s].flatMap { [UInt8](repeating: 0, count: size - $0.count) + $0 }
    }
}
