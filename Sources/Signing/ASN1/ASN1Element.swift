import Octets

/// One ASN.1 element: its tag, its contents, and its whole encoding as read.
struct ASN1Element: Hashable, Sendable {
    let tag: ASN1Tag
    /// The contents octets, without an end-of-contents marker.
    let content: ArraySlice<UInt8>
    /// The whole element, as it stands in the input.
    let encoded: ArraySlice<UInt8>
    /// The rules the element was read with; its members are read with the same.
    let rules: ASN1Reader.Rules

    /// Reads one element that is all of `octets`.
    static func parse(
        _ octets: ArraySlice<UInt8>,
        rules: ASN1Reader.Rules = .basic
    ) throws(EncodingError) -> ASN1Element {
        var reader = ASN1Reader(octets, rules: rules)
        let element = try reader.next()
        try reader.finish()
        return element
    }

    /// Where the element starts in its input.
    var offset: Int { encoded.startIndex }

    /// A reader over the members of a constructed element.
    func members() throws(EncodingError) -> ASN1Reader {
        guard tag.isConstructed else { throw EncodingError(.unexpectedValue, at: offset) }
        return ASN1Reader(content, rules: rules)
    }

    /// A reader over the members, after a check of the tag.
    func members(of expected: ASN1Tag) throws(EncodingError) -> ASN1Reader {
        try expect(expected)
        return try members()
    }

    /// Checks the tag.
    func expect(_ expected: ASN1Tag) throws(EncodingError) {
        guard tag == expected else { throw EncodingError(.unexpectedValue, at: offset) }
    }

    /// The only member of an explicitly tagged element.
    func onlyMember() throws(EncodingError) -> ASN1Element {
        var reader = try members()
        let member = try reader.next()
        try reader.finish()
        return member
    }

    // MARK: - Values

    /// An OBJECT IDENTIFIER.
    func oid() throws(EncodingError) -> OID {
        try expect(.oid)
        guard let oid = OID(contents: content) else { throw EncodingError(.unexpectedValue, at: offset) }
        return oid
    }

    /// An INTEGER that fits an `Int`.
    func int() throws(EncodingError) -> Int {
        try expect(.integer)
        guard (1...8).contains(content.count), let first = content.first else {
            throw EncodingError(.unexpectedValue, at: offset)
        }
        var value = first & 0x80 == 0 ? 0 : -1
        for octet in content { value = value << 8 | Int(octet) }
        return value
    }

    /// The contents of an INTEGER, as they stand: two's complement, big-endian, at least one octet.
    func integerOctets() throws(EncodingError) -> [UInt8] {
        try expect(.integer)
        guard !content.isEmpty else { throw EncodingError(.unexpectedValue, at: offset) }
        return Array(content)
    }

    /// The magnitude of an INTEGER that is not negative, without leading zeros; empty for zero.
    func unsignedInteger() throws(EncodingError) -> [UInt8] {
        let octets = try integerOctets()
        guard octets[0] & 0x80 == 0 else { throw EncodingError(.unexpectedValue, at: offset) }
        return Array(octets.drop { $0 == 0 })
    }

    /// A BOOLEAN; anything but zero is true in BER.
    func boolean() throws(EncodingError) -> Bool {
        try expect(.boolean)
        guard content.count == 1, let octet = content.first else { throw EncodingError(.unexpectedValue, at: offset) }
        return octet != 0
    }

    /// An OCTET STRING, whose segments are joined if it is constructed (BER only).
    func octetString() throws(EncodingError) -> [UInt8] {
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

    /// A BIT STRING of whole octets, such as a key or a signature.
    func bitStringOctets() throws(EncodingError) -> [UInt8] {
        let (octets, unused) = try bitString()
        guard unused == 0 else { throw EncodingError(.unexpectedValue, at: offset) }
        return octets
    }

    /// A BIT STRING: its octets, and how many bits at the end are not used.
    private func bitString() throws(EncodingError) -> (octets: [UInt8], unusedBits: Int) {
        try expect(.bitString)
        guard let unused = content.first, unused < 8, unused == 0 || content.count > 1 else {
            throw EncodingError(.unexpectedValue, at: offset)
        }
        return (Array(content.dropFirst()), Int(unused))
    }

    /// A named bit list, bit 0 first as the most significant bit of the first octet.
    ///
    /// At most the first 32 bits are returned; bit n of the list is bit n of the number. Trailing zero bits, used or
    /// not, are refused in DER (X.690, 11.2).
    func namedBits() throws(EncodingError) -> UInt32 {
        let (octets, unused) = try bitString()
        guard rules == .basic || octets.last.map({ $0.trailingZeroBitCount == unused }) ?? true else {
            throw EncodingError(.unexpectedValue, at: offset)
        }
        var bits: UInt32 = 0
        for (index, octet) in octets.prefix(4).enumerated() {
            for bit in 0..<8 where octet & (0x80 >> UInt8(bit)) != 0 { bits |= 1 << UInt32(index * 8 + bit) }
        }
        return bits
    }

    /// The text of a string type, leniently; nil if the tag is not a string type.
    ///
    /// Ill-formed UTF-8, UTF-16 and UTF-32 are repaired with U+FFFD. TeletexString is read as ISO 8859-1, which is
    /// what certificates in the field contain under that tag.
    var text: String? {
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
