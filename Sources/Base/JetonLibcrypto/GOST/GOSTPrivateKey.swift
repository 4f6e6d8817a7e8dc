import CJetonLibcrypto
public import JetonOctets

/// A private key of GOST R 34.10: a number from 1 to q - 1.
///
/// May be borrowed by any number of threads at once. Only ``agree(with:ukm:by:)`` needs OpenSSL's GOST provider.
///
/// - SeeAlso: RFC 7091, 5.2; RFC 4491, 2.3.2, for the octets.
public struct GOSTPrivateKey: ~Copyable, Sendable {
    /// The number, least significant octet first; ``GOSTCurve/fieldLength`` octets.
    public let octets: Secret
    /// The public key.
    public let publicKey: GOSTPublicKey

    /// The curve.
    public var curve: GOSTCurve { publicKey.curve }

    /// Makes a new key.
    ///
    /// - Throws: ``LibcryptoError/Code/failed`` without entropy.
    public init(generatingOn curve: GOSTCurve) throws(LibcryptoError) {
        let made = try unsafe secret(count: curve.fieldLength) { scalar in
            unsafe libcrypto_gost_key_generate(curve.identifier, scalar)
        }
        publicKey = try made.withBytes { (octets) throws(LibcryptoError) in
            try GOSTPublicKey(of: octets, curve: curve)
        }
        octets = made
    }

    /// Loads a key; the caller wipes its octets.
    ///
    /// - Parameters:
    ///   - octets: As ``octets``: 32 or 64.
    ///   - curve: The curve.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for another length, zero, and a number that is not below q.
    public init(octets: Span<UInt8>, curve: GOSTCurve) throws(LibcryptoError) {
        guard octets.count == curve.fieldLength else { throw LibcryptoError(.invalidInput) }
        publicKey = try GOSTPublicKey(of: octets, curve: curve)
        self.octets = Secret(copying: octets)
    }

    /// Signs a digest.
    ///
    /// - Parameter digest: As long as a scalar: ``GOSTCurve/fieldLength``.
    /// - Returns: s, then r, each big-endian and as long as a scalar (RFC 4491, 2.2.2; RFC 9215, 2.3).
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for a digest of another length, ``LibcryptoError/Code/failed``
    ///   without entropy.
    /// - SeeAlso: RFC 7091, 6.1.
    public borrowing func sign(digest: [UInt8]) throws(LibcryptoError) -> [UInt8] {
        let curve = curve
        guard digest.count == curve.fieldLength else { throw LibcryptoError(.invalidInput) }
        return try octets.withBytes { (scalar) throws(LibcryptoError) in
            try unsafe JetonLibcrypto.octets(capacity: 2 * curve.fieldLength) { (signature, _) in
                unsafe scalar.withUnsafeBufferPointer { scalar in
                    guard let scalar = scalar.baseAddress else { return -1 }
                    return unsafe libcrypto_gost_sign(curve.identifier, scalar, digest, signature)
                }
            }
        }
    }

    /// Agrees on a key with a peer: VKO.
    ///
    /// - Parameters:
    ///   - peer: The peer's public key, neither this key's own nor the curve's generator.
    ///   - ukm: User keying material: a number, not zero modulo q, least significant octet first. 8 octets for
    ///     ``VKO/gost2001``, else 1 to ``GOSTCurve/fieldLength``.
    ///   - variant: The hash function; without one, that which goes with the curve.
    /// - Returns: 32 octets, or 64 for ``VKO/gost2012Hash512``.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for anything else, a peer on another curve included;
    ///   ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider.
    /// - SeeAlso: RFC 4357, 5.2; RFC 7836, 4.3.
    public borrowing func agree(
        with peer: GOSTPublicKey,
        ukm: Span<UInt8>,
        by variant: VKO? = nil
    ) throws(LibcryptoError) -> Secret {
        let variant = variant ?? VKO(for: curve)
        let curve = curve
        guard peer.curve == curve, peer != publicKey else { throw LibcryptoError(.invalidInput) }
        return try octets.withBytes { (scalar) throws(LibcryptoError) in
            try unsafe secret(count: variant.keyLength) { key in
                unsafe lend(scalar, ukm, peer.octets.span) { (scalar, ukm, peer) in
                    guard let scalar = scalar.baseAddress, let peer = peer.baseAddress, let ukmBase = ukm.baseAddress
                    else { return Int32(LIBCRYPTO_INVALID.rawValue) }
                    return unsafe libcrypto_gost_vko(
                        curve.identifier,
                        scalar,
                        peer,
                        ukmBase,
                        ukm.count,
                        variant.function,
                        key
                    )
                }
            }
        }
    }
}
