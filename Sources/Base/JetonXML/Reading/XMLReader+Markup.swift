/// Comments, processing instructions and CDATA sections.
extension XMLReader {
    /// Reads `<!--` or `<![CDATA[`.
    mutating func readDeclarationOpen(_ bytes: Span<UInt8>, _ start: Int) throws(XMLError) -> Int? {
        if hasPrefix(bytes, start, "<!--") {
            outer = state
            state = .comment
            place(start)
            try handler.startMarkup(.comment, tag)
            return start + 4
        }
        if state == .content, hasPrefix(bytes, start, "<![CDATA[") {
            state = .section
            return start + 9
        }
        if isPrefix(bytes, start, of: "<!--") || state == .content && isPrefix(bytes, start, of: "<![CDATA[") {
            return nil
        }
        throw failure(.malformed, start)
    }

    /// Reads `<?target` and the white space after it.
    mutating func readTarget(_ bytes: Span<UInt8>, _ start: Int) throws(XMLError) -> Int? {
        var cursor = start + 2
        guard let local = try readName(bytes, &cursor) else { return try wait(bytes, start) }
        let name = start + 2..<cursor
        guard local == name.lowerBound else { throw failure(.malformed, start, "a target with a colon") }
        guard text(bytes, name).lowercased() != "xml" else { throw failure(.malformed, start, "<?xml in the document") }
        if !skipSpace(bytes, &cursor) {
            guard cursor + 1 < bytes.count else { return try wait(bytes, start) }
            guard hasPrefix(bytes, cursor, "?>") else { throw failure(.malformed, cursor) }
        }
        guard cursor < bytes.count else { return try wait(bytes, start) }
        outer = state
        state = .processingInstruction
        tag.name = name
        tag.local = local
        place(start)
        try handler.startMarkup(.processingInstruction, tag)
        return cursor
    }

    /// Shows the data of a comment or processing instruction, and ends it.
    mutating func readMarkupData(_ bytes: Span<UInt8>, _ start: Int, _ isLast: Bool) throws(XMLError) -> Int? {
        let isComment = state == .comment
        let last = isComment ? XMLCharacter.hyphen : XMLCharacter.question
        var cursor = start
        while cursor < bytes.count {
            if bytes[cursor] == last {
                guard cursor + 2 < bytes.count || !isComment && cursor + 1 < bytes.count else { break }
                if hasPrefix(bytes, cursor, isComment ? "-->" : "?>") {
                    state = outer
                    try handler.endMarkup()
                    return cursor + (isComment ? 3 : 2)
                }
                guard !hasPrefix(bytes, cursor, "--") else { throw failure(.malformed, cursor, "-- in a comment") }
                try handler.markup(bytes.extracting(cursor..<cursor + 1))
                cursor += 1
                continue
            }
            guard let end = try readData(bytes, cursor, stoppingAt: last, isLast) else { break }
            cursor = end
        }
        return cursor > start ? cursor : nil
    }

    private mutating func place(_ start: Int) {
        tag.clearAttributes()
        tag.depth = open.count
        tag.binding = nil
        tag.offset = consumed + UInt64(start)
    }
}
