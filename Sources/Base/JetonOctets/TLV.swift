/// One BER-TLV data object of smart cards: a tag of 1–3 octets, a definite length, a value.
///
/// - SeeAlso: ISO/IEC 7816-4:2020, 6.3; ITU-T X.690 (2021), 8.1.
public struct TLV: Hashable, Sendable {
    /// The tag's octets as one big-endian number: `0x5C`, `0x7F49`, `0x5FC105`.
    public var tag: UInt32
    /// The value's octets.
    public var value: [UInt8]

    /// Makes a data object.
    public init(tag: UInt32, value: [UInt8]) {
        self.tag = tag
        self.value = value
    }

    /// Makes a constructed data object from its members.
    public init(tag: UInt32, members: [TLV]) {
        self.init(tag: tag, value: members.flatMap(\.encoded))
    }

    /// Whether the tag says that the value is made of data objects (bit 6 of the first octet).
    public var isConstructed: Bool {
        var first = tag
        while first > 0xFF { first >>= 8 }
        return first & 0x20 != 0
    }

    /// The data object's octets, with the shortest length form.
    public var encoded: [UInt8] {
        TLV.encode(tag: tag) + TLV.encode(length: value.count) + value
    }

    /// Reads the data objects that make up `octets`, each of which must be whole.
    ///
    /// Octets `00` and `FF` between data objects are padding and are skipped, as ISO/IEC 7816-4 allows.
    ///
    /// - Parameters:
    ///   - octets: Octets from outside.
    ///   - limit: How many data objects are accepted at most.
    /// - Returns: The data objects in their order.
    /// - Throws: ``EncodingError``.
    public static func parse(_ octets: ArraySlice<UInt8>, limit: Int = 1024) throws(EncodingError) -> [TLV] {
        var cursor = ByteCursor(octets)
        var objects: [TLV] = []
        while let next = cursor.peek {
            if next == 0x00 || next == 0xFF {
                _ = try cursor.readByte()
                continue
            }
            guard objects.count < limit else { throw EncodingError(.limitExceeded, at: cursor.offset) }
            objects.append(try TLV(from: &cursor))
        }
        return objects
    }

    /// Reads the data objects that make up `octets`.
    public static func parse(_ octets: [UInt8], limit: Int = 1024) throws(EncodingError) -> [TLV] {
        try parse(octets[...], limit: limit)
    }

    /// Reads one data object and leaves the cursor behind it.
    ///
    /// - Throws: ``EncodingError``; the length is compared with what is left before it is used.
    public init(from cursor: inout ByteCursor) throws(EncodingError) {
        tag = try TLV.readTag(&cursor)
        let length = try TLV.readLength(&cursor)
        value = Array(try cursor.read(length))
    }

    /// The members of a constructed data object.
    ///
    /// - Throws: ``EncodingError``.
    public func members(limit: Int = 1024) throws(EncodingError) -> [TLV] {
        try TLV.parse(value, limit: limit)
    }

    /// The tag's octets, 1–4 of them.
    public static func encode(tag: UInt32) -> [UInt8] {
        let octets = tag.bigEndianOctets.drop { $0 == 0 }
        return octets.isEmpty ? [0] : Array(octets)
    }

    /// The shortest form of a length: one octet up to 127, then `81`–`84` and 1–4 octets.
    public static func encode(length: Int) -> [UInt8] {
        if length < 0x80 { return [UInt8(length)] }
        let octets = UInt32(length).bigEndianOctets.drop { $0 == 0 }
        return [0x80 | UInt8(octets.count)] + octets
    }

    private static func readTag(_ cursor: inout ByteCursor) throws(EncodingError) -> UInt32 {
        let first = try cursor.readByte()
        var tag = UInt32(first)
        guard first & 0x1F == 0x1F else { return tag }
        // ISO/IEC 7816-4, 6.3: two- and three-octet tags; the first number octet must not be 80.
        for index in 0..<2 {
            let octet = try cursor.readByte()
            if index == 0, octet == 0x80 { throw EncodingError(.malformedTag, at: cursor.offset - 1) }
            tag = tag << 8 | UInt32(octet)
            if octet & 0x80 == 0 { return tag }
        }
        throw EncodingError(.malformedTag, at: cursor.offset - 1)
    }

    private static func readLength(_ cursor: inout ByteCursor) throws(EncodingError) -> Int {
        let first = try cursor.readByte()
        guard first >= 0x80 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count) else { throw EncodingError(.malformedLength, at: cursor.offset - 1) }
        var length = 0
        for octet in try cursor.read(count) { length = length << 8 | Int(octet) }
        return length
    }
}

extension Sequence<TLV> {
    /// The value of the first data object with a tag, or nil.
    public func firstValue(tag: UInt32) -> [UInt8]? {
        first { $0.tag == tag }?.value
    }
}
