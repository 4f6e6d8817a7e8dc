import JetonASN1
public import JetonLibcrypto

/// GOST R 34.10, which PIV does not have: references of our own, which only the virtual card offers.
///
/// The numbers lie in a range that neither NIST SP 800-78-5 nor Yubico uses. GENERATE ASYMMETRIC KEY PAIR and GET
/// METADATA give the public key in 86: x, then y, each with the least significant byte first. IMPORT ASYMMETRIC KEY takes
/// the private number in 06, as long as a coordinate and with the least significant byte first. GENERAL AUTHENTICATE takes
/// a digest as long as a coordinate in 81 and gives s, then r, each big-endian, in 82.
extension KeyAlgorithm {
    /// D0: GOST R 34.10-2001, CryptoPro-A.
    public static let gost2001 = KeyAlgorithm(rawValue: 0xD0)
    /// D1: GOST R 34.10-2012 of 256 bits, set A of RFC 7836.
    public static let gost256A = KeyAlgorithm(rawValue: 0xD1)
    /// D2: GOST R 34.10-2012 of 256 bits, CryptoPro-A, which is set B of RFC 9215.
    public static let gost256B = KeyAlgorithm(rawValue: 0xD2)
    /// D3: GOST R 34.10-2012 of 256 bits, CryptoPro-B, which is set C of RFC 9215.
    public static let gost256C = KeyAlgorithm(rawValue: 0xD3)
    /// D4: GOST R 34.10-2012 of 512 bits, set A of RFC 7836.
    public static let gost512A = KeyAlgorithm(rawValue: 0xD4)
    /// D5: GOST R 34.10-2012 of 512 bits, set B of RFC 7836.
    public static let gost512B = KeyAlgorithm(rawValue: 0xD5)

    /// Every algorithm of GOST R 34.10.
    public static let gostAlgorithms: [KeyAlgorithm] = [
        .gost2001, .gost256A, .gost256B, .gost256C, .gost512A, .gost512B,
    ]

    /// The algorithm and parameter set of GOST R 34.10; nil for other algorithms.
    public var gost: GOSTParameters? {
        switch self {
        case .gost2001: GOSTParameters(.gost2001, parameterSet: .gostCryptoProA)
        case .gost256A: GOSTParameters(.gost2012Of256, parameterSet: .gost2012Of256SetA)
        case .gost256B: GOSTParameters(.gost2012Of256, parameterSet: .gostCryptoProA)
        case .gost256C: GOSTParameters(.gost2012Of256, parameterSet: .gostCryptoProB)
        case .gost512A: GOSTParameters(.gost2012Of512, parameterSet: .gost2012Of512SetA)
        case .gost512B: GOSTParameters(.gost2012Of512, parameterSet: .gost2012Of512SetB)
        default: nil
        }
    }

    /// Finds the algorithm of a key of GOST R 34.10; nil for parameters that cards do not have.
    public init?(_ parameters: GOSTParameters) {
        guard let algorithm = Self.gostAlgorithms.first(where: { $0.gost == parameters }) else { return nil }
        self = algorithm
    }
}
