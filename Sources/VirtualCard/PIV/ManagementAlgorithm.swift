internal import Libcrypto

/// Algorithms of the card management key, by their identifiers.
///
/// - SeeAlso: NIST SP 800-78-5, table 9.
public enum ManagementAlgorithm: UInt8, Hashable, Sendable, CaseIterable {
    /// Triple DES with a key of 24 octets; for programs that know nothing else.
    case tripleDES = 0x03
    /// AES with a key of 16 octets.
    case aes128 = 0x08
    /// AES with a key of 24 octets.
    case aes192 = 0x0A
    /// AES with a key of 32 octets.
    case aes256 = 0x0C

    /// Reads an identifier; 00 stands for 03.
    init?(identifier: UInt8) { self.init(rawValue: identifier == 0x00 ? 0x03 : identifier) }

    var cipher: BlockCipher {
        switch self {
        case .tripleDES: .tripleDES
        case .aes128: .aes128
        case .aes192: .aes192
        case .aes256: .aes256
        }
    }
}
