import JetonLibcrypto
import JetonOctets

/// What the card itself knows of the data objects of the PIV data model.
///
/// - SeeAlso: NIST SP 800-73-5, part 1, tables 2, 3 and appendix A.
enum DataObjects {
    /// Whether reading asks for the PIN.
    static func needsPIN(_ tag: UInt32) -> Bool { PIVObjectTag.pinProtected.contains(tag) }

    /// Whether an object with this tag can be written: those of the standard and those of Yubico's extensions.
    static func isWritable(_ tag: UInt32) -> Bool {
        tag == PIVObjectTag.biometricTemplates || tag >> 8 == 0x5FC1 || tag >> 8 == 0x5FFF
    }

    /// The discovery object: the application's name, and that its own PIN is the only one.
    static let discoveryValue = TLV(
        tag: PIVObjectTag.discovery,
        members: [
            TLV(tag: PIVTag.Selection.identifier, value: PIVIdentifier.full),
            TLV(tag: PIVTag.Object.pinUsagePolicy, value: [0x40, 0x00]),
        ]
    )

    /// The objects of a card that is not personalized: a CHUID with a random GUID, and a CCC.
    static func factory() throws(LibcryptoError) -> [UInt32: [UInt8]] {
        let identifier = try Random.octets(16)
        return [
            PIVObjectTag.cardHolderUniqueIdentifier: uniqueIdentifier(identifier),
            PIVObjectTag.cardCapabilityContainer: capabilityContainer(identifier),
        ]
    }

    /// A card holder unique identifier without signature, for a card outside the federal numbering.
    private static func uniqueIdentifier(_ identifier: [UInt8]) -> [UInt8] {
        // The FASC-N 9999-9999-999999-0-1-0000000000-3-0000-1 in the BCD with parity of TIG SCEPACS 2.2, 6.1.
        let number: [UInt8] = [
            0xD4, 0xE7, 0x39, 0xDA, 0x73, 0x9C, 0xED, 0x39, 0xCE, 0x73, 0x9D, 0x83, 0x68,
            0x58, 0x21, 0x08, 0x42, 0x10, 0x84, 0x21, 0xC8, 0x42, 0x10, 0xC3, 0xEB,
        ]
        let objects = [
            TLV(tag: 0x30, value: number),
            TLV(tag: 0x34, value: identifier),
            TLV(tag: 0x35, value: Array("20991231".utf8)),
            TLV(tag: 0x3E, value: []),
            TLV(tag: 0xFE, value: []),
        ]
        return objects.flatMap(\.encoded)
    }

    /// A card capability container that says no more than the standard asks for.
    private static func capabilityContainer(_ identifier: [UInt8]) -> [UInt8] {
        let cardIdentifier: [UInt8] = [0xA0, 0x00, 0x00, 0x01, 0x16, 0xFF, 0x02] + identifier.prefix(14)
        let objects =
            [
                TLV(tag: 0xF0, value: cardIdentifier),
                TLV(tag: 0xF1, value: [0x21]),
                TLV(tag: 0xF2, value: [0x21]),
                TLV(tag: 0xF3, value: []),
                TLV(tag: 0xF4, value: [0x00]),
                TLV(tag: 0xF5, value: [0x10]),
            ] + ([0xF6, 0xF7, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE] as [UInt32]).map { TLV(tag: $0, value: []) }
        return objects.flatMap(\.encoded)
    }
}
