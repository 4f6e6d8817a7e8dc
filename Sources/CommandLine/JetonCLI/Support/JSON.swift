/// A JSON value with the members of objects in the order given.
indirect enum JSON: Sendable {
    case null
    case bool(Bool)
    case number(Int)
    case decimal(Double)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    /// A string, or null.
    static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

    /// A number, or null if it is absent or larger than JSON readers take.
    static func count(_ number: UInt?) -> JSON {
        guard let number, number <= 1 << 53 else { return .null }
        return .number(Int(number))
    }

    /// The text, indented by two blanks, without a newline at the end.
    var text: String {
        var text = ""
        write(to: &text, indent: "")
        return text
    }

    /// The text on one line, for streams of documents.
    var line: String {
        // Newlines stand only between tokens: in strings they are escaped.
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    }

    private func write(to text: inout String, indent: String) {
        switch self {
        case .null: text += "null"
        case .bool(let flag): text += flag ? "true" : "false"
        case .number(let number): text += String(number)
        case .decimal(let number): text += number.isFinite ? "\(number)" : "null"
        case .string(let string): JSON.write(string, to: &text)
        case .array(let values) where values.isEmpty: text += "[]"
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                text += (index == 0 ? "\n" : ",\n") + indent + "  "
                value.write(to: &text, indent: indent + "  ")
            }
            text += "\n\(indent)]"
        case .object(let members) where members.isEmpty: text += "{}"
        case .object(let members):
            text += "{"
            for (index, (name, value)) in members.enumerated() {
                text += (index == 0 ? "\n" : ",\n") + indent + "  "
                JSON.write(name, to: &text)
                text += ": "
                value.write(to: &text, indent: indent + "  ")
            }
            text += "\n\(indent)}"
        }
    }

    // RFC 8259, 7: the two characters and the controls must be escaped; DEL and above may stand as they are.
    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
