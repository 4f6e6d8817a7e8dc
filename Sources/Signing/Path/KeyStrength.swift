/// Which keys are too weak for a signature to prove anything.
///
/// Below 112 bits of security: RSA below 2048 bits, elliptic curves below 224 bits. There is no exception for old
/// signatures: who holds such a key now may make them with any date.
///
/// - SeeAlso: NIST SP 800-131A Rev. 2, 3; SP 800-57 Part 1 Rev. 5, 5.6.1.
enum KeyStrength {
    static let minimumRSABits = 2048
    static let minimumCurveBits = 224

    /// Why a key is too weak; nil if it is not, or if its kind is not known here.
    static func weakness(of key: PublicKey) -> String? {
        switch key.kind {
        case .rsa:
            guard let bits = key.bitCount, bits < minimumRSABits else { return nil }
            return "its key, RSA of \(bits) bits, is weaker than RSA of \(minimumRSABits) bits"
        case .ellipticCurve(let curve, _):
            guard let bits = curve.bitCount, bits < minimumCurveBits else { return nil }
            return "its key, on the curve \(curve), is weaker than one of \(minimumCurveBits) bits"
        case .ed25519, .other: return nil
        }
    }
}
