internal import JetonOctets

extension JSONReader {
    /// Reads a string in quotes.
    mutating func string() throws(EncodingError) -> String {
        let start = cursor.position
        try cursor.expect("\"")
        // Most strings have no escape: they are taken in one piece.
        let plain = cursor.text[cursor.position...].prefix {
            $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        cursor.position = plain.endIndex
        if cursor.accept("\"") { return try text(plain, at: start) }
        var octets = Array(plain)
        while true {
            let octet = try cursor.take()
            switch octet {
            case UInt8(ascii: "\""): return try text(octets[...], at: start)
            case UInt8(ascii: "\\"): octets += Array(String(Character(try escape())).utf8)
            case 0x00..<0x20:
                throw EncodingError(.unexpectedValue, at: cursor.position - 1, "a string contains a control character")
            default: octets.append(octet)
            }
        }
    }

    /// Passes over a string of letters, digits and signs that need no escape; answers where it stands.
    mutating func skipString() throws(EncodingError) -> Range<Int> {
        try cursor.expect("\"")
        let start = cursor.position
        while true {
            switch try cursor.take() {
            case UInt8(ascii: "\""): return start..<cursor.position - 1
            case UInt8(ascii: "\\"), 0x00...0x20, 0x7F...0xFF:
                throw EncodingError(.unexpectedValue, at: cursor.position - 1)
            default: continue
            }
        }
    }

    private func text(_ octets: ArraySlice<UInt8>, at start: Int) throws(EncodingError) -> String {
        guard let text = String(validating: octets, as: UTF8.self) else {
            throw EncodingError(.unexpectedValue, at: start, "the text is not in UTF-8")
        }
        return text
    }

    /// What an escape stands for.
    private mutating func escape() throws(EncodingError) -> Unicode.Scalar {
        let start = cursor.position
        switch try cursor.take() {
        case UInt8(ascii: "\""): return "\""
        case UInt8(ascii: "\\"): return "\\"
        case UInt8(ascii: "/") where !form.isCanonical: return "/"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "u"): return form.isCanonical ? try control(start) : try scalar(start)
        default: throw EncodingError(.unexpectedValue, at: start, "invalid escape sequence")
        }
    }

    /// The control character of `\u00XX` in lower case that has no shorter escape, which is all that is written so.
    private mutating func control(_ start: Int) throws(EncodingError) -> Unicode.Scalar {
        try cursor.expect("00")
        let digits = String(decoding: [try cursor.take(), try cursor.take()], as: UTF8.self)
        guard let octet = Hex.decode(digits)?.first, Hex.encode([octet]) == digits,
            octet < 0x20, ![0x08, 0x09, 0x0A, 0x0C, 0x0D].contains(octet)
        else { throw EncodingError(.unexpectedValue, at: start, "invalid escape sequence") }
        return Unicode.Scalar(octet)
    }

    /// The character of one or two code units of UTF-16, U+0000 excepted.
    private mutating func scalar(_ start: Int) throws(EncodingError) -> Unicode.Scalar {
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit), unit != 0 { return scalar }
        guard (0xD800..<0xDC00).contains(unit) else {
            throw EncodingError(.unexpectedValue, at: start, "an unpaired surrogate")
        }
        try cursor.expect("\\u")
        let low = try codeUnit()
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        else { throw EncodingError(.unexpectedValue, at: start, "an unpaired surrogate") }
        return scalar
    }

    private mutating func codeUnit() throws(EncodingError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Hex.value(ofDigit: try cursor.take()) else {
                throw EncodingError(.unexpectedValue, at: cursor.position - 1, "invalid escape sequence")
            }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }
}
