/// The characters of XML, by their bytes in UTF-8.
///
/// - SeeAlso: XML 1.0 (fifth edition), 2.2 and 2.3.
enum XMLCharacter {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let less = UInt8(ascii: "<")
    static let greater = UInt8(ascii: ">")
    static let ampersand = UInt8(ascii: "&")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    static let slash = UInt8(ascii: "/")
    static let colon = UInt8(ascii: ":")
    static let equals = UInt8(ascii: "=")
    static let semicolon = UInt8(ascii: ";")
    static let bracket = UInt8(ascii: "]")
    static let question = UInt8(ascii: "?")
    static let hyphen = UInt8(ascii: "-")
    static let exclamation = UInt8(ascii: "!")

    /// Production S.
    @inline(__always)
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == space || byte == lineFeed || byte == tab || byte == carriageReturn
    }

    /// Whether an ASCII character may stand in a name; the colon may.
    @inline(__always)
    static func isNameByte(_ byte: UInt8) -> Bool {
        // Bits of "-.0123456789:" below 64; of "A-Z_a-z" above.
        let low: UInt64 = 0x07FF_6000_0000_0000
        let high: UInt64 = 0x07FF_FFFE_87FF_FFFE
        return (byte & 64 == 0 ? low : high) &>> UInt64(byte & 63) & 1 == 1 && byte < 128
    }

    /// Whether an ASCII character may begin a name; the colon does not, since names here have namespaces.
    @inline(__always)
    static func isNameStartByte(_ byte: UInt8) -> Bool {
        let high: UInt64 = 0x07FF_FFFE_87FF_FFFE
        return byte >= 64 && byte < 128 && high >> UInt64(byte & 63) & 1 == 1
    }

    /// Production NameStartChar beyond ASCII.
    static func isNameStart(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF, 0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D,
            0x2070...0x218F, 0x2C00...0x2FEF, 0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD,
            0x10000...0xEFFFF:
            true
        default: false
        }
    }

    /// Production NameChar beyond ASCII.
    static func isName(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0xB7, 0x300...0x36F, 0x203F...0x2040: true
        default: isNameStart(scalar)
        }
    }

    /// Production Char, for characters that a reference names.
    static func isAllowed(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }

    /// The character of one of the five entities of XML; nil for another name.
    static func entity(_ name: Span<UInt8>) -> UInt32? {
        if name.isText("amp") { return 0x26 }
        if name.isText("lt") { return 0x3C }
        if name.isText("gt") { return 0x3E }
        if name.isText("quot") { return 0x22 }
        return name.isText("apos") ? 0x27 : nil
    }

    /// One character beyond ASCII.
    enum Decoded {
        /// The character and its number of bytes.
        case scalar(UInt32, Int)
        /// The bytes end inside the character.
        case incomplete
        /// Not UTF-8, or U+FFFE or U+FFFF.
        case invalid
    }

    /// Reads a character that begins with a byte from 0x80 on.
    ///
    /// - SeeAlso: RFC 3629, 4: no overlong form, no surrogate, nothing above U+10FFFF.
    static func decode(_ bytes: Span<UInt8>, at start: Int) -> Decoded {
        let first = bytes[start]
        let length: Int
        var scalar: UInt32
        switch first {
        case 0xC2...0xDF: (length, scalar) = (2, UInt32(first & 0x1F))
        case 0xE0...0xEF: (length, scalar) = (3, UInt32(first & 0x0F))
        case 0xF0...0xF4: (length, scalar) = (4, UInt32(first & 0x07))
        default: return .invalid
        }
        for index in 1..<length {
            guard start + index < bytes.count else { return .incomplete }
            let byte = bytes[start + index]
            guard byte & 0xC0 == 0x80 else { return .invalid }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
        guard scalar >= least, isAllowed(scalar) else { return .invalid }
        return .scalar(scalar, length)
    }

    /// Appends a character in UTF-8.
    static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
        switch scalar {
        case ..<0x80: bytes.append(UInt8(scalar))
        case ..<0x800: bytes += [UInt8(0xC0 | scalar >> 6), UInt8(0x80 | scalar & 0x3F)]
        case ..<0x10000:
            bytes += [UInt8(0xE0 | scalar >> 12), UInt8(0x80 | scalar >> 6 & 0x3F), UInt8(0x80 | scalar & 0x3F)]
        default:
            bytes += [UInt8(0xF0 | scalar >> 18), UInt8(0x80 | scalar >> 12 & 0x3F)]
            bytes += [UInt8(0x80 | scalar >> 6 & 0x3F), UInt8(0x80 | scalar & 0x3F)]
        }
    }
}
