import CJetonLibcrypto
public import JetonOctets

/// The password-authenticated key exchange SESPAKE with one mask point (N = 1, ind = 1).
///
/// The counters of failed runs, which the protocol asks of both sides, are the callers'.
///
/// - SeeAlso: RFC 8133; ``SESPAKEClient``, ``SESPAKEServer``.
public enum SESPAKE {
    /// Length of a salt, in octets.
    public static let saltLength = 16
    /// ind, the number of the mask point.
    public static let index: UInt8 = 1
    /// Rounds of PBKDF2 in F.
    public static let iterations = 2000

    /// The point Q_PW that the server stores and the client calculates from the password.
    ///
    /// Its holder can be the server, and can try passwords offline: protect it like a password.
    ///
    /// - Parameters:
    ///   - password: At least 6 octets, out of at least 10^10 equally likely ones.
    ///   - salt: 16 octets, not all zero.
    ///   - curve: The curve.
    /// - Returns: x, then y, each with the least significant octet first; twice ``GOSTCurve/fieldLength``.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for a shorter password or another salt;
    ///   ``LibcryptoError/Code/gostUnavailable`` without OpenSSL's GOST provider.
    /// - SeeAlso: RFC 8133, 4.1.
    public static func passwordPoint(
        password: Span<UInt8>,
        salt: Span<UInt8>,
        curve: GOSTCurve = .tc26ParamSetA
    ) throws(LibcryptoError) -> Secret {
        var isZero = true
        for index in 0..<salt.count where salt[index] != 0 { isZero = false }
        guard password.count >= 6, salt.count == saltLength, !isZero else { throw LibcryptoError(.invalidInput) }
        let stretched = try Streebog.pbkdf2(
            password: password,
            salt: salt,
            iterations: iterations,
            count: curve.fieldLength
        )
        return try stretched.withBytes { (stretched) throws(LibcryptoError) in
            try unsafe secret(count: 2 * curve.fieldLength) { point in
                unsafe stretched.withUnsafeBufferPointer { stretched in
                    guard let stretched = stretched.baseAddress else { return -1 }
                    return unsafe libcrypto_sespake_password_point(curve.identifier, stretched, point)
                }
            }
        }
    }

    /// u_1 or u_2.
    static func share(
        of ephemeral: borrowing GOSTPrivateKey,
        passwordPoint: Span<UInt8>,
        isServer: Bool
    ) throws(LibcryptoError) -> [UInt8] {
        let curve = ephemeral.curve
        guard passwordPoint.count == 2 * curve.fieldLength else { throw LibcryptoError(.invalidInput) }
        return try ephemeral.octets.withBytes { (scalar) throws(LibcryptoError) in
            try unsafe octets(capacity: 2 * curve.fieldLength) { (share, written) in
                unsafe lend(scalar, passwordPoint) { (scalar, passwordPoint) in
                    guard let scalar = scalar.baseAddress, let passwordPoint = passwordPoint.baseAddress else {
                        return -1
                    }
                    return unsafe libcrypto_sespake_share(
                        curve.identifier,
                        isServer,
                        scalar,
                        passwordPoint,
                        share
                    )
                }
            }
        }
    }

    /// K_A or K_B, with z_A or z_B.
    static func key(
        of ephemeral: borrowing GOSTPrivateKey,
        passwordPoint: Span<UInt8>,
        peer: [UInt8],
        isServer: Bool,
        z: inout Bool
    ) throws(LibcryptoError) -> Secret {
        let curve = ephemeral.curve
        let length = 2 * curve.fieldLength
        guard passwordPoint.count == length, peer.count == length else { throw LibcryptoError(.invalidInput) }
        var flag: UInt8 = 1
        let key = try ephemeral.octets.withBytes { (scalar) throws(LibcryptoError) in
            try unsafe secret(count: 32) { key in
                unsafe lend(scalar, passwordPoint, peer.span) { (scalar, passwordPoint, peer) in
                    guard let scalar = scalar.baseAddress, let passwordPoint = passwordPoint.baseAddress,
                        let peer = peer.baseAddress
                    else { return -1 }
                    return unsafe libcrypto_sespake_key(
                        curve.identifier,
                        isServer,
                        scalar,
                        passwordPoint,
                        peer,
                        key,
                        &flag
                    )
                }
            }
        }
        z = flag != 0
        return key
    }
}
