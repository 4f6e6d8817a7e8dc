/// Finds the end of text that needs no attention.
enum TextScanner {
    /// Where the first byte stands that is markup, a reference, CR, `]` or no valid character; nil if there is none.
    ///
    /// Characters beyond ASCII that are whole and valid are plain.
    static func plainEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
        var cursor = start
        let count = bytes.count
        while cursor < count {
            cursor = asciiEnd(bytes, cursor)
            guard cursor < count else { return nil }
            guard bytes[cursor] >= 0x80, case .scalar(_, let length) = XMLCharacter.decode(bytes, at: cursor) else {
                return cursor
            }
            cursor += length
        }
        return nil
    }

    /// Where the first byte stands that is not plain ASCII text.
    private static func asciiEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        var cursor = start
        let count = bytes.count
        while cursor < count {
            let byte = bytes[cursor]
            // One comparison for most letters and digits; the rest in turn.
            if byte > XMLCharacter.less && byte < XMLCharacter.bracket || byte > XMLCharacter.bracket && byte < 0x80 {
                cursor += 1
                continue
            }
            guard byte < 0x80, byte != XMLCharacter.less, byte != XMLCharacter.ampersand, byte != XMLCharacter.bracket,
                byte >= 0x20 || byte == XMLCharacter.lineFeed || byte == XMLCharacter.tab
            else { return cursor }
            cursor += 1
        }
        return cursor
    }
}
