/// The characters of HTTP.
///
/// - SeeAlso: RFC 9110, 5.6.2 and 5.5; RFC 9112, 3 and 4.
enum HTTPSyntax {
    static let carriageReturn = UInt8(ascii: "\r")
    static let lineFeed = UInt8(ascii: "\n")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")

    /// Whether bytes are one or more token characters.
    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty
            && bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// Whether bytes may stand in a field value.
    static func isFieldValue(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == tab || $0 >= 0x20 && $0 != 0x7F }
    }

    /// A number of decimal digits and nothing else, below 2^63.
    static func decimal(_ text: String) -> UInt64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let value = UInt64(text),
            value <= UInt64(Int64.max)
        else { return nil }
        return value
    }

    /// Bytes as characters U+0000 to U+00FF, so that none is lost.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return String(text)
    }

    /// Characters U+0000 to U+00FF as bytes.
    static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    }
}
