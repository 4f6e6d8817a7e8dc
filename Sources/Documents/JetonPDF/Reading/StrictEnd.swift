/// The last lines of a revision: `startxref`, the place of its cross-references, `%%EOF`.
///
/// - SeeAlso: ISO 32000-2, 7.5.5.
struct StrictEnd {
    /// Where `%%EOF` ends.
    let end: UInt64
    /// Where the lines say that the cross-references begin: at most two bytes of white space before they do.
    let stated: UInt64

    /// Reads the lines.
    ///
    /// - Parameters:
    ///   - parser: Stands at `startxref`.
    ///   - section: Where the cross-references begin.
    /// - Throws: ``PDFError`` for lines that are written in another way.
    init(_ parser: inout PDFParser, of section: UInt64) throws(PDFError) {
        guard try parser.takeExactly("startxref"), try parser.takeEndOfLine(),
            let digits = try parser.readDigits(), UInt64(digits) <= section, UInt64(digits) + 2 >= section,
            try parser.takeEndOfLine()
        else { throw parser.failure(.malformed, "'startxref' does not point to the cross-references") }
        stated = UInt64(digits)
        for byte in "%%EOF".utf8 {
            guard try parser.next() == byte else { throw parser.failure(.malformed, "no '%%EOF'") }
            parser.position += 1
        }
        end = parser.base + UInt64(parser.position)
        while try parser.next() == 0x20 { parser.position += 1 }
        let byte = try parser.next()
        guard byte == nil || byte == 0x0A || byte == 0x0D else {
            throw parser.failure(.malformed, "'%%EOF' is not on its own line")
        }
    }
}
