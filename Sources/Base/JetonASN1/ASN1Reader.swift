public import JetonOctets

/// A lazy reader over the elements of one level of ASN.1 in DER or BER.
///
/// It copies nothing and reads nothing ahead: a hostile input costs no more memory than its own size.
///
/// - SeeAlso: ITU-T X.690 (2021), 8.1 (BER), 10.1 (DER lengths).
public struct ASN1Reader: Sendable {
    /// Which encodings are accepted.
    public enum Rules: Hashable, Sendable {
        /// BER: long forms and indefinite lengths too.
        case basic
        /// DER: the shortest definite length only, and one encoding for each value.
        case distinguished
    }

    /// How deep indefinite lengths and segments of a string may nest.
    public static let depthLimit = 32

    private let octets: ArraySlice<UInt8>
    private let rules: Rules
    private var position: Int

    /// Starts at the first byte.
    public init(_ octets: ArraySlice<UInt8>, rules: Rules = .distinguished) {
        self.octets = octets
        self.rules = rules
        position = octets.startIndex
    }

    /// Starts at the first byte.
    public init(_ octets: [UInt8], rules: Rules = .distinguished) { self.init(octets[...], rules: rules) }

    /// Whether nothing is left on this level.
    public var isAtEnd: Bool { position == octets.endIndex }

    /// The tag of the next element, without moving on; nil at the end or if it is malformed.
    public var nextTag: ASN1Tag? {
        var ahead = self
        return try? ahead.readTag()
    }

    /// Takes the next element.
    ///
    /// - Throws: ``EncodingError``; every length is compared with what is left before it is used.
    public mutating func next() throws(EncodingError) -> ASN1Element {
        try next(depth: 0)
    }

    /// Takes the next element, which must have a tag.
    ///
    /// - Throws: ``EncodingError``; `unexpectedValue` for another tag.
    public mutating func next(_ tag: ASN1Tag) throws(EncodingError) -> ASN1Element {
        let start = position
        let element = try next()
        guard element.tag == tag else { throw EncodingError(.unexpectedValue, at: start) }
        return element
    }

    /// Takes the next element if it has a tag; otherwise nil.
    public mutating func nextIf(_ tag: ASN1Tag) throws(EncodingError) -> ASN1Element? {
        guard nextTag == tag else { return nil }
        return try next()
    }

    /// Takes the remaining elements, at most `limit`.
    ///
    /// - Throws: ``EncodingError``; `limitExceeded` for more elements.
    public mutating func rest(limit: Int) throws(EncodingError) -> [ASN1Element] {
        var elements: [ASN1Element] = []
        while !isAtEnd {
            guard elements.count < limit else { throw EncodingError(.limitExceeded, at: position) }
            elements.append(try next())
        }
        return elements
    }

    /// Checks that everything was consumed.
    ///
    /// - Throws: ``EncodingError``; `trailingOctets`.
    public func finish() throws(EncodingError) {
        guard isAtEnd else { throw EncodingError(.trailingOctets, at: position) }
    }

    // MARK: - Header

    private mutating func next(depth: Int) throws(EncodingError) -> ASN1Element {
        let start = position
        let tag = try readTag()
        // X.690, 8.1.5: number 0 of the universal class is the end-of-contents marker only.
        guard tag.rawValue & ~0x20 != 0 else { throw EncodingError(.malformedTag, at: start) }
        guard let length = try readLength() else {
            return try readIndefinite(tag, from: start, depth: depth)
        }
        guard length <= octets.endIndex - position else { throw EncodingError(.truncated, at: position) }
        let content = octets[position..<position + length]
        position += length
        return ASN1Element(tag: tag, content: content, encoded: octets[start..<position], rules: rules)
    }

    private mutating func readIndefinite(
        _ tag: ASN1Tag,
        from start: Int,
        depth: Int
    ) throws(EncodingError) -> ASN1Element {
        guard rules == .basic, tag.isConstructed else { throw EncodingError(.malformedLength, at: start) }
        guard depth < ASN1Reader.depthLimit else { throw EncodingError(.limitExceeded, at: start) }
        let contentStart = position
        while true {
            guard octets.endIndex - position >= 2 else { throw EncodingError(.truncated, at: position) }
            if octets[position] == 0, octets[position + 1] == 0 { break }
            _ = try next(depth: depth + 1)
        }
        let content = octets[contentStart..<position]
        position += 2
        return ASN1Element(tag: tag, content: content, encoded: octets[start..<position], rules: rules)
    }

    private mutating func readOctet() throws(EncodingError) -> UInt8 {
        guard position < octets.endIndex else { throw EncodingError(.truncated, at: position) }
        defer { position += 1 }
        return octets[position]
    }

    private mutating func readTag() throws(EncodingError) -> ASN1Tag {
        let start = position
        let first = try readOctet()
        var tag = UInt32(first)
        guard first & 0x1F == 0x1F else { return ASN1Tag(rawValue: tag) }
        // X.690, 8.1.2.4: high tag numbers; three more octets are more than any type in use has.
        for index in 0..<3 {
            let octet = try readOctet()
            if index == 0, octet == 0x80 { throw EncodingError(.malformedTag, at: position - 1) }
            tag = tag << 8 | UInt32(octet)
            guard octet & 0x80 == 0 else { continue }
            // X.690, 8.1.2.2: numbers up to 30 have the short form only.
            if rules == .distinguished, index == 0, octet < 0x1F { throw EncodingError(.malformedTag, at: start) }
            return ASN1Tag(rawValue: tag)
        }
        throw EncodingError(.malformedTag, at: position - 1)
    }

    /// The length, or nil for the indefinite form.
    private mutating func readLength() throws(EncodingError) -> Int? {
        let start = position
        let first = try readOctet()
        if first < 0x80 { return Int(first) }
        if first == 0x80 { return nil }
        let count = Int(first & 0x7F)
        guard count <= 8 else { throw EncodingError(.malformedLength, at: start) }
        var length: UInt64 = 0
        for _ in 0..<count { length = length << 8 | UInt64(try readOctet()) }
        guard let value = Int(exactly: length) else { throw EncodingError(.malformedLength, at: start) }
        if rules == .distinguished, value < 0x80 || octets[start + 1] == 0 {
            throw EncodingError(.malformedLength, at: start)
        }
        return value
    }
}
