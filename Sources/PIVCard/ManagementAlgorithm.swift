internal import Libcrypto

/// An algorithm of the card management key, by its identifier.
///
/// - SeeAlso: NIST SP 800-78-5, table 9.
public enum ManagementAlgorithm: UInt8, Hashable, Sendable, CaseIterable {
    /// Triple DES, key of 24 octets.
    case tripleDES = 0x03
    /// AES, key of 16 octets.
    case aes128 = 0x08
    /// AES, key of 24 octets.
    case aes192 = 0x0A
    /// AES, key of 32 octets.
    case aes256 = 0x0C

    /// Length of a key, in octets.
    public var keyLength: Int { cipher.keyLength }

    var cipher: BlockCipher {
        switch self {
        case .tripleDES: .tripleDES
        case .aes128: .aes128
        case .aes192: .aes192
        case .aes256: .aes256
        }
    }
}
