/// Texts with places for values, as web services ask for them.
package enum BodyTemplate {
    /// Fills in the places, in one pass: what is filled in is not looked at again.
    ///
    /// - Parameters:
    ///   - text: The text; `{{name}}` is the place of a value, and any other braces stay.
    ///   - values: The values, which have no character that the text's format would escape.
    /// - Returns: The text.
    package static func fill(_ text: String, _ values: [(name: String, value: String)]) -> String {
        var filled = ""
        var rest = text[...]
        while let open = rest.range(ofText: "{{") {
            filled += rest[..<open.lowerBound]
            let inner = rest[open.upperBound...]
            guard let close = inner.range(ofText: "}}"),
                let found = values.first(where: { $0.name == inner[..<close.lowerBound] })
            else {
                filled += "{{"
                rest = inner
                continue
            }
            filled += found.value
            rest = inner[close.upperBound...]
        }
        return filled + rest
    }
}

extension Substring {
    /// Where a text of ASCII characters stands first.
    fileprivate func range(ofText text: String) -> Range<Index>? {
        var start = startIndex
        while start != endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
