public import JetonOctets

/// An ASN.1 element: its tag, its contents, and its whole encoding as read.
public struct ASN1Element: Hashable, Sendable {
    /// The tag.
    public let tag: ASN1Tag
    /// The contents, without an end-of-contents marker.
    public let content: ArraySlice<UInt8>
    /// The whole element, as it stands in the input.
    public let encoded: ArraySlice<UInt8>
    /// The rules the element was read with; its members are read with the same.
    public let rules: ASN1Reader.Rules

    init(tag: ASN1Tag, content: ArraySlice<UInt8>, encoded: ArraySlice<UInt8>, rules: ASN1Reader.Rules) {
        self.tag = tag
        self.content = content
        self.encoded = encoded
        self.rules = rules
    }

    /// Reads one element that is all of `octets`.
    ///
    /// - Throws: ``EncodingError``; `trailingOctets` if anything follows.
    public static func parse(
        _ octets: ArraySlice<UInt8>,
        rules: ASN1Reader.Rules = .distinguished
    ) throws(EncodingError) -> ASN1Element {
        var reader = ASN1Reader(octets, rules: rules)
        let element = try reader.next()
        try reader.finish()
        return element
    }

    /// Reads one element that is all of `octets`.
    ///
    /// - Throws: ``EncodingError``; `trailingOctets` if anything follows.
    public static func parse(
        _ octets: [UInt8],
        rules: ASN1Reader.Rules = .distinguished
    ) throws(EncodingError) -> ASN1Element {
        try parse(octets[...], rules: rules)
    }

    /// Where the element starts in its input.
    public var offset: Int { encoded.startIndex }

    /// A reader over the members of a constructed element.
    ///
    /// - Throws: ``EncodingError``; `unexpectedValue` for a primitive element.
    public func members() throws(EncodingError) -> ASN1Reader {
        guard tag.isConstructed else { throw EncodingError(.unexpectedValue, at: offset) }
        return ASN1Reader(content, rules: rules)
    }

    /// A reader over the members, after a check of the tag.
    ///
    /// - Throws: ``EncodingError``; `unexpectedValue` for another tag.
    public func members(of expected: ASN1Tag) throws(EncodingError) -> ASN1Reader {
        try expect(expected)
        return try members()
    }

    /// Checks the tag.
    ///
    /// - Throws: ``EncodingError``; `unexpectedValue` for another tag.
    public func expect(_ expected: ASN1Tag) throws(EncodingError) {
        guard tag == expected else { throw EncodingError(.unexpectedValue, at: offset) }
    }

    /// The only member of an explicitly tagged element.
    ///
    /// - Throws: ``EncodingError``; `trailingOctets` for a second member.
    public func onlyMember() throws(EncodingError) -> ASN1Element {
        var reader = try members()
        let member = try reader.next()
        try reader.finish()
        return member
    }
}
