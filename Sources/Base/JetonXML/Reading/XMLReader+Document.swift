/// What stands before and after the root element.
extension XMLReader {
    /// Reads the XML declaration, if there is one.
    mutating func readDeclaration(_ bytes: Span<UInt8>, _ start: Int, _ isLast: Bool) throws(XMLError) -> Int? {
        guard hasPrefix(bytes, start, "<?xml"), start + 5 < bytes.count, XMLCharacter.isSpace(bytes[start + 5]) else {
            if !isLast, bytes.count - start < 6, isPrefix(bytes, start, of: "<?xml ") { return nil }
            // XML 1.0, 4.3.3.
            guard !mustDeclareEncoding else { throw failure(.encodingNotSupported, start) }
            state = .prolog
            return start
        }
        var cursor = start + 5
        var values: [(name: String, value: String)] = []
        while true {
            let hasSpace = skipSpace(bytes, &cursor)
            guard cursor + 1 < bytes.count else { return try wait(bytes, start) }
            if bytes[cursor] == XMLCharacter.question {
                guard bytes[cursor + 1] == XMLCharacter.greater else { throw failure(.malformed, cursor) }
                break
            }
            guard hasSpace else { throw failure(.malformed, cursor) }
            let nameStart = cursor
            while cursor < bytes.count, XMLCharacter.isNameByte(bytes[cursor]) { cursor += 1 }
            let name = text(bytes, nameStart..<cursor)
            _ = skipSpace(bytes, &cursor)
            guard cursor < bytes.count else { return try wait(bytes, start) }
            guard bytes[cursor] == XMLCharacter.equals else { throw failure(.malformed, cursor) }
            cursor += 1
            _ = skipSpace(bytes, &cursor)
            guard cursor < bytes.count else { return try wait(bytes, start) }
            let quote = bytes[cursor]
            guard quote == XMLCharacter.quote || quote == XMLCharacter.apostrophe else {
                throw failure(.malformed, cursor)
            }
            let valueStart = cursor + 1
            cursor = valueStart
            while cursor < bytes.count, bytes[cursor] != quote { cursor += 1 }
            guard cursor < bytes.count else { return try wait(bytes, start) }
            values.append((name, text(bytes, valueStart..<cursor)))
            cursor += 1
        }
        try check(values, start)
        state = .prolog
        return cursor + 2
    }

    private func check(_ values: [(name: String, value: String)], _ position: Int) throws(XMLError) {
        var rest = values[...]
        guard let version = rest.popFirst(), version.name == "version" else { throw failure(.malformed, position) }
        // XML 1.0, 2.8: a document of another minor version is read as one of 1.0.
        let minor = version.value.utf8.dropFirst(2)
        guard version.value.hasPrefix("1."), !minor.isEmpty, minor.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw failure(.versionNotSupported, position)
        }
        if let encoding = rest.first, encoding.name == "encoding" {
            rest.removeFirst()
            let allowed = isUTF16 ? ["utf-16", "utf-16be", "utf-16le"] : ["utf-8", "us-ascii", "ascii"]
            guard allowed.contains(encoding.value.lowercased()) else { throw failure(.encodingNotSupported, position) }
        } else if mustDeclareEncoding {
            throw failure(.encodingNotSupported, position)
        }
        if let standalone = rest.first, standalone.name == "standalone", ["yes", "no"].contains(standalone.value) {
            rest.removeFirst()
        }
        guard rest.isEmpty else { throw failure(.malformed, position) }
    }

    /// Reads white space, a comment, a processing instruction, or the root's start tag.
    mutating func readOutside(_ bytes: Span<UInt8>, _ start: Int) throws(XMLError) -> Int? {
        var cursor = start
        if skipSpace(bytes, &cursor) { return cursor }
        guard bytes[start] == XMLCharacter.less else { throw failure(.malformed, start) }
        guard start + 1 < bytes.count else { return nil }
        switch bytes[start + 1] {
        case XMLCharacter.exclamation:
            guard start + 2 < bytes.count else { return nil }
            if bytes[start + 2] == XMLCharacter.hyphen { return try readMarkup(bytes, start) }
            if isPrefix(bytes, start, of: "<!DOCTYPE") {
                guard bytes.count - start >= 9 else { return nil }
                throw failure(.documentType, start)
            }
            throw failure(.malformed, start)
        case XMLCharacter.question: return try readMarkup(bytes, start)
        default:
            guard state == .prolog else { throw failure(.malformed, start, "a second root element") }
            return try readMarkup(bytes, start)
        }
    }

    /// Whether white space was there; the cursor goes behind it.
    func skipSpace(_ bytes: Span<UInt8>, _ cursor: inout Int) -> Bool {
        let start = cursor
        while cursor < bytes.count, XMLCharacter.isSpace(bytes[cursor]) { cursor += 1 }
        return cursor > start
    }

    /// Whether all of a text stands at a place.
    func hasPrefix(_ bytes: Span<UInt8>, _ start: Int, _ text: StaticString) -> Bool {
        bytes.count - start >= text.utf8CodeUnitCount && isPrefix(bytes, start, of: text)
    }

    /// Whether what stands at a place is a text, as far as the bytes go.
    func isPrefix(_ bytes: Span<UInt8>, _ start: Int, of text: StaticString) -> Bool {
        for index in 0..<min(text.utf8CodeUnitCount, bytes.count - start)
        where unsafe bytes[start + index] != text.utf8Start[index] {
            return false
        }
        return true
    }

    /// Nil, if a tag of this length may still go on.
    func wait(_ bytes: Span<UInt8>, _ start: Int) throws(XMLError) -> Int? {
        guard bytes.count - start <= limits.tagLength else {
            throw failure(.limitExceeded, start, "a tag of more than \(limits.tagLength) bytes")
        }
        return nil
    }

    /// A part of the document for an error.
    func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
        var copy: [UInt8] = []
        for index in range.prefix(80) { copy.append(bytes[index]) }
        return String(decoding: copy, as: UTF8.self)
    }
}
