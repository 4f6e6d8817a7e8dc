/// Algorithms of private keys, by their identifiers in commands.
///
/// - SeeAlso: NIST SP 800-78-5, table 9; Yubico PIV extensions for RSA-4096, Ed25519 and X25519.
enum KeyAlgorithm: UInt8, Hashable, Sendable, CaseIterable {
    case rsa3072 = 0x05
    case rsa2048 = 0x07
    case p256 = 0x11
    case p384 = 0x14
    case rsa4096 = 0x16
    case ed25519 = 0xE0
    case x25519 = 0xE1

    /// Length of the modulus in octets, or nil for keys that have none.
    var modulusLength: Int? {
        switch self {
        case .rsa2048: 256
        case .rsa3072: 384
        case .rsa4096: 512
        default: nil
        }
    }
}
