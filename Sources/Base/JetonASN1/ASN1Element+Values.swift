public import JetonOctets

/// The values of the universal types; each throws `unexpectedValue` for another tag or a malformed value.
extension ASN1Element {
    /// An OBJECT IDENTIFIER.
    public func oid() throws(EncodingError) -> OID {
        try expect(.oid)
        guard let oid = OID(contents: content) else { throw EncodingError(.unexpectedValue, at: offset) }
        return oid
    }

    /// NULL.
    public func null() throws(EncodingError) {
        try expect(.null)
        guard content.isEmpty else { throw EncodingError(.unexpectedValue, at: offset) }
    }

    /// An INTEGER that fits an `Int`.
    public func int() throws(EncodingError) -> Int {
        let octets = try integerOctets()
        guard octets.count <= 8 else { throw EncodingError(.unexpectedValue, at: offset) }
        var value = octets[0] & 0x80 == 0 ? 0 : -1
        for octet in octets { value = value << 8 | Int(octet) }
        return value
    }

    /// The contents of an INTEGER: two's complement, big-endian, at least one byte.
    ///
    /// By DER the shortest encoding only. X.690, 8.3.2 asks the same of BER, where it is often ignored.
    public func integerOctets() throws(EncodingError) -> [UInt8] {
        try expect(.integer)
        let octets = Array(content)
        guard let first = octets.first else { throw EncodingError(.unexpectedValue, at: offset) }
        if rules == .distinguished, octets.count > 1 {
            let isPadded = first == 0 ? octets[1] & 0x80 == 0 : first == 0xFF && octets[1] & 0x80 != 0
            guard !isPadded else { throw EncodingError(.unexpectedValue, at: offset) }
        }
        return octets
    }

    /// The magnitude of an INTEGER that is not negative, without leading zeros; empty for zero.
    public func unsignedInteger() throws(EncodingError) -> [UInt8] {
        let octets = try integerOctets()
        guard octets[0] & 0x80 == 0 else { throw EncodingError(.unexpectedValue, at: offset) }
        return Array(octets.drop { $0 == 0 })
    }

    /// A BOOLEAN; by BER anything but zero is true, by DER only `FF`.
    public func boolean() throws(EncodingError) -> Bool {
        try expect(.boolean)
        guard content.count == 1, let octet = content.first,
            rules == .basic || octet == 0 || octet == 0xFF
        else { throw EncodingError(.unexpectedValue, at: offset) }
        return octet != 0
    }

    /// An OCTET STRING; by BER in segments too, which are joined.
    ///
    /// - Throws: ``EncodingError``; `limitExceeded` for segments nested deeper than ``ASN1Reader/depthLimit``.
    public func octetString() throws(EncodingError) -> [UInt8] {
        if tag == .octetString { return Array(content) }
        guard tag == .constructedOctetString, rules == .basic else {
            throw EncodingError(.unexpectedValue, at: offset)
        }
        return try joinedSegments(depth: 0)
    }

    private func joinedSegments(depth: Int) throws(EncodingError) -> [UInt8] {
        guard depth < ASN1Reader.depthLimit else { throw EncodingError(.limitExceeded, at: offset) }
        var octets: [UInt8] = []
        var reader = try members()
        while !reader.isAtEnd {
            let segment = try reader.next()
            switch segment.tag {
            case .octetString: octets += segment.content
            case .constructedOctetString: octets += try segment.joinedSegments(depth: depth + 1)
            default: throw EncodingError(.unexpectedValue, at: segment.offset)
            }
        }
        return octets
    }

    /// A BIT STRING of whole bytes, such as a key or a signature.
    public func bitStringOctets() throws(EncodingError) -> [UInt8] {
        let (octets, unused) = try bitString()
        guard unused == 0 else { throw EncodingError(.unexpectedValue, at: offset) }
        return octets
    }

    /// A BIT STRING: its bytes, and how many bits at the end are unused, 0 to 7; by DER these bits are zero.
    public func bitString() throws(EncodingError) -> (octets: [UInt8], unusedBits: Int) {
        try expect(.bitString)
        guard let unused = content.first, unused < 8, let last = content.last, unused == 0 || content.count > 1,
            rules == .basic || content.count == 1 || last & (1 << unused &- 1) == 0
        else { throw EncodingError(.unexpectedValue, at: offset) }
        return (Array(content.dropFirst()), Int(unused))
    }

    /// A named bit list, bit 0 first as the most significant bit of the first byte.
    ///
    /// By DER a trailing zero bit is refused (X.690, 11.2.2).
    ///
    /// - Returns: The first 32 bits; bit n of the list is bit n of the number.
    public func namedBits() throws(EncodingError) -> UInt32 {
        let (octets, unused) = try bitString()
        if rules == .distinguished, let last = octets.last, last & (1 << UInt8(unused)) == 0 {
            throw EncodingError(.unexpectedValue, at: offset)
        }
        var bits: UInt32 = 0
        for (index, octet) in octets.prefix(4).enumerated() {
            for bit in 0..<8 where octet & (0x80 >> UInt8(bit)) != 0 { bits |= 1 << UInt32(index * 8 + bit) }
        }
        return bits
    }

    /// The text of a string type, leniently; nil if the tag is another type's.
    ///
    /// Ill-formed UTF-8, UTF-16 and UTF-32 are repaired with U+FFFD. TeletexString is read as ISO 8859-1, which is
    /// what certificates in the field contain under that tag.
    public var text: String? {
        switch tag {
        case .utf8String: String(decoding: content, as: UTF8.self)
        case .bmpString:
            String(decoding: units(of: 2).map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
        case .universalString: String(decoding: units(of: 4), as: UTF32.self)
        case .printableString, .ia5String, .visibleString, .numericString, .teletexString, .generalString:
            String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
        default: nil
        }
    }

    private func units(of width: Int) -> [UInt32] {
        stride(from: content.startIndex, to: content.endIndex, by: width).map { start in
            content[start..<min(start + width, content.endIndex)].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
