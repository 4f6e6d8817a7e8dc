import CJetonLibcrypto
import JetonOctets

/// What both sides of a run of SPAKE2+ agree on beforehand.
///
/// The suite is P256-SHA256-HKDF-SHA256-HMAC-SHA256.
///
/// - SeeAlso: RFC 9383, 3.3 and 4.
public struct SPAKE2PlusParameters: Hashable, Sendable {
    /// Bytes of a point: of a share and of L.
    public static let pointLength = Int(LIBCRYPTO_SPAKE2PLUS_POINT_LENGTH)
    /// Bytes of a scalar: of w0 and w1.
    public static let scalarLength = Int(LIBCRYPTO_SPAKE2PLUS_SCALAR_LENGTH)
    /// Bytes of a confirmation, and of the shared key.
    public static let keyLength = 32

    /// Context: the protocol and its version.
    public let context: [UInt8]
    /// idProver; may be empty.
    public let proverIdentity: [UInt8]
    /// idVerifier; may be empty.
    public let verifierIdentity: [UInt8]

    /// Makes parameters; each at most 65,536 bytes.
    ///
    /// - Throws: ``LibcryptoError/Code/invalidInput`` for a longer one.
    public init(context: [UInt8], proverIdentity: [UInt8], verifierIdentity: [UInt8]) throws(LibcryptoError) {
        guard [context, proverIdentity, verifierIdentity].allSatisfy({ $0.count <= 65_536 }) else {
            throw LibcryptoError(.invalidInput)
        }
        self.context = context
        self.proverIdentity = proverIdentity
        self.verifierIdentity = verifierIdentity
    }

    /// K_confirmP, K_confirmV and K_shared of a run.
    ///
    /// - Parameters:
    ///   - proverShare: shareP.
    ///   - verifierShare: shareV.
    ///   - points: Z, then V.
    ///   - w0: The scalar.
    /// - Returns: The keys of the run.
    /// - Throws: ``LibcryptoError``.
    /// - SeeAlso: RFC 9383, 3.3 and 3.4.
    func keys(
        proverShare: [UInt8],
        verifierShare: [UInt8],
        points: borrowing Secret,
        w0: borrowing Secret
    ) throws(LibcryptoError) -> SPAKE2PlusKeys {
        let known = try [
            context, proverIdentity, verifierIdentity, SPAKE2PlusParameters.constant(isVerifier: false),
            SPAKE2PlusParameters.constant(isVerifier: true), proverShare, verifierShare,
        ]
        let length = Self.pointLength
        let transcript = points.withBytes { points in
            w0.withBytes { w0 in
                Secret(capacity: known.reduce(10 * 8 + 2 * length + w0.count) { $0 + $1.count }) { target in
                    var writer = SPAKE2PlusTranscript()
                    for part in known { writer.append(part.span, to: &target) }
                    writer.append(points.extracting(..<length), to: &target)
                    writer.append(points.extracting(length...), to: &target)
                    writer.append(w0, to: &target)
                    return writer.count
                }
            }
        }
        var digest = try transcript.withBytes { (octets) throws(LibcryptoError) in try Digest.sha256.hash(octets) }
        return try SPAKE2PlusKeys(main: Secret(wiping: &digest))
    }

    /// N for the verifier, M for the prover.
    private static func constant(isVerifier: Bool) throws(LibcryptoError) -> [UInt8] {
        try unsafe octets(capacity: pointLength) { (pointer, _) in
            unsafe libcrypto_spake2plus_constant(isVerifier, pointer)
        }
    }
}
