import CJetonLibcrypto
public import JetonOctets

/// The verifier's side of one run of SPAKE2+: it stores a record made of the password.
///
/// Count the run, make one with the prover's share, send ``share`` and ``confirmation``, receive the prover's
/// confirmation, ``finish(confirmation:)``. A run can be finished once.
///
/// - SeeAlso: RFC 9383, 3.3 and 3.4.
public struct SPAKE2PlusVerifier: ~Copyable, Sendable {
    private let expected: [UInt8]
    private let key: Secret

    /// shareV, 65 bytes.
    public let share: [UInt8]
    /// confirmV, 32 bytes.
    public let confirmation: [UInt8]

    /// Answers a prover.
    ///
    /// - Parameters:
    ///   - parameters: What both sides agree on.
    ///   - record: w0 and L.
    ///   - proverShare: shareP, 65 bytes.
    ///   - scalar: A fresh ``SPAKE2PlusScalar``.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for a share that is not an uncompressed point of the curve or
    ///   cancels the password's mask, and for a record that holds no scalar and point.
    public init(
        _ parameters: SPAKE2PlusParameters,
        record: borrowing SPAKE2PlusRecord,
        receiving proverShare: [UInt8],
        scalar: consuming SPAKE2PlusScalar
    ) throws(LibcryptoError) {
        guard proverShare.count == SPAKE2PlusParameters.pointLength else { throw LibcryptoError(.invalidInput) }
        let share = try scalar.share(isVerifier: true, w0: record.w0)
        let points = try SPAKE2PlusVerifier.points(scalar.octets, record, proverShare)
        let keys = try parameters.keys(
            proverShare: proverShare,
            verifierShare: share,
            points: points,
            w0: record.w0
        )
        let expected = try keys.proverConfirmation(over: share)
        let confirmation = try keys.verifierConfirmation(over: proverShare)
        self.expected = expected
        self.confirmation = confirmation
        self.share = share
        key = keys.takeShared()
    }

    /// Checks the prover's confirmation and gives the key.
    ///
    /// - Parameter confirmation: confirmP, 32 bytes.
    /// - Returns: K_shared, 32 bytes.
    /// - Throws: ``LibcryptoError/Code/notAuthentic`` for a confirmation that does not match, as under another password.
    public consuming func finish(confirmation: [UInt8]) throws(LibcryptoError) -> Secret {
        guard ConstantTime.equals(expected, confirmation) else { throw LibcryptoError(.notAuthentic) }
        return key
    }

    /// Z, then V.
    private static func points(
        _ scalar: borrowing Secret,
        _ record: borrowing SPAKE2PlusRecord,
        _ proverShare: [UInt8]
    ) throws(LibcryptoError) -> Secret {
        let length = SPAKE2PlusParameters.pointLength
        let point = record.point
        return try scalar.withBytes { (scalar) throws(LibcryptoError) in
            try record.w0.withBytes { (w0) throws(LibcryptoError) in
                try unsafe secret(count: 2 * length) { points in
                    unsafe lend(scalar, w0) { (scalar, w0) in
                        guard let scalar = scalar.baseAddress, let w0 = w0.baseAddress else { return -1 }
                        return unsafe libcrypto_spake2plus_verifier(
                            scalar,
                            w0,
                            point,
                            proverShare,
                            points,
                            points + length
                        )
                    }
                }
            }
        }
    }
}
