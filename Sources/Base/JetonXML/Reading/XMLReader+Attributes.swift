/// The attributes of a start tag.
extension XMLReader {
    /// Reads attributes and declarations up to the tag's end.
    ///
    /// - Returns: Whether the tag ends with `/>`; nil if the bytes end inside the tag.
    mutating func readAttributes(_ bytes: Span<UInt8>, _ cursor: inout Int, depth: Int) throws(XMLError) -> Bool? {
        var count = 0
        while true {
            let hasSpace = skipSpace(bytes, &cursor)
            guard cursor < bytes.count else { return nil }
            switch bytes[cursor] {
            case XMLCharacter.greater:
                cursor += 1
                return false
            case XMLCharacter.slash:
                guard cursor + 1 < bytes.count else { return nil }
                guard bytes[cursor + 1] == XMLCharacter.greater else { throw failure(.malformed, cursor) }
                cursor += 2
                return true
            default: guard hasSpace else { throw failure(.malformed, cursor) }
            }
            count += 1
            guard count <= limits.attributes else {
                throw failure(.limitExceeded, cursor, "more than \(limits.attributes) attributes")
            }
            let start = cursor
            guard let local = try readName(bytes, &cursor) else { return nil }
            let name = start..<cursor
            _ = skipSpace(bytes, &cursor)
            guard cursor < bytes.count else { return nil }
            guard bytes[cursor] == XMLCharacter.equals else { throw failure(.malformed, cursor) }
            cursor += 1
            _ = skipSpace(bytes, &cursor)
            guard let value = try readValue(bytes, &cursor) else { return nil }
            if isDeclaration(bytes, name, local) {
                let prefix = bytes.extracting(
                    name.count == 5 ? name.upperBound..<name.upperBound : local..<name.upperBound
                )
                if value.isDecoded {
                    try declare(prefix, Array(tag.decoded[value.range]).span, name.lowerBound, depth)
                } else {
                    try declare(prefix, bytes.extracting(value.range), name.lowerBound, depth)
                }
            } else {
                tag.attributes.append(
                    XMLTag.Attribute(name: name, local: local, value: value.range, isDecoded: value.isDecoded)
                )
            }
        }
    }

    /// Reads a quoted value; one with references, tabs or line ends is decoded.
    private mutating func readValue(
        _ bytes: Span<UInt8>,
        _ cursor: inout Int
    ) throws(XMLError) -> (range: Range<Int>, isDecoded: Bool)? {
        guard cursor < bytes.count else { return nil }
        let quote = bytes[cursor]
        guard quote == XMLCharacter.quote || quote == XMLCharacter.apostrophe else { throw failure(.malformed, cursor) }
        cursor += 1
        let start = cursor
        while true {
            cursor = TextScanner.valueEnd(bytes, cursor, quote: quote)
            guard cursor < bytes.count, bytes[cursor] != quote else { break }
            let byte = bytes[cursor]
            if byte >= 0x80 {
                guard let end = try skipCharacter(bytes, cursor) else { return nil }
                cursor = end
            } else if byte == XMLCharacter.ampersand || byte < 0x20 {
                return try readDecodedValue(bytes, start, &cursor, quote)
            } else {
                throw failure(.malformed, cursor, "< in a value")
            }
        }
        guard cursor < bytes.count else { return nil }
        cursor += 1
        return (start..<cursor - 1, false)
    }

    /// Reads on from the first byte of a value that is not what it is written as.
    ///
    /// - SeeAlso: XML 1.0, 3.3.3: each tab and line end written as such becomes one space, one by a reference stays.
    private mutating func readDecodedValue(
        _ bytes: Span<UInt8>,
        _ start: Int,
        _ cursor: inout Int,
        _ quote: UInt8
    ) throws(XMLError) -> (range: Range<Int>, isDecoded: Bool)? {
        let first = tag.decoded.count
        tag.decoded += tag.bytes[start..<cursor]
        while cursor < bytes.count, bytes[cursor] != quote {
            let byte = bytes[cursor]
            switch byte {
            case XMLCharacter.ampersand:
                guard let reference = try readReference(bytes, cursor) else { return nil }
                XMLCharacter.append(reference.scalar, to: &tag.decoded)
                cursor = reference.end
            case XMLCharacter.less: throw failure(.malformed, cursor, "< in a value")
            case XMLCharacter.carriageReturn:
                guard cursor + 1 < bytes.count else { return nil }
                cursor += bytes[cursor + 1] == XMLCharacter.lineFeed ? 2 : 1
                tag.decoded.append(XMLCharacter.space)
            case XMLCharacter.lineFeed, XMLCharacter.tab:
                tag.decoded.append(XMLCharacter.space)
                cursor += 1
            case 0x20..<0x80:
                tag.decoded.append(byte)
                cursor += 1
            default:
                guard let end = try skipCharacter(bytes, cursor) else { return nil }
                tag.decoded += tag.bytes[cursor..<end]
                cursor = end
            }
        }
        guard cursor < bytes.count else { return nil }
        cursor += 1
        return (first..<tag.decoded.count, true)
    }

    // MARK: - Declarations

    private func isDeclaration(_ bytes: Span<UInt8>, _ name: Range<Int>, _ local: Int) -> Bool {
        guard name.count >= 5, hasPrefix(bytes, name.lowerBound, "xmlns") else { return false }
        return name.count == 5 || local == name.lowerBound + 6
    }

    private mutating func declare(
        _ prefix: Span<UInt8>,
        _ uri: Span<UInt8>,
        _ start: Int,
        _ depth: Int
    ) throws(XMLError) {
        let isXML = prefix.isText("xml")
        // Namespaces in XML 1.0, 3: `xml` may be declared as what it is; no other prefix may have its name.
        guard isXML == uri.isText(NamespaceStack.xmlName), !prefix.isText("xmlns"),
            !uri.isText(NamespaceStack.xmlnsName), prefix.isEmpty || !uri.isEmpty
        else { throw failure(.invalidNamespace, start) }
        if let other = tag.namespaces.find(prefix),
            tag.namespaces.bindings[other].depth == depth,
            other != NamespaceStack.xml
        {
            throw failure(.duplicateAttribute, start)
        }
        guard !isXML else { return }
        guard tag.namespaces.bindings.count <= limits.namespaces else {
            throw failure(.limitExceeded, start, "more than \(limits.namespaces) namespace declarations")
        }
        tag.namespaces.declare(prefix, uri, depth: depth)
    }

    // MARK: - Order

    /// Resolves the prefixes of the attributes and sorts them; two with one name are an error.
    mutating func resolveAttributes(_ start: Int) throws(XMLError) {
        let count = tag.attributes.count
        guard count > 0 else { return }
        for index in 0..<count {
            let attribute = tag.attributes[index]
            let prefix = attribute.name.lowerBound..<max(attribute.name.lowerBound, attribute.local - 1)
            if !prefix.isEmpty { tag.attributes[index].binding = try resolve(prefix, isElement: false) }
        }
        guard count > 1 else { return }
        if let double = tag.sortAttributes() {
            throw failure(.duplicateAttribute, start, String(decoding: tag.bytes[double].prefix(80), as: UTF8.self))
        }
    }
}
