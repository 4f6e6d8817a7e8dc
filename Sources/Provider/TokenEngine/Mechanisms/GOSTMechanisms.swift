import JetonASN1
import JetonLibcrypto

/// The mechanisms of GOST R 34.10 and 34.11: PKCS #11's own, and those to which TC 26 gave numbers.
enum GOSTMechanisms {
    /// Signatures: the length of a digest in bytes, and the algorithm whose hash function the mechanism applies; nil if
    /// the data is the digest.
    static let signatures: [MechanismType: (length: Int, hashed: GOSTAlgorithm?)] = [
        .gostr3410: (32, nil), .gostr3410_512: (64, nil), .gostr3410WithGOSTR3411: (32, .gost2001),
        .gostr3410WithGOSTR3411_12_256: (32, .gost2012Of256), .gostr3410WithGOSTR3411_12_512: (64, .gost2012Of512),
    ]

    /// Hash functions.
    static let digests: [MechanismType: GOSTAlgorithm] = [
        .gostr3411: .gost2001, .gostr3411_12_256: .gost2012Of256, .gostr3411_12_512: .gost2012Of512,
    ]

    /// Checks the parameter of a mechanism that hashes: none, or the object identifier of the hash's parameters.
    ///
    /// - Throws: `CKR_MECHANISM_PARAM_INVALID`.
    static func checkParameter(_ mechanism: EngineMechanism, _ algorithm: GOSTAlgorithm?) throws(TokenFault) {
        guard let algorithm, mechanism.parameter != .none else { return try mechanism.requireNoParameter() }
        guard mechanism.parameter == .bytes(DER.oid(algorithm.digestParameterSet)) else {
            throw TokenFault(.mechanismParamInvalid, "the parameter names a different hash function")
        }
    }
}
