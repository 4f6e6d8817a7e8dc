import Octets

/// A value of JSON text in the one form that RFC 8785 gives it.
///
/// Signed manifests, member lists and sync bundles are such text, so that a value has one encoding and a signature
/// over the text is a signature over the value. Numbers are integers of at most 53 bits; there is no null.
package enum CanonicalJSON: Hashable, Sendable {
    /// A string.
    case string(String)
    /// An integer from -(2^53 - 1) to 2^53 - 1.
    case integer(Int64)
    /// True or false.
    case boolean(Bool)
    /// A list.
    case array([CanonicalJSON])
    /// Members by name; the names are ordered when the text is written.
    case object([String: CanonicalJSON])
    /// A string that was left where it stands, because it is a secret: its place in the text, without the quotes.
    case deferred(Range<Int>)

    /// The largest integer that every reader of JSON keeps exactly (RFC 7493, section 2.2).
    package static let largestInteger: Int64 = 9_007_199_254_740_991

    /// The value's text.
    package var encoded: [UInt8] {
        var text: [UInt8] = []
        append(to: &text)
        return text
    }

    /// Appends the value's text.
    package func append(to text: inout [UInt8]) {
        switch self {
        case .string(let string): CanonicalJSON.append(string, to: &text)
        case .integer(let integer): text.append(contentsOf: String(integer).utf8)
        case .boolean(let boolean): text.append(contentsOf: (boolean ? "true" : "false").utf8)
        case .array(let elements):
            text.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                element.append(to: &text)
            }
            text.append(UInt8(ascii: "]"))
        case .object(let members):
            text.append(UInt8(ascii: "{"))
            let ordered = members.sorted { CanonicalJSON.precedes($0.key, $1.key) }
            for (index, member) in ordered.enumerated() {
                if index > 0 { text.append(UInt8(ascii: ",")) }
                CanonicalJSON.append(member.key, to: &text)
                text.append(UInt8(ascii: ":"))
                member.value.append(to: &text)
            }
            text.append(UInt8(ascii: "}"))
        case .deferred: preconditionFailure("a deferred string is only ever read")
        }
    }

    /// Appends a string in quotes; RFC 8785, section 3.2.2.2.
    private static func append(_ string: String, to text: inout [UInt8]) {
        text.append(UInt8(ascii: "\""))
        for octet in string.utf8 {
            switch octet {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): text.append(contentsOf: [UInt8(ascii: "\\"), octet])
            case 0x08: text.append(contentsOf: "\\b".utf8)
            case 0x09: text.append(contentsOf: "\\t".utf8)
            case 0x0A: text.append(contentsOf: "\\n".utf8)
            case 0x0C: text.append(contentsOf: "\\f".utf8)
            case 0x0D: text.append(contentsOf: "\\r".utf8)
            case 0x00..<0x20: text.append(contentsOf: ("\\u00" + Hex.encode([octet])).utf8)
            default: text.append(octet)
            }
        }
        text.append(UInt8(ascii: "\""))
    }

    /// Whether a name stands before another one: by UTF-16 code units (RFC 8785, section 3.2.3).
    package static func precedes(_ left: String, _ right: String) -> Bool {
        left.utf16.lexicographicallyPrecedes(right.utf16)
    }
}
