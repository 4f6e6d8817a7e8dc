import JetonOctets

/// What a strict reader takes: the bytes that the standard writes, and no others.
///
/// - SeeAlso: ISO 32000-2, 7.2 and 7.5.
extension PDFParser {
    /// Whether a word begins exactly here; it is taken if so.
    mutating func takeExactly(_ word: StaticString) throws(PDFError) -> Bool {
        let start = position
        for byte in word.description.utf8 {
            guard try next() == byte else {
                position = start
                return false
            }
            position += 1
        }
        guard try next().map(PDFSyntax.isRegular) != true else {
            position = start
            return false
        }
        return true
    }

    /// Whether spaces and the end of a line come next; they are taken if so.
    mutating func takeEndOfLine() throws(PDFError) -> Bool {
        let start = position
        while try next() == 0x20 { position += 1 }
        switch try next() {
        case 0x0A: position += 1
        case 0x0D:
            position += 1
            if try next() == 0x0A { position += 1 }
        default:
            position = start
            return false
        }
        return true
    }

    /// Skips white space; comments stay.
    mutating func skipWhiteSpace() throws(PDFError) {
        while let byte = try next(), PDFSyntax.isSpace(byte) { position += 1 }
    }

    /// Skips white space, and comments that no reader that searches a file takes for something else.
    mutating func skipFiller() throws(PDFError) {
        while true {
            try skipWhiteSpace()
            guard try next() == UInt8(ascii: "%") else { return }
            let start = position
            while let byte = try next(), byte != 0x0A, byte != 0x0D { position += 1 }
            let comment = String(decoding: bytes[start..<position], as: UTF8.self)
            guard !["obj", "xref", "trailer", "%%EOF"].contains(where: { comment.contains($0) }) else {
                position = start
                throw failure(.malformed, "a comment that some readers take for a part of the file")
            }
        }
    }

    /// Reads digits and the white space behind them; a comment there is an error.
    mutating func readNumber(of name: StaticString) throws(PDFError) -> Int {
        guard let value = try readDigits() else { throw failure(.malformed, "no \(name)") }
        let end = position
        try skipWhiteSpace()
        guard position > end else { throw failure(.malformed, "no space after the \(name)") }
        return value
    }
}

extension PDFObject {
    /// Whether a name in it has a byte that the standard forbids, and where some readers end it.
    ///
    /// - SeeAlso: ISO 32000-2, 7.3.5.
    var hasNameWithNull: Bool {
        switch self {
        case .name(let name): name.bytes.contains(0)
        case .array(let elements): elements.contains(where: \.hasNameWithNull)
        case .dictionary(let dictionary), .stream(let dictionary, _):
            dictionary.entries.contains { $0.key.bytes.contains(0) || $0.value.hasNameWithNull }
        default: false
        }
    }

    /// Whether a dictionary in it states a key twice, of which readers take either.
    var hasDuplicateKeys: Bool {
        switch self {
        case .array(let elements): elements.contains(where: \.hasDuplicateKeys)
        case .dictionary(let dictionary), .stream(let dictionary, _):
            dictionary.hasDuplicateKeys || dictionary.entries.contains(where: \.value.hasDuplicateKeys)
        default: false
        }
    }
}
