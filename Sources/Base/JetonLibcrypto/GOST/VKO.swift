import CJetonLibcrypto

/// The key agreements of GOST R 34.10, which differ in the hash function.
public enum VKO: Hashable, Sendable {
    /// VKO GOST R 34.10-2001, with GOST R 34.11-94 (RFC 4357, 5.2).
    case gost2001
    /// VKO_GOSTR3410_2012_256, with Streebog of 32 octets (RFC 7836, 4.3.1).
    case gost2012Hash256
    /// VKO_GOSTR3410_2012_512, with Streebog of 64 octets (RFC 7836, 4.3.2).
    case gost2012Hash512

    /// The agreement that goes with a curve.
    init(for curve: GOSTCurve) {
        switch curve {
        case .cryptoProA, .cryptoProB, .cryptoProC: self = .gost2001
        case .tc26ParamSetA: self = .gost2012Hash256
        case .tc26ParamSet512A, .tc26ParamSet512B, .tc26ParamSet512C: self = .gost2012Hash512
        }
    }

    /// Length of the key agreed on, in octets.
    public var keyLength: Int { self == .gost2012Hash512 ? 64 : 32 }

    var function: libcrypto_gost_digest {
        switch self {
        case .gost2001: LIBCRYPTO_GOST_3411_94
        case .gost2012Hash256: LIBCRYPTO_GOST_STREEBOG_256
        case .gost2012Hash512: LIBCRYPTO_GOST_STREEBOG_512
        }
    }
}
