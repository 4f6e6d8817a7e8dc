import CJetonLibcrypto

/// A public key of GOST R 34.10: a point of order q.
///
/// - SeeAlso: RFC 7091, 5.1; RFC 4491, 2.3.2, for the octets.
public struct GOSTPublicKey: Hashable, Sendable {
    /// The curve.
    public let curve: GOSTCurve
    /// x, then y, each with the least significant octet first; twice ``GOSTCurve/fieldLength``.
    public let octets: [UInt8]

    /// Loads and checks a key from outside.
    ///
    /// - Parameters:
    ///   - octets: As ``octets``: 64 or 128.
    ///   - curve: The curve.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length, a coordinate that is not below p, a point
    ///   that is not on the curve, and one of another order than q.
    public init(octets: [UInt8], curve: GOSTCurve) throws(LibcryptoError) {
        guard octets.count == 2 * curve.fieldLength else { throw LibcryptoError(.invalidInput) }
        try check(unsafe libcrypto_gost_point_check(curve.identifier, octets))
        self.octets = octets
        self.curve = curve
    }

    /// The public key of a private one.
    init(of privateKey: Span<UInt8>, curve: GOSTCurve) throws(LibcryptoError) {
        octets = try unsafe JetonLibcrypto.octets(capacity: 2 * curve.fieldLength) { (point, written) in
            unsafe privateKey.withUnsafeBufferPointer { scalar in
                guard let scalar = scalar.baseAddress else { return -1 }
                return unsafe libcrypto_gost_key_public(curve.identifier, scalar, point)
            }
        }
        self.curve = curve
    }
}
