/// An algorithm of the card management key, by its identifier.
///
/// - SeeAlso: NIST SP 800-78-5, table 9.
public enum ManagementAlgorithm: UInt8, Hashable, Sendable, CaseIterable {
    /// Triple DES, key of 24 bytes.
    case tripleDES = 0x03
    /// AES, key of 16 bytes.
    case aes128 = 0x08
    /// AES, key of 24 bytes.
    case aes192 = 0x0A
    /// AES, key of 32 bytes.
    case aes256 = 0x0C

    /// Reads an identifier from a command; 00 stands for 03.
    public init?(identifier: UInt8) { self.init(rawValue: identifier == 0x00 ? 0x03 : identifier) }

    /// Length of a key, in bytes.
    public var keyLength: Int {
        switch self {
        case .aes128: 16
        case .tripleDES, .aes192: 24
        case .aes256: 32
        }
    }

    /// The key of the factory: the bytes 01 to 08 over and over.
    ///
    /// With 24 bytes, it is the value that PIV tools try by default.
    public var factoryKey: [UInt8] { (0..<keyLength).map { UInt8($0 % 8 + 1) } }
}
