import CJetonLibcrypto
public import JetonASN1

/// The elliptic curves of GOST R 34.10 that have a published SESPAKE point.
///
/// - SeeAlso: RFC 4357, 11.4; RFC 7836, appendix A; RFC 8133, appendix A.1.
public enum GOSTCurve: Hashable, Sendable, CaseIterable {
    /// id-GostR3410-2001-CryptoPro-A-ParamSet, the same as id-GostR3410-2001-CryptoPro-XchA-ParamSet.
    case cryptoProA
    /// id-GostR3410-2001-CryptoPro-B-ParamSet.
    case cryptoProB
    /// id-GostR3410-2001-CryptoPro-C-ParamSet, the same as id-GostR3410-2001-CryptoPro-XchB-ParamSet.
    case cryptoProC
    /// id-tc26-gost-3410-2012-256-paramSetA, of cofactor 4.
    case tc26ParamSetA
    /// id-tc26-gost-3410-12-512-paramSetA.
    case tc26ParamSet512A
    /// id-tc26-gost-3410-12-512-paramSetB.
    case tc26ParamSet512B
    /// id-tc26-gost-3410-2012-512-paramSetC, of cofactor 4.
    case tc26ParamSet512C

    /// Finds the curve of a parameter set; nil for a set that has none here.
    ///
    /// - SeeAlso: RFC 4357, 11.4; RFC 7836, appendix A; RFC 9215, 4.2, for sets that share a curve.
    public init?(parameterSet: OID) {
        switch parameterSet {
        case .gostCryptoProA, .gostCryptoProXchA, .gost2012Of256SetB: self = .cryptoProA
        case .gostCryptoProB, .gost2012Of256SetC: self = .cryptoProB
        case .gostCryptoProC, .gostCryptoProXchB, .gost2012Of256SetD: self = .cryptoProC
        case .gost2012Of256SetA: self = .tc26ParamSetA
        case .gost2012Of512SetA: self = .tc26ParamSet512A
        case .gost2012Of512SetB: self = .tc26ParamSet512B
        case .gost2012Of512SetC: self = .tc26ParamSet512C
        default: return nil
        }
    }

    /// Length of a private key and of a coordinate, in octets; a public key has twice as many.
    public var fieldLength: Int {
        switch self {
        case .cryptoProA, .cryptoProB, .cryptoProC, .tc26ParamSetA: 32
        case .tc26ParamSet512A, .tc26ParamSet512B, .tc26ParamSet512C: 64
        }
    }

    var identifier: libcrypto_gost_curve {
        switch self {
        case .cryptoProA: LIBCRYPTO_GOST_CRYPTOPRO_A
        case .cryptoProB: LIBCRYPTO_GOST_CRYPTOPRO_B
        case .cryptoProC: LIBCRYPTO_GOST_CRYPTOPRO_C
        case .tc26ParamSetA: LIBCRYPTO_GOST_TC26_256_A
        case .tc26ParamSet512A: LIBCRYPTO_GOST_TC26_512_A
        case .tc26ParamSet512B: LIBCRYPTO_GOST_TC26_512_B
        case .tc26ParamSet512C: LIBCRYPTO_GOST_TC26_512_C
        }
    }
}
