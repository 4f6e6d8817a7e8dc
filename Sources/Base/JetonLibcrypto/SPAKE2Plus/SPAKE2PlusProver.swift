import CJetonLibcrypto
public import JetonOctets

/// The prover's side of one run of SPAKE2+: it knows the password.
///
/// Make one, send ``share``, receive the verifier's share and confirmation, ``finish(receiving:confirmation:)``, and send
/// the confirmation of its result. A run can be finished once.
///
/// - SeeAlso: RFC 9383, 3.3 and 3.4.
public struct SPAKE2PlusProver: ~Copyable, Sendable {
    /// The shared key, and the confirmation that the verifier waits for.
    public struct Outcome: ~Copyable, Sendable {
        /// K_shared, 32 bytes.
        public let key: Secret
        /// confirmP, 32 bytes.
        public let confirmation: [UInt8]

        /// Takes the shared key.
        public consuming func takeKey() -> Secret { key }
    }

    private let parameters: SPAKE2PlusParameters
    private let password: SPAKE2PlusPassword
    private let scalar: SPAKE2PlusScalar

    /// shareP, 65 bytes.
    public let share: [UInt8]

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - parameters: What both sides agree on.
    ///   - password: w0 and w1.
    ///   - scalar: A fresh ``SPAKE2PlusScalar``.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` if w0 or the scalar is zero or not below the order.
    public init(
        _ parameters: SPAKE2PlusParameters,
        password: consuming SPAKE2PlusPassword,
        scalar: consuming SPAKE2PlusScalar
    ) throws(LibcryptoError) {
        share = try scalar.share(isVerifier: false, w0: password.w0)
        self.parameters = parameters
        self.password = password
        self.scalar = scalar
    }

    /// Checks the verifier's answer and makes the key.
    ///
    /// - Parameters:
    ///   - verifierShare: shareV, 65 bytes.
    ///   - confirmation: confirmV, 32 bytes.
    /// - Returns: K_shared and confirmP.
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for a share that is not an uncompressed point of the curve or
    ///   cancels the password's mask; ``LibcryptoError/Code/notAuthentic`` for a confirmation that does not match, as
    ///   under another password.
    public consuming func finish(
        receiving verifierShare: [UInt8],
        confirmation: [UInt8]
    ) throws(LibcryptoError) -> Outcome {
        guard verifierShare.count == SPAKE2PlusParameters.pointLength else { throw LibcryptoError(.invalidInput) }
        let points = try points(verifierShare)
        let keys = try parameters.keys(
            proverShare: share,
            verifierShare: verifierShare,
            points: points,
            w0: password.w0
        )
        let expected = try keys.verifierConfirmation(over: share)
        guard ConstantTime.equals(expected, confirmation) else { throw LibcryptoError(.notAuthentic) }
        let answer = try keys.proverConfirmation(over: verifierShare)
        return Outcome(key: keys.takeShared(), confirmation: answer)
    }

    /// Z, then V.
    private borrowing func points(_ verifierShare: [UInt8]) throws(LibcryptoError) -> Secret {
        let length = SPAKE2PlusParameters.pointLength
        return try scalar.octets.withBytes { (scalar) throws(LibcryptoError) in
            try password.w0.withBytes { (w0) throws(LibcryptoError) in
                try password.w1.withBytes { (w1) throws(LibcryptoError) in
                    try unsafe secret(count: 2 * length) { points in
                        unsafe lend(scalar, w0, w1) { (scalar, w0, w1) in
                            guard let scalar = scalar.baseAddress, let w0 = w0.baseAddress, let w1 = w1.baseAddress
                            else { return -1 }
                            return unsafe libcrypto_spake2plus_prover(
                                scalar,
                                w0,
                                w1,
                                verifierShare,
                                points,
                                points + length
                            )
                        }
                    }
                }
            }
        }
    }
}
