/// Character data, references and CDATA sections.
extension XMLReader {
    /// Shows the text at a place, up to the next markup.
    mutating func readText(_ bytes: Span<UInt8>, _ start: Int, _ isLast: Bool) throws(XMLError) -> Int? {
        var cursor = start
        while cursor < bytes.count {
            let end = TextScanner.plainEnd(bytes, cursor) ?? bytes.count
            if end > cursor {
                try handler.text(bytes.extracting(cursor..<end))
                cursor = end
                if end == bytes.count { break }
            }
            switch bytes[cursor] {
            case XMLCharacter.less: return cursor
            case XMLCharacter.ampersand:
                guard let reference = try readReference(bytes, cursor) else { return cursor > start ? cursor : nil }
                try show(reference.scalar)
                cursor = reference.end
            case XMLCharacter.carriageReturn:
                guard cursor + 1 < bytes.count || isLast else { return cursor > start ? cursor : nil }
                cursor += 1
                // XML 1.0, 2.11: CR LF and CR alone are one LF; the LF of a pair is shown as it stands.
                if cursor == bytes.count || bytes[cursor] != XMLCharacter.lineFeed { try show(0xA) }
            case XMLCharacter.bracket:
                guard cursor + 2 < bytes.count || isLast else { return cursor > start ? cursor : nil }
                guard !hasPrefix(bytes, cursor, "]]>") else { throw failure(.malformed, cursor, "]]>") }
                try handler.text(bytes.extracting(cursor..<cursor + 1))
                cursor += 1
            default:
                guard let end = try skipCharacter(bytes, cursor) else { return cursor > start ? cursor : nil }
                try handler.text(bytes.extracting(cursor..<end))
                cursor = end
            }
        }
        return cursor
    }

    /// Shows the data of a CDATA section, and ends it at `]]>`.
    mutating func readSection(_ bytes: Span<UInt8>, _ start: Int, _ isLast: Bool) throws(XMLError) -> Int? {
        var cursor = start
        while cursor < bytes.count {
            if bytes[cursor] == XMLCharacter.bracket {
                guard cursor + 2 < bytes.count else { return cursor > start ? cursor : nil }
                if hasPrefix(bytes, cursor, "]]>") {
                    state = .content
                    return cursor + 3
                }
                try handler.text(bytes.extracting(cursor..<cursor + 1))
                cursor += 1
                continue
            }
            guard let end = try readData(bytes, cursor, stoppingAt: XMLCharacter.bracket, isLast) else {
                return cursor > start ? cursor : nil
            }
            cursor = end
        }
        return cursor
    }

    /// Shows data without references up to a byte that may end it, with its line ends made LF.
    ///
    /// - Returns: Where to go on; nil if the bytes end inside a character or a line end.
    mutating func readData(
        _ bytes: Span<UInt8>,
        _ start: Int,
        stoppingAt stop: UInt8,
        _ isLast: Bool
    ) throws(XMLError) -> Int? {
        var end = start
        while end < bytes.count, bytes[end] != stop, bytes[end] != XMLCharacter.carriageReturn {
            if bytes[end] < 0x80 {
                guard bytes[end] >= 0x20 || XMLCharacter.isSpace(bytes[end]) else {
                    throw failure(.invalidCharacter, end)
                }
                end += 1
            } else {
                guard let next = try skipCharacter(bytes, end) else { break }
                end = next
            }
        }
        if end > start {
            try showData(bytes.extracting(start..<end))
            return end
        }
        guard bytes[start] == XMLCharacter.carriageReturn, start + 1 < bytes.count || isLast else { return nil }
        if start + 1 == bytes.count || bytes[start + 1] != XMLCharacter.lineFeed {
            try showData([XMLCharacter.lineFeed].span)
        }
        return start + 1
    }

    private mutating func showData(_ bytes: Span<UInt8>) throws(XMLError) {
        if state == .section { try handler.text(bytes) } else { try handler.markup(bytes) }
    }

    /// A reference at a place, as the character that it stands for; nil if the bytes end inside it.
    func readReference(_ bytes: Span<UInt8>, _ start: Int) throws(XMLError) -> (scalar: UInt32, end: Int)? {
        let limit = min(bytes.count, start + 12)
        var end = start + 1
        while end < limit, bytes[end] != XMLCharacter.semicolon { end += 1 }
        guard end < limit else {
            guard limit == bytes.count else { throw failure(.undefinedEntity, start, text(bytes, start..<limit)) }
            return nil
        }
        if let scalar = XMLCharacter.entity(bytes.extracting(start + 1..<end)) { return (scalar, end + 1) }
        let name = text(bytes, start + 1..<end)
        let isHex = name.hasPrefix("#x")
        let digits = name.dropFirst(isHex ? 2 : 1)
        guard name.hasPrefix("#"), !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw failure(.undefinedEntity, start, name)
        }
        guard let scalar = UInt32(digits, radix: isHex ? 16 : 10), XMLCharacter.isAllowed(scalar) else {
            throw failure(.invalidCharacter, start, name)
        }
        return (scalar, end + 1)
    }

    /// Where a character beyond ASCII ends; nil if the bytes end inside it.
    func skipCharacter(_ bytes: Span<UInt8>, _ start: Int) throws(XMLError) -> Int? {
        guard bytes[start] >= 0x80, case let character = XMLCharacter.decode(bytes, at: start) else {
            throw failure(.invalidCharacter, start)
        }
        switch character {
        case .scalar(_, let length): return start + length
        case .incomplete: return nil
        case .invalid: throw failure(.invalidCharacter, start)
        }
    }

    private mutating func show(_ scalar: UInt32) throws(XMLError) {
        if scalar < 0x80 {
            let byte: InlineArray<1, UInt8> = [UInt8(scalar)]
            return try handler.text(byte.span)
        }
        var character: [UInt8] = []
        XMLCharacter.append(scalar, to: &character)
        try handler.text(character.span)
    }
}
