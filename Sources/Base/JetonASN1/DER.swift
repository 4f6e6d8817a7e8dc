import JetonOctets

/// Builds elements in DER.
///
/// - SeeAlso: ITU-T X.690 (2021), 10 and 11.
public enum DER {
    /// One element.
    @inlinable
    public static func element(_ tag: ASN1Tag, _ content: some Collection<UInt8>) -> [UInt8] {
        header(tag, length: content.count) + content
    }

    /// The identifier and length octets in front of `length` bytes of contents.
    public static func header(_ tag: ASN1Tag, length: Int) -> [UInt8] {
        tag.encoded + encode(length: UInt64(length))
    }

    /// The shortest definite form of a length: one byte up to 127, then `81`–`88` and 1–8 bytes.
    public static func encode(length: UInt64) -> [UInt8] {
        if length < 0x80 { return [UInt8(length)] }
        let octets = length.bigEndianOctets.drop { $0 == 0 }
        return [0x80 | UInt8(octets.count)] + octets
    }

    /// A SEQUENCE of elements in the given order.
    public static func sequence(_ members: [UInt8]...) -> [UInt8] { sequence(members) }

    /// A SEQUENCE of elements in the given order.
    public static func sequence(_ members: [[UInt8]]) -> [UInt8] {
        element(.sequence, Array(members.joined()))
    }

    /// A SET OF elements, sorted in ascending order of their bytes (X.690, 11.6).
    public static func set(of members: [[UInt8]], tag: ASN1Tag = .set) -> [UInt8] {
        element(tag, Array(members.sorted { $0.lexicographicallyPrecedes($1) }.joined()))
    }

    /// An explicitly tagged element; `number` 0 to 30.
    public static func explicit(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        element(.contextConstructed(number), content)
    }

    /// An INTEGER from a number that is not negative.
    public static func integer(_ value: UInt64) -> [UInt8] {
        integer(magnitude: value.bigEndianOctets)
    }

    /// An INTEGER from the big-endian bytes of a number that is not negative; leading zeros are dropped.
    public static func integer(magnitude: some Collection<UInt8>) -> [UInt8] {
        var octets = Array(magnitude.drop { $0 == 0 })
        // X.690, 8.3: a leading one bit would make the number negative.
        if octets.first.map({ $0 & 0x80 != 0 }) ?? true { octets.insert(0, at: 0) }
        return element(.integer, octets)
    }

    /// An OBJECT IDENTIFIER.
    public static func oid(_ oid: OID) -> [UInt8] { element(.oid, oid.contents) }

    /// An OCTET STRING.
    public static func octetString(_ octets: some Collection<UInt8>) -> [UInt8] { element(.octetString, octets) }

    /// A BIT STRING of whole bytes.
    public static func bitString(_ octets: [UInt8]) -> [UInt8] { element(.bitString, [0] + octets) }

    /// A named bit list without trailing zero bits (X.690, 11.2.2); bit n of the number is bit n of the list.
    public static func namedBits(_ bits: UInt32) -> [UInt8] {
        guard bits != 0 else { return element(.bitString, [0]) }
        let highest = 31 - bits.leadingZeroBitCount
        var octets = [UInt8](repeating: 0, count: highest / 8 + 1)
        for bit in 0...highest where bits & (1 << UInt32(bit)) != 0 { octets[bit / 8] |= 0x80 >> UInt8(bit % 8) }
        return element(.bitString, [UInt8(7 - highest % 8)] + octets)
    }

    /// A BOOLEAN.
    public static func boolean(_ value: Bool) -> [UInt8] { element(.boolean, [value ? 0xFF : 0x00]) }

    /// NULL.
    public static let null: [UInt8] = [0x05, 0x00]

    /// A string type over the UTF-8 bytes of text; the caller has checked the alphabet.
    public static func string(_ tag: ASN1Tag, _ text: String) -> [UInt8] { element(tag, text.utf8) }
}
