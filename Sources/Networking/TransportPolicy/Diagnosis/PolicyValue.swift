/// A value of a policy's dictionary, in the forms in which it is written.
package indirect enum PolicyValue: Hashable, Sendable {
    /// One key of a dictionary.
    package struct Entry: Hashable, Sendable {
        /// The key.
        package let key: String
        /// The value.
        package let value: PolicyValue

        init(_ key: String, _ value: PolicyValue) {
            self.key = key
            self.value = value
        }
    }

    /// A Boolean.
    case boolean(Bool)
    /// A text without characters that XML or JSON must escape.
    case string(String)
    /// Entries in their order.
    case dictionary([Entry])

    /// The value in the XML of a property list, indented by four blanks a level.
    ///
    /// - Parameter indent: Before each line.
    /// - Returns: The lines.
    package func infoPlistLines(indent: String = "") -> [String] {
        switch self {
        case .boolean(let flag): return [indent + (flag ? "<true/>" : "<false/>")]
        case .string(let text): return ["\(indent)<string>\(text)</string>"]
        case .dictionary(let entries) where entries.isEmpty: return ["\(indent)<dict/>"]
        case .dictionary(let entries):
            let inner = indent + "    "
            return ["\(indent)<dict>"]
                + entries.flatMap { ["\(inner)<key>\($0.key)</key>"] + $0.value.infoPlistLines(indent: inner) }
                + ["\(indent)</dict>"]
        }
    }

    /// The value as nscurl prints a dictionary.
    ///
    /// - Parameter indent: Before each line but the first.
    /// - Returns: The text, without a newline at the end.
    package func nscurlText(indent: String = "") -> String {
        switch self {
        case .boolean(let flag): return flag ? "true" : "false"
        case .string(let text): return "\"\(text)\""
        case .dictionary(let entries):
            let inner = indent + "    "
            var text = "{\n"
            for entry in entries {
                let isWord = entry.key.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "z") ~= $0 }
                let key = isWord ? entry.key : "\"\(entry.key)\""
                var gap = ""
                if case .dictionary = entry.value { gap = inner }
                text += "\(inner)\(key) = \(gap)\(entry.value.nscurlText(indent: inner));\n"
            }
            return text + "\(indent)}"
        }
    }
}
