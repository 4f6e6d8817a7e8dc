/// Start tags, end tags, and what `<` begins otherwise.
extension XMLReader {
    /// Reads the markup at a `<`.
    ///
    /// - Returns: Where it ends, or its data begin; nil if the bytes end before that is known.
    mutating func readMarkup(_ bytes: Span<UInt8>, _ start: Int) throws(XMLError) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        switch bytes[start + 1] {
        case XMLCharacter.slash: return try readEndTag(bytes, start)
        case XMLCharacter.question: return try readTarget(bytes, start)
        case XMLCharacter.exclamation: return try readDeclarationOpen(bytes, start)
        default: return try readStartTag(bytes, start)
        }
    }

    // MARK: - Elements

    private mutating func readStartTag(_ bytes: Span<UInt8>, _ start: Int) throws(XMLError) -> Int? {
        var cursor = start + 1
        guard let local = try readName(bytes, &cursor) else { return try wait(bytes, start) }
        let name = start + 1..<cursor
        let depth = open.count
        tag.clearAttributes()
        var isEmptyElement = false
        if cursor < bytes.count, bytes[cursor] == XMLCharacter.greater {
            cursor += 1
        } else {
            // A declaration counts for its own element, wherever in the tag it stands: names are resolved afterwards.
            let declared = tag.namespaces.bindings.count
            guard let end = try readAttributes(bytes, &cursor, depth: depth) else {
                if tag.namespaces.bindings.count > declared { tag.namespaces.leave(depth: depth) }
                return try wait(bytes, start)
            }
            isEmptyElement = end
            try resolveAttributes(start)
        }
        guard depth < limits.depth else { throw failure(.limitExceeded, start, "\(limits.depth) open elements") }
        guard cursor - start <= limits.tagLength else {
            throw failure(.limitExceeded, start, "a tag of more than \(limits.tagLength) bytes")
        }
        tag.binding = try resolve(name.lowerBound..<max(name.lowerBound, local - 1), isElement: true)
        place(name, local, depth, start, cursor, isEmptyElement)
        state = .content
        try handler.startElement(tag)
        if isEmptyElement {
            tag.clearAttributes()
            try handler.endElement(tag)
            close(depth)
        } else {
            open.append(
                OpenElement(start: openNames.count, prefixLength: local - name.lowerBound, binding: tag.binding)
            )
            openNames.push(bytes.extracting(name))
        }
        return cursor
    }

    private mutating func readEndTag(_ bytes: Span<UInt8>, _ start: Int) throws(XMLError) -> Int? {
        guard let element = open.last else { throw failure(.mismatchedEndTag, start) }
        let length = openNames.count - element.start
        var cursor = start + 2 + length
        guard cursor < bytes.count else { return try wait(bytes, start) }
        let name = start + 2..<cursor
        guard openNames.isTop(bytes.extracting(name)) else { throw failure(.mismatchedEndTag, start) }
        if bytes[cursor] != XMLCharacter.greater {
            let hasSpace = skipSpace(bytes, &cursor)
            guard cursor < bytes.count else { return try wait(bytes, start) }
            guard bytes[cursor] == XMLCharacter.greater else {
                throw failure(hasSpace ? .malformed : .mismatchedEndTag, start)
            }
        }
        cursor += 1
        open.removeLast()
        openNames.pop(to: element.start)
        tag.clearAttributes()
        tag.binding = element.binding
        place(name, name.lowerBound + element.prefixLength, open.count, start, cursor, false)
        try handler.endElement(tag)
        close(open.count)
        return cursor
    }

    private mutating func place(
        _ name: Range<Int>,
        _ local: Int,
        _ depth: Int,
        _ start: Int,
        _ end: Int,
        _ isEmpty: Bool
    ) {
        tag.name = name
        tag.local = local
        tag.depth = depth
        tag.offset = consumed + UInt64(start)
        tag.endOffset = consumed + UInt64(end)
        tag.isEmptyElement = isEmpty
    }

    private mutating func close(_ depth: Int) {
        tag.namespaces.leave(depth: depth)
        if depth == 0 { state = .epilog }
    }

    // MARK: - Names

    /// Reads a name with at most one colon.
    ///
    /// - Returns: Where its local part begins; nil if the bytes may end inside it.
    func readName(_ bytes: Span<UInt8>, _ cursor: inout Int) throws(XMLError) -> Int? {
        // Most names are in ASCII; all else, errors too, takes the longer way.
        let start = cursor
        var local = start
        var end = TextScanner.nameEnd(bytes, start)
        if end > start, end < bytes.count, bytes[end] == XMLCharacter.colon {
            local = end + 1
            end = TextScanner.nameEnd(bytes, local)
        }
        guard end > local, end < bytes.count, bytes[end] < 0x80, bytes[end] != XMLCharacter.colon,
            XMLCharacter.isNameStartByte(bytes[start]), XMLCharacter.isNameStartByte(bytes[local]),
            end - start <= limits.nameLength
        else { return try readAnyName(bytes, &cursor) }
        cursor = end
        return local
    }

    /// Reads a name of any characters.
    private func readAnyName(_ bytes: Span<UInt8>, _ cursor: inout Int) throws(XMLError) -> Int? {
        let start = cursor
        var local = start
        while cursor < bytes.count {
            let byte = bytes[cursor]
            if byte == XMLCharacter.colon {
                guard local == start, cursor > start else { throw failure(.malformed, start, "a name with two colons") }
                cursor += 1
                local = cursor
            } else if XMLCharacter.isNameByte(byte) {
                if cursor == local, !XMLCharacter.isNameStartByte(byte) { throw failure(.malformed, cursor) }
                cursor += 1
            } else if byte >= 0x80 {
                switch XMLCharacter.decode(bytes, at: cursor) {
                case .incomplete: return nil
                case .scalar(let scalar, let length)
                where cursor == local ? XMLCharacter.isNameStart(scalar) : XMLCharacter.isName(scalar):
                    cursor += length
                default: throw failure(.invalidCharacter, cursor)
                }
            } else {
                break
            }
        }
        guard cursor < bytes.count else { return nil }
        guard cursor > local else { throw failure(.malformed, cursor) }
        guard cursor - start <= limits.nameLength else {
            throw failure(.limitExceeded, start, "a name of more than \(limits.nameLength) bytes")
        }
        return local
    }

    /// The binding of a prefix; nil for no namespace.
    func resolve(_ prefix: Range<Int>, isElement: Bool) throws(XMLError) -> Int? {
        if prefix.isEmpty, !isElement { return nil }
        guard let binding = tag.namespaces.find(tag.bytes.span.extracting(prefix)) else {
            if prefix.isEmpty { return nil }
            throw failure(
                .unboundPrefix,
                prefix.lowerBound,
                String(decoding: tag.bytes[prefix].prefix(80), as: UTF8.self)
            )
        }
        return tag.namespaces.bindings[binding].name.isEmpty ? nil : binding
    }
}
