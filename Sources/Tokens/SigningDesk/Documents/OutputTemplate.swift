/// The names of outputs made from the names of inputs, such as `signed/{name}-signed{extension}`.
package struct OutputTemplate: Sendable {
    private static let fields = ["{directory}", "{name}", "{extension}"]
    private let text: String

    /// Reads a template; nil for a text without a field.
    ///
    /// - Throws: ``DocumentSigningError/Code/unknownField``.
    package init?(_ text: String) throws(DocumentSigningError) {
        var hasField = false
        for part in text.split(separator: "{").dropFirst(text.hasPrefix("{") ? 0 : 1) {
            guard let end = part.firstIndex(of: "}"), part[..<end].allSatisfy({ $0.isASCII && $0.isLowercase }) else {
                continue
            }
            let field = "{\(part[...end])"
            guard Self.fields.contains(field) else {
                throw DocumentSigningError(.unknownField, "name", text, "--out has no field '\(field)'")
            }
            hasField = true
        }
        guard hasField else { return nil }
        self.text = text
    }

    /// The name for an input; what a field stands for is not looked at again.
    package func name(for input: String) -> String {
        let (directory, file) = Self.parts(input)
        let dot = file.dropFirst().lastIndex(of: ".") ?? file.endIndex
        let values = [
            "{directory}": directory, "{name}": String(file[..<dot]), "{extension}": String(file[dot...]),
        ]
        var (rest, result) = (text[...], "")
        while let next = rest.first {
            if let field = Self.fields.first(where: { rest.hasPrefix($0) }), let value = values[field] {
                result += value
                rest = rest.dropFirst(field.count)
            } else {
                result.append(next)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The directory of a path, `.` for one without, and what comes behind it.
    private static func parts(_ path: String) -> (String, Substring) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path[...]) }
        let directory = slash == path.startIndex ? "/" : String(path[..<slash])
        return (directory, path[path.index(after: slash)...])
    }
}
