import CJetonLibcrypto

/// What public keys do, with no key kept.
public enum PublicKeyOperation {
    /// The RSA public operation, without padding.
    ///
    /// - Parameters:
    ///   - input: A number below the modulus, in as many octets as the modulus has.
    ///   - modulus: Most significant octet first, 1–512 octets.
    ///   - exponent: Most significant octet first, 1–8 octets.
    /// - Returns: As many octets as the modulus has.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other lengths, an even modulus, or a larger number.
    /// - SeeAlso: RFC 8017, 5.1.1 and 5.2.2.
    public static func rsa(
        _ input: [UInt8],
        modulus: [UInt8],
        exponent: [UInt8]
    ) throws(LibcryptoError) -> [UInt8] {
        guard !modulus.isEmpty, input.count == modulus.count,
            modulus.count <= Int(LIBCRYPTO_MAXIMUM_MODULUS_LENGTH), (1...8).contains(exponent.count)
        else { throw LibcryptoError(.invalidInput) }
        return try unsafe octets(capacity: modulus.count) { (pointer, _) in
            unsafe libcrypto_rsa_public(modulus, modulus.count, exponent, exponent.count, input, pointer)
        }
    }

    /// Whether an ECDSA signature fits a digest.
    ///
    /// - Parameters:
    ///   - signature: r and s in DER.
    ///   - digest: At least one octet; one longer than the order is cut as the standard says.
    ///   - curve: The key's curve.
    ///   - point: The public point: `04`, x, y.
    /// - Returns: False also for a signature of another form.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for a point that is not on the curve, and empty inputs.
    /// - SeeAlso: FIPS 186-5, 6.4.2.
    public static func isECDSASignature(
        _ signature: [UInt8],
        of digest: [UInt8],
        on curve: ECPrivateKey.Curve,
        by point: [UInt8]
    ) throws(LibcryptoError) -> Bool {
        guard !signature.isEmpty, !digest.isEmpty, point.count == 1 + 2 * curve.fieldLength else {
            throw LibcryptoError(.invalidInput)
        }
        return try fits(
            unsafe libcrypto_ecdsa_verify(
                curve.rawValue,
                point,
                point.count,
                digest,
                digest.count,
                signature,
                signature.count
            )
        )
    }

    /// Whether an Ed25519 signature fits a message.
    ///
    /// - Parameters:
    ///   - signature: 64 octets.
    ///   - message: The message.
    ///   - publicOctets: The public key, 32 octets.
    /// - Returns: False for a signature that does not fit.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for other lengths.
    /// - SeeAlso: RFC 8032, 5.1.7.
    public static func isEd25519Signature(
        _ signature: [UInt8],
        of message: [UInt8],
        by publicOctets: [UInt8]
    ) throws(LibcryptoError) -> Bool {
        guard signature.count == Int(LIBCRYPTO_ED25519_SIGNATURE_LENGTH),
            publicOctets.count == Int(LIBCRYPTO_25519_KEY_LENGTH)
        else { throw LibcryptoError(.invalidInput) }
        // An empty array may have no address, and the C side wants one.
        let octets = message.isEmpty ? [0] : message
        return try fits(unsafe libcrypto_ed25519_verify(publicOctets, octets, message.count, signature))
    }
}
