/// Content streams and character maps: objects, and the words that take them.
///
/// - SeeAlso: ISO 32000-2, 7.8.2.
extension PDFParser {
    enum Token {
        case operand(PDFObject)
        case word(String)
    }

    /// The next object or word; nil at the end.
    ///
    /// Bytes that are neither are skipped: readers draw what follows them.
    mutating func nextToken() -> Token? {
        while true {
            guard (try? skipSpace()) != nil, let byte = try? next() else { return nil }
            let start = position
            switch byte {
            case UInt8(ascii: "/"), UInt8(ascii: "("), UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "+"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"):
                do throws(PDFError) {
                    return .operand(try readObject())
                } catch {
                    // What has no end here has none further on either.
                    guard error.code != .truncated else { return nil }
                    position = start + 1
                }
            default:
                switch try? readWord() {
                case nil, ""?: position = start + 1
                case "true"?: return .operand(.boolean(true))
                case "false"?: return .operand(.boolean(false))
                case "null"?: return .operand(.null)
                case let word?: return .word(word)
                }
            }
        }
    }

    /// Skips the data of an image that stands in a content stream, up to the end of `EI`.
    ///
    /// - SeeAlso: ISO 32000-2, 8.9.7.
    mutating func skipInlineImage() {
        while position + 3 < bytes.count {
            if PDFSyntax.isSpace(bytes[position]), bytes[position + 1] == UInt8(ascii: "E"),
                bytes[position + 2] == UInt8(ascii: "I"), !PDFSyntax.isRegular(bytes[position + 3])
            {
                position += 3
                return
            }
            position += 1
        }
        position = bytes.count
    }
}
