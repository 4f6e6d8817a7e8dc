/// What a part of a mail message is, by its Content-Type.
///
/// - SeeAlso: RFC 2045, 5.1.
struct MediaType {
    /// Type and subtype in lower case, such as `multipart/signed`.
    let name: String
    private let parameters: [(name: String, value: String)]

    /// Reads the value of a field; nil if it is malformed, is not ASCII, or has a parameter twice.
    init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        var rest = MediaType.skipSpace(Substring(text))
        let kind = MediaType.token(&rest)
        guard !kind.isEmpty, MediaType.take("/", &rest) else { return nil }
        let subtype = MediaType.token(&rest)
        guard !subtype.isEmpty else { return nil }
        name = "\(kind)/\(subtype)".lowercased()
        var found: [(name: String, value: String)] = []
        while MediaType.take(";", &rest) {
            let name = MediaType.token(&rest).lowercased()
            if name.isEmpty { continue }
            guard MediaType.take("=", &rest), let value = MediaType.value(&rest),
                !found.contains(where: { $0.name == name })
            else { return nil }
            found.append((name, value))
        }
        guard MediaType.skipSpace(rest).isEmpty else { return nil }
        parameters = found
    }

    /// The value of a parameter; nil without one.
    subscript(parameter: String) -> String? { parameters.first { $0.name == parameter }?.value }

    private static func skipSpace(_ text: Substring) -> Substring { text.drop { $0 == " " || $0 == "\t" } }

    private static func take(_ character: Character, _ rest: inout Substring) -> Bool {
        rest = skipSpace(rest)
        guard rest.first == character else { return false }
        rest = skipSpace(rest.dropFirst())
        return true
    }

    private static func token(_ rest: inout Substring) -> String {
        let token = rest.prefix { $0.isASCII && $0 > " " && !"()<>@,;:\\\"/[]?=\u{7F}".contains($0) }
        rest = rest.dropFirst(token.count)
        return String(token)
    }

    private static func value(_ rest: inout Substring) -> String? {
        guard rest.first == "\"" else {
            let token = token(&rest)
            return token.isEmpty ? nil : token
        }
        var value = ""
        var isEscaped = false
        for (count, character) in rest.dropFirst().enumerated() {
            if !isEscaped, character == "\"" {
                rest = rest.dropFirst(count + 2)
                return value
            }
            isEscaped = !isEscaped && character == "\\"
            if !isEscaped { value.append(character) }
        }
        return nil
    }
}
