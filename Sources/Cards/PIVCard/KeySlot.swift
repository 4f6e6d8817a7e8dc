import JetonOctets

/// A place for a private key, by its key reference.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, table 4b.
public struct KeySlot: RawRepresentable, Hashable, Sendable {
    /// The key reference.
    public let rawValue: UInt8

    /// Names a slot by its key reference.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// 9A: authentication of the card holder.
    public static let authentication = KeySlot(rawValue: KeyReference.authentication)
    /// 9C: signatures; asks for the PIN each time.
    public static let signature = KeySlot(rawValue: KeyReference.digitalSignature)
    /// 9D: decryption and key agreement.
    public static let keyManagement = KeySlot(rawValue: KeyReference.keyManagement)
    /// 9E: authentication of the card; asks for no PIN.
    public static let cardAuthentication = KeySlot(rawValue: KeyReference.cardAuthentication)
    /// F9: the key that attests others (Yubico).
    public static let attestation = KeySlot(rawValue: KeyReference.attestation)

    /// 82–95: former keys of ``keyManagement``; nil outside of 1 to 20.
    public static func retired(_ number: Int) -> KeySlot? {
        (1...20).contains(number)
            ? KeySlot(rawValue: KeyReference.retiredKeyManagement.lowerBound - 1 + UInt8(number)) : nil
    }

    /// The slots of the standard, in the order in which people look for them.
    public static let standard = KeyReference.standardPrivateKeys.map { KeySlot(rawValue: $0) }

    /// The tag of the data object with the slot's certificate; nil for a reference that has none.
    ///
    /// - SeeAlso: NIST SP 800-73-5, part 1, table 3.
    public var certificateTag: UInt32? { PIVObjectTag.certificate(of: rawValue) }
}

extension KeySlot: CustomStringConvertible {
    /// The key reference as two hexadecimal digits: "9a".
    public var description: String { Hex.encode([rawValue]) }
}
