import JetonJSON
package import JetonOctets

/// Where a value stands in the answer of a web service: between two texts, such as `<RequestID>{{value}}</RequestID>`.
package struct NotePlace: Hashable, Sendable {
    /// The most bytes between the two texts.
    private static let limit = 4_096
    private static let mark = "{{value}}"

    /// The two texts with the mark between them.
    package let pattern: String

    /// Reads a place.
    ///
    /// - Throws: `EncodingError` for a text without the mark, or with nothing before or behind it.
    package init(_ pattern: String) throws(EncodingError) {
        self.pattern = pattern
        let (before, behind) = NotePlace.sides(pattern)
        guard !before.isEmpty, !behind.isEmpty else { throw EncodingError(.unexpectedValue, at: 0) }
    }

    /// The value in an answer, with its escapes of XML or JSON undone; empty if it is not there.
    func value(in answer: [UInt8]) -> String {
        let (before, behind) = NotePlace.sides(pattern)
        guard let start = NotePlace.end(of: before, in: answer[...]) else { return "" }
        let rest = answer[start...].prefix(NotePlace.limit + behind.count)
        guard let end = NotePlace.end(of: behind, in: rest) else { return "" }
        let octets = Array(rest[..<(end - behind.count)])
        let text = String(decoding: octets, as: UTF8.self)
        guard before.contains(UInt8(ascii: "<")) else { return NotePlace.unescapedJSON(octets) ?? text }
        var plain = text
        for (name, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")] {
            plain = plain.replacing(name, with: character)
        }
        return plain
    }

    /// RFC 8259, 7.
    private static func unescapedJSON(_ octets: [UInt8]) -> String? {
        let quote = UInt8(ascii: "\"")
        let value = try? JSONReader.read([quote] + octets + [quote], as: .interchange)
        return if case .string(let text)? = value { text } else { nil }
    }

    private static func sides(_ pattern: String) -> (before: [UInt8], behind: [UInt8]) {
        let parts = pattern.split(separator: mark, maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return ([], []) }
        return (Array(parts[0].utf8), Array(parts[1].utf8))
    }

    /// The index behind the first occurrence of some bytes.
    private static func end(of part: [UInt8], in octets: ArraySlice<UInt8>) -> Int? {
        guard let first = part.first else { return nil }
        var index = octets.startIndex
        while let found = octets[index...].firstIndex(of: first) {
            if octets[found...].starts(with: part) { return found + part.count }
            index = found + 1
        }
        return nil
    }
}
