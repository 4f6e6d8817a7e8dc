import CJetonLibcrypto
import JetonASN1
public import JetonOctets

/// A private key on a curve over a prime field.
///
/// May be used by any number of threads at once.
public struct ECPrivateKey: Sendable {
    /// The curves.
    ///
    /// - SeeAlso: NIST SP 800-186, 3.2.1.
    public enum Curve: String, Hashable, Sendable, CaseIterable {
        /// secp256r1.
        case p256 = "P-256"
        /// secp384r1.
        case p384 = "P-384"

        /// Length of a coordinate and of a scalar, in octets.
        public var fieldLength: Int { self == .p256 ? 32 : 48 }

        /// Checks that a public point from outside is one of the curve.
        ///
        /// - Parameter point: `04`, x, y.
        /// - Throws: ``LibcryptoError/Code/invalidInput`` for another form or length, and a point off the curve.
        public func check(point: [UInt8]) throws(LibcryptoError) {
            _ = try VerifyingKey(point: point, on: EllipticCurve(oid: self == .p256 ? .p256 : .p384))
        }
    }

    /// The curve.
    public let curve: Curve
    /// The public point: `04`, x, y; 65 or 97 octets.
    public let publicPoint: [UInt8]
    private let handle: KeyHandle

    /// Makes a new key.
    public init(generatingOn curve: Curve) throws(LibcryptoError) {
        try unsafe self.init(curve, KeyHandle { (pointer) in unsafe libcrypto_ec_generate(curve.rawValue, pointer) })
    }

    /// Loads a key from its scalar.
    ///
    /// - Parameters:
    ///   - curve: The curve.
    ///   - scalar: The number, most significant octet first, in 32 or 48 octets.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length, zero, or a number not below the order.
    public init(_ curve: Curve, scalar: borrowing Secret) throws(LibcryptoError) {
        try self.init(
            curve,
            scalar.withBytes { (octets) throws(LibcryptoError) in
                try unsafe KeyHandle { (pointer) in
                    unsafe octets.withUnsafeBufferPointer { octets in
                        guard let base = octets.baseAddress else { return -1 }
                        return unsafe libcrypto_ec_load(curve.rawValue, base, octets.count, pointer)
                    }
                }
            }
        )
    }

    private init(_ curve: Curve, _ handle: KeyHandle) throws(LibcryptoError) {
        self.curve = curve
        self.handle = handle
        publicPoint = try unsafe octets(capacity: Int(LIBCRYPTO_MAXIMUM_POINT_LENGTH)) { (pointer, written) in
            unsafe libcrypto_ec_point(handle.pointer, pointer, &written)
        }
    }

    /// The scalar, as ``init(_:scalar:)`` takes it.
    public func scalar() throws(LibcryptoError) -> Secret {
        try Secret(capacity: curve.fieldLength) { (span: inout MutableSpan<UInt8>) throws(LibcryptoError) in
            try check(
                unsafe span.withUnsafeMutableBufferPointer { buffer in
                    guard let base = buffer.baseAddress else { return -1 }
                    return unsafe libcrypto_ec_scalar(handle.pointer, base, buffer.count)
                }
            )
            return curve.fieldLength
        }
    }

    /// Signs a digest with ECDSA.
    ///
    /// - Parameter digest: At least one octet; one longer than the order is cut as the standard says.
    /// - Returns: The signature in DER: a sequence of r and s.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for an empty digest.
    /// - SeeAlso: FIPS 186-5, 6.4.1.
    public func sign(digest: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        guard !digest.isEmpty else { throw LibcryptoError(.invalidInput) }
        return try unsafe octets(capacity: Int(LIBCRYPTO_MAXIMUM_ECDSA_LENGTH)) { (pointer, written) in
            unsafe libcrypto_ecdsa_sign(handle.pointer, digest, digest.count, pointer, &written)
        }
    }

    /// Agrees on a secret with a peer (ECDH).
    ///
    /// - Parameter point: The peer's public point: `04`, x, y.
    /// - Returns: The x coordinate of the shared point, 32 or 48 octets; the caller wipes it.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if the point is not on the curve.
    /// - SeeAlso: NIST SP 800-56A Rev. 3, 5.7.1.2.
    public func sharedSecret(with point: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        guard point.count == publicPoint.count else { throw LibcryptoError(.invalidInput) }
        return try unsafe octets(capacity: curve.fieldLength) { (pointer, written) in
            unsafe libcrypto_ecdh(handle.pointer, point, point.count, pointer, written)
        }
    }
}
