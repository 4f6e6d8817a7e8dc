/// Finds the end of what needs no attention: the loops that run for every byte of a document.
///
/// Every place is compared with the count of the bytes before it is read.
enum TextScanner {
    /// How many bytes are looked at one by one before eight at once are tried: most texts are short.
    private static let shortCount = 16

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
        // Bits of tab, LF and 0x20...0x3F without "&" and "<"; of 0x40...0x7F without "]".
        let low: UInt64 = 0xEFFF_FFBF_0000_0600
        let high: UInt64 = 0xFFFF_FFFF_DFFF_FFFF
        var cursor = start
        var next = start
        repeat {
            cursor = end(bytes, next, limit: next + shortCount, low, high)
            guard cursor == next + shortCount else { return cursor }
            next = wideEnd(bytes, cursor)
            // Tabs and line ends stop the wide search, and not the narrow one.
        } while next < bytes.count
        return next
    }

    /// Where the first eight bytes begin of which one may not be plain; or where fewer than eight are left.
    private static func wideEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        unsafe bytes.withUnsafeBytes { bytes in
            var cursor = start
            while cursor + 8 <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: cursor, as: UInt64.self)
                // The highest bit of each byte is set in what may not be plain: below 0x20, above 0x7F, or markup.
                let isOther = ((word &- 0x20 &* eachByte) & ~word) | word
                let isMarkup = zeros(word ^ 0x3C &* eachByte) | zeros(word ^ 0x26 &* eachByte)
                if (isOther | isMarkup | zeros(word ^ 0x5D &* eachByte)) & highBits != 0 { break }
                cursor += 8
            }
            return cursor
        }
    }

    /// One in each of eight bytes.
    private static let eachByte: UInt64 = 0x0101_0101_0101_0101
    /// The highest bit of each of eight bytes.
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// A word with the highest bit of some byte set if, and only if, a byte of eight is zero.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- eachByte) & ~word & highBits }

    /// Where the first byte stands that is not an ASCII character of a name, or is a colon.
    @inline(__always)
    static func nameEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
        // Bits of "-.0123456789"; of "A-Z_a-z".
        end(bytes, start, limit: bytes.count, 0x03FF_6000_0000_0000, 0x07FF_FFFE_87FF_FFFE)
    }

    /// Where the first byte of an attribute's value stands that ends it, needs decoding or is not ASCII.
    @inline(__always)
    static func valueEnd(_ bytes: Span<UInt8>, _ start: Int, quote: UInt8) -> Int {
        // Bits of 0x20...0x3F without "&", "<" and the quote; of 0x40...0x7F.
        end(bytes, start, limit: bytes.count, 0xEFFF_FFBF_0000_0000 & ~(1 << UInt64(quote)), ~0)
    }

    /// Where the first byte stands that is not in a set of ASCII characters, or the limit or the end.
    @inline(__always)
    private static func end(_ bytes: Span<UInt8>, _ start: Int, limit: Int, _ low: UInt64, _ high: UInt64) -> Int {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            let limit = min(limit, bytes.count)
            var cursor = start
            while cursor < limit {
                let byte = unsafe bytes[cursor]
                guard byte < 0x80, (byte & 0x40 == 0 ? low : high) &>> UInt64(byte & 0x3F) & 1 == 1 else { break }
                cursor += 1
            }
            return cursor
        }
    }
}
