/// Which keys are too weak for a signature to prove anything.
///
/// Below 112 bits of security: RSA and DSA below 2048 bits, elliptic curves and DSA's order below 224 bits. There is no
/// exception for old signatures: anyone who finds such a key can make them with any date.
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
        case .dsa(_, let order, _, _):
            let orderBits = order.count * 8 - (order.first?.leadingZeroBitCount ?? 0)
            guard let bits = key.bitCount, bits < minimumRSABits || orderBits < minimumCurveBits else { return nil }
            return "its key, DSA of \(bits) and \(orderBits) bits, is weaker than DSA of \(minimumRSABits) and "
                + "\(minimumCurveBits) bits"
        case .ed25519, .ed448, .gost, .other: return nil
        }
    }
}
