import Octets

/// What of DER a certificate takes.
///
/// - SeeAlso: ITU-T X.690 (2021), 8 and 10.
enum DER {
    static func sequence(_ members: [[UInt8]]) -> [UInt8] { TLV(tag: 0x30, value: members.flatMap { $0 }).encoded }

    static func set(_ member: [UInt8]) -> [UInt8] { TLV(tag: 0x31, value: member).encoded }

    /// An unsigned integer, most significant octet first, in the shortest form.
    static func integer(_ octets: some Collection<UInt8>) -> [UInt8] {
        var value = Array(octets.drop { $0 == 0 })
        if value.first.map({ $0 >= 0x80 }) ?? true { value.insert(0, at: 0) }
        return TLV(tag: 0x02, value: value).encoded
    }

    static func bitString(_ octets: [UInt8]) -> [UInt8] { TLV(tag: 0x03, value: [0x00] + octets).encoded }

    static func octetString(_ octets: [UInt8]) -> [UInt8] { TLV(tag: 0x04, value: octets).encoded }

    static func utf8String(_ text: String) -> [UInt8] { TLV(tag: 0x0C, value: Array(text.utf8)).encoded }

    static func utcTime(_ text: String) -> [UInt8] { TLV(tag: 0x17, value: Array(text.utf8)).encoded }

    static func generalizedTime(_ text: String) -> [UInt8] { TLV(tag: 0x18, value: Array(text.utf8)).encoded }

    static func explicit(_ number: UInt32, _ member: [UInt8]) -> [UInt8] {
        TLV(tag: 0xA0 | number, value: member).encoded
    }

    static let null: [UInt8] = [0x05, 0x00]
    static let `true`: [UInt8] = [0x01, 0x01, 0xFF]

    /// An object identifier of at least two arcs.
    static func identifier(_ first: UInt32, _ second: UInt32, _ rest: UInt32...) -> [UInt8] {
        TLV(tag: 0x06, value: ([first * 40 + second] + rest).flatMap(base128)).encoded
    }

    private static func base128(_ arc: UInt32) -> [UInt8] {
        var octets = [UInt8(arc & 0x7F)]
        var rest = arc >> 7
        while rest > 0 {
            octets.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return octets
    }
}
