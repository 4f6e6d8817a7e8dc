import JetonOctets

/// The identifier octets of an ASN.1 element as one big-endian number: `0x30` is SEQUENCE, `0xA0` is [0] constructed.
///
/// - SeeAlso: ITU-T X.690 (2021), 8.1.2.
public struct ASN1Tag: RawRepresentable, Hashable, Sendable {
    /// One to four identifier octets, the first in the most significant place that is used.
    public let rawValue: UInt32

    /// Makes a tag from its identifier octets.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// BOOLEAN.
    public static let boolean = ASN1Tag(rawValue: 0x01)
    /// INTEGER.
    public static let integer = ASN1Tag(rawValue: 0x02)
    /// BIT STRING, primitive.
    public static let bitString = ASN1Tag(rawValue: 0x03)
    /// OCTET STRING, primitive.
    public static let octetString = ASN1Tag(rawValue: 0x04)
    /// NULL.
    public static let null = ASN1Tag(rawValue: 0x05)
    /// OBJECT IDENTIFIER.
    public static let oid = ASN1Tag(rawValue: 0x06)
    /// ENUMERATED.
    public static let enumerated = ASN1Tag(rawValue: 0x0A)
    /// UTF8String.
    public static let utf8String = ASN1Tag(rawValue: 0x0C)
    /// NumericString.
    public static let numericString = ASN1Tag(rawValue: 0x12)
    /// PrintableString.
    public static let printableString = ASN1Tag(rawValue: 0x13)
    /// TeletexString, also called T61String.
    public static let teletexString = ASN1Tag(rawValue: 0x14)
    /// IA5String.
    public static let ia5String = ASN1Tag(rawValue: 0x16)
    /// UTCTime.
    public static let utcTime = ASN1Tag(rawValue: 0x17)
    /// GeneralizedTime.
    public static let generalizedTime = ASN1Tag(rawValue: 0x18)
    /// VisibleString.
    public static let visibleString = ASN1Tag(rawValue: 0x1A)
    /// GeneralString.
    public static let generalString = ASN1Tag(rawValue: 0x1B)
    /// UniversalString.
    public static let universalString = ASN1Tag(rawValue: 0x1C)
    /// BMPString.
    public static let bmpString = ASN1Tag(rawValue: 0x1E)
    /// OCTET STRING in segments; BER only.
    public static let constructedOctetString = ASN1Tag(rawValue: 0x24)
    /// SEQUENCE and SEQUENCE OF.
    public static let sequence = ASN1Tag(rawValue: 0x30)
    /// SET and SET OF.
    public static let set = ASN1Tag(rawValue: 0x31)

    /// A primitive [n] of the context-specific class; `number` 0 to 30.
    public static func contextPrimitive(_ number: UInt8) -> ASN1Tag { ASN1Tag(rawValue: 0x80 | UInt32(number)) }

    /// A constructed [n] of the context-specific class; `number` 0 to 30.
    public static func contextConstructed(_ number: UInt8) -> ASN1Tag { ASN1Tag(rawValue: 0xA0 | UInt32(number)) }

    /// The first identifier octet, which holds class, form and short number.
    public var firstOctet: UInt8 {
        var octet = rawValue
        while octet > 0xFF { octet >>= 8 }
        return UInt8(octet)
    }

    /// Whether the contents are elements themselves.
    public var isConstructed: Bool { firstOctet & 0x20 != 0 }

    /// The identifier octets, 1 to 4.
    public var encoded: [UInt8] {
        let octets = rawValue.bigEndianOctets.drop { $0 == 0 }
        return octets.isEmpty ? [0] : Array(octets)
    }
}
