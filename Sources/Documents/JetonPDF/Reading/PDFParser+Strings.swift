/// Strings.
///
/// - SeeAlso: ISO 32000-2, 7.3.4.
extension PDFParser {
    /// Reads a string in parentheses.
    mutating func readLiteral() throws(PDFError) -> [UInt8] {
        position += 1
        var string: [UInt8] = []
        var depth = 1
        while true {
            let byte = try peek()
            position += 1
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 { return string }
            case UInt8(ascii: "\\"):
                try readEscape(into: &string)
                continue
            case 0x0D:
                // Each end of a line is one LF.
                if try peek() == 0x0A { position += 1 }
                string.append(0x0A)
                continue
            default: break
            }
            string.append(byte)
        }
    }

    private mutating func readEscape(into string: inout [UInt8]) throws(PDFError) {
        let byte = try peek()
        position += 1
        switch byte {
        case UInt8(ascii: "n"): string.append(0x0A)
        case UInt8(ascii: "r"): string.append(0x0D)
        case UInt8(ascii: "t"): string.append(0x09)
        case UInt8(ascii: "b"): string.append(0x08)
        case UInt8(ascii: "f"): string.append(0x0C)
        case 0x0D:
            if try peek() == 0x0A { position += 1 }
        case 0x0A: break
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            var value = byte - 0x30
            for _ in 0..<2 {
                let digit = try peek()
                guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "7") else { break }
                // High-order overflow is ignored: 7.3.4.2.
                value = value << 3 | (digit - 0x30)
                position += 1
            }
            string.append(value)
        default: string.append(byte)
        }
    }

    /// Reads a string in angle brackets.
    mutating func readHexadecimal() throws(PDFError) -> [UInt8] {
        position += 1
        var string: [UInt8] = []
        var half: UInt8?
        while true {
            let byte = try peek()
            position += 1
            if byte == UInt8(ascii: ">") {
                if let half { string.append(half << 4) }
                return string
            }
            if PDFSyntax.isSpace(byte) { continue }
            guard let digit = PDFSyntax.hexDigit(byte) else { throw failure(.malformed, "no hexadecimal digit") }
            if let high = half {
                string.append(high << 4 | digit)
                half = nil
            } else {
                half = digit
            }
        }
    }
}
