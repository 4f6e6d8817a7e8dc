import JetonASN1
import JetonOctets

/// The identifier and length octets of an element in DER, read without its contents.
struct DERHeader {
    /// The only identifier octet.
    let tag: UInt8
    /// How many octets tag and length have.
    let size: Int
    /// How many octets the contents have; below 2³².
    let length: Int

    /// Reads a header; nil if it is not there as a whole.
    ///
    /// - Throws: ``EncodingError`` for a high tag number, or a length that is not DER or has more than 4 octets.
    @inline(__always)
    init?(_ octets: [UInt8], at start: Int) throws(EncodingError) {
        guard start + 1 < octets.count else { return nil }
        tag = octets[start]
        guard tag & 0x1F != 0x1F, tag != 0 else { throw EncodingError(.malformedTag, at: start) }
        let first = octets[start + 1]
        guard first >= 0x80 else {
            size = 2
            length = Int(first)
            return
        }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count) else { throw EncodingError(.malformedLength, at: start) }
        guard start + 1 + count < octets.count else { return nil }
        var value = 0
        for index in start + 2..<start + 2 + count { value = value << 8 | Int(octets[index]) }
        guard value >= 0x80, octets[start + 2] != 0 else { throw EncodingError(.malformedLength, at: start) }
        size = 2 + count
        length = value
    }

    func expect(_ expected: ASN1Tag, at offset: Int) throws(EncodingError) {
        guard UInt32(tag) == expected.rawValue else { throw EncodingError(.unexpectedValue, at: offset) }
    }
}
