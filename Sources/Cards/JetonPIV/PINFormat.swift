/// The form of PINs and PUKs: the one rule for cards, provider and virtual cards.
///
/// - SeeAlso: NIST SP 800-73-5, part 2, 2.4.3.
public enum PINFormat {
    /// The lengths of a PIN and of a PUK, in bytes.
    public static let lengths = 6...8
    /// The length of either in a command, in bytes.
    public static let paddedLength = 8
    /// The byte that pads a shorter one.
    public static let padding: UInt8 = 0xFF

    /// The PIN of the factory.
    public static let factoryPIN: [UInt8] = Array("123456".utf8)
    /// The PUK of the factory.
    public static let factoryUnblockingKey: [UInt8] = Array("12345678".utf8)
    /// The tries of the factory, of PIN and PUK each.
    public static let factoryTries: UInt8 = 3

    /// Whether a byte is a decimal digit.
    public static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether all bytes are decimal digits.
    public static func isNumeric(_ bytes: Span<UInt8>) -> Bool { bytes.indices.allSatisfy { isDigit(bytes[$0]) } }

    /// Whether bytes can be a PIN: 6 to 8 decimal digits, in ASCII.
    public static func isPIN(_ bytes: Span<UInt8>) -> Bool { lengths.contains(bytes.count) && isNumeric(bytes) }

    /// A PIN or PUK padded to ``paddedLength``, as in commands; a longer one is returned as it is.
    public static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: padding, count: max(paddedLength - bytes.count, 0))
    }
}
