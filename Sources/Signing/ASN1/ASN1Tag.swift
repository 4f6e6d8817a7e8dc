import Octets

/// The identifier octets of one ASN.1 element as a big-endian number: `0x30` is SEQUENCE, `0xA0` is [0] constructed.
///
/// - SeeAlso: ITU-T X.690 (2021), 8.1.2.
struct ASN1Tag: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt32

    init(rawValue: UInt32) { self.rawValue = rawValue }

    static let endOfContents = ASN1Tag(rawValue: 0x00)
    static let boolean = ASN1Tag(rawValue: 0x01)
    static let integer = ASN1Tag(rawValue: 0x02)
    static let bitString = ASN1Tag(rawValue: 0x03)
    static let octetString = ASN1Tag(rawValue: 0x04)
    static let null = ASN1Tag(rawValue: 0x05)
    static let oid = ASN1Tag(rawValue: 0x06)
    static let utf8String = ASN1Tag(rawValue: 0x0C)
    static let numericString = ASN1Tag(rawValue: 0x12)
    static let printableString = ASN1Tag(rawValue: 0x13)
    static let teletexString = ASN1Tag(rawValue: 0x14)
    static let ia5String = ASN1Tag(rawValue: 0x16)
    static let utcTime = ASN1Tag(rawValue: 0x17)
    static let generalizedTime = ASN1Tag(rawValue: 0x18)
    static let visibleString = ASN1Tag(rawValue: 0x1A)
    static let generalString = ASN1Tag(rawValue: 0x1B)
    static let universalString = ASN1Tag(rawValue: 0x1C)
    static let bmpString = ASN1Tag(rawValue: 0x1E)
    static let constructedOctetString = ASN1Tag(rawValue: 0x24)
    static let sequence = ASN1Tag(rawValue: 0x30)
    static let set = ASN1Tag(rawValue: 0x31)

    /// A primitive [n] of the context-specific class; `number` 0 to 30.
    static func contextPrimitive(_ number: UInt8) -> ASN1Tag { ASN1Tag(rawValue: 0x80 | UInt32(number)) }

    /// A constructed [n] of the context-specific class; `number` 0 to 30.
    static func contextConstructed(_ number: UInt8) -> ASN1Tag { ASN1Tag(rawValue: 0xA0 | UInt32(number)) }

    /// The first identifier octet, which holds class, form and short number.
    var firstOctet: UInt8 {
        var octet = rawValue
        while octet > 0xFF { octet >>= 8 }
        return UInt8(octet)
    }

    /// Whether the contents are elements themselves.
    var isConstructed: Bool { firstOctet & 0x20 != 0 }

    /// The identifier octets.
    var encoded: [UInt8] {
        let octets = rawValue.bigEndianOctets.drop { $0 == 0 }
        return octets.isEmpty ? [0] : Array(octets)
    }
}
