import Octets

/// A place for a private key, by its key reference.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, table 4b.
public struct KeySlot: RawRepresentable, Hashable, Sendable {
    /// The key reference.
    public let rawValue: UInt8

    /// Names a slot by its key reference.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// 9A: authentication of the card holder.
    public static let authentication = KeySlot(rawValue: 0x9A)
    /// 9C: signatures; asks for the PIN each time.
    public static let signature = KeySlot(rawValue: 0x9C)
    /// 9D: decryption and key agreement.
    public static let keyManagement = KeySlot(rawValue: 0x9D)
    /// 9E: authentication of the card; asks for no PIN.
    public static let cardAuthentication = KeySlot(rawValue: 0x9E)
    /// F9: the key that attests others (Yubico).
    public static let attestation = KeySlot(rawValue: 0xF9)

    /// 82–95: former keys of ``keyManagement``; nil outside of 1 to 20.
    public static func retired(_ number: Int) -> KeySlot? {
        (1...20).contains(number) ? KeySlot(rawValue: 0x81 + UInt8(number)) : nil
    }

    /// The slots of the standard, in the order in which people look for them.
    public static let standard: [KeySlot] =
        [.authentication, .signature, .keyManagement, .cardAuthentication] + (1...20).compactMap(retired)

    /// The tag of the data object with the slot's certificate; nil for a reference that has none.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 1, table 3.
    public var certificateTag: UInt32? {
        switch rawValue {
        case 0x9A: 0x5FC105
        case 0x9C: 0x5FC10A
        case 0x9D: 0x5FC10B
        case 0x9E: 0x5FC101
        case 0x82...0x95: 0x5FC10D + UInt32(rawValue - 0x82)
        case 0xF9: 0x5FFF01
        default: nil
        }
    }
}

extension KeySlot: CustomStringConvertible {
    /// The key reference as two hexadecimal digits: "9a".
    public var description: String { Hex.encode([rawValue]) }
}
