/// Text strings.
///
/// - SeeAlso: ISO 32000-2, 7.9.2.2.
enum PDFText {
    /// The text of a string: UTF-16 or UTF-8 behind a byte order mark, otherwise PDFDocEncoding, of which what is not
    /// Latin-1 is shown as a replacement character.
    static func decode(_ bytes: [UInt8]) -> String {
        if bytes.starts(with: [0xFE, 0xFF]) {
            let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
                UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
            }
            return String(decoding: units, as: UTF16.self)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(decoding: bytes[3...], as: UTF8.self) }
        var text = String.UnicodeScalarView()
        for byte in bytes {
            let isOther = (0x18...0x1F).contains(byte) || (0x80...0xA0).contains(byte)
            text.append(isOther ? "\u{FFFD}" : Unicode.Scalar(byte))
        }
        return String(text)
    }

    /// The bytes of a text: ASCII as it is, otherwise UTF-16 with a byte order mark.
    static func encode(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return Array(text.utf8) }
        return [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    }
}
