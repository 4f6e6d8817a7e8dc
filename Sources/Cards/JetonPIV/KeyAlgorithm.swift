import JetonLibcrypto

/// An algorithm of a private key, by its identifier in commands.
///
/// - SeeAlso: NIST SP 800-78-5, table 9; Yubico PIV extensions.
public struct KeyAlgorithm: RawRepresentable, Hashable, Sendable {
    /// The identifier.
    public let rawValue: UInt8

    /// Names an algorithm by its identifier.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// 05: RSA with a modulus of 384 octets.
    public static let rsa3072 = KeyAlgorithm(rawValue: 0x05)
    /// 06: RSA with a modulus of 128 octets; old cards only.
    public static let rsa1024 = KeyAlgorithm(rawValue: 0x06)
    /// 07: RSA with a modulus of 256 octets.
    public static let rsa2048 = KeyAlgorithm(rawValue: 0x07)
    /// 11: the curve P-256.
    public static let p256 = KeyAlgorithm(rawValue: 0x11)
    /// 14: the curve P-384.
    public static let p384 = KeyAlgorithm(rawValue: 0x14)
    /// 16: RSA with a modulus of 512 octets (Yubico).
    public static let rsa4096 = KeyAlgorithm(rawValue: 0x16)
    /// E0: Ed25519 (Yubico).
    public static let ed25519 = KeyAlgorithm(rawValue: 0xE0)
    /// E1: X25519 (Yubico).
    public static let x25519 = KeyAlgorithm(rawValue: 0xE1)

    /// Length of an RSA modulus in octets; nil for other algorithms.
    public var modulusLength: Int? {
        switch self {
        case .rsa1024: 128
        case .rsa2048: 256
        case .rsa3072: 384
        case .rsa4096: 512
        default: nil
        }
    }

    /// Length of a public point or key in octets; nil for RSA and unknown algorithms.
    public var pointLength: Int? {
        switch self {
        case .p256: 65
        case .p384: 97
        case .ed25519, .x25519: 32
        default: gost.map { 2 * $0.algorithm.length }
        }
    }
}
