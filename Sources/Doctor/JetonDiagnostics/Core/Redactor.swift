import JetonOctets

/// Writes words for others: private values become placeholders such as `<serial 1>`, the same for the same value.
///
/// Codes, versions, paths outside the home directory and program names stay: a report without them is useless.
public struct Redactor {
    private var placeholders: [String: String] = [:]
    private var counts: [PrivateKind: Int] = [:]
    private let known: [(value: String, kind: PrivateKind)]

    /// Makes a redactor.
    ///
    /// - Parameter known: Private values that may stand in any value; those of fewer than three characters are left
    ///   alone, as they would be found everywhere.
    public init(known: [(value: String, kind: PrivateKind)]) {
        // The longest first, so that a home directory goes before the user's name in it.
        self.known = known.filter { $0.value.utf8.count >= 3 }.sorted { $0.value.utf8.count > $1.value.utf8.count }
    }

    /// The words without what is private.
    public mutating func redact(_ text: ReportText) -> String {
        var result = ""
        for part in text.parts {
            switch part {
            case .words(let words): result += words
            case .value(let value): result += scrub(value)
            case .hidden(let value, let kind): result += value.isEmpty ? "" : placeholder(value, kind)
            }
        }
        return result
    }

    /// The command without what is private; each value is still one quoted word.
    public mutating func redact(command: ShellCommand) -> String {
        var result = ""
        for part in command.parts {
            switch part {
            case .words(let words): result += words
            case .value(let value):
                let scrubbed = scrub(value)
                // The home directory's sign means what it should only outside of quotes.
                let isHome = scrubbed != value && scrubbed.hasPrefix("~/")
                result += isHome ? "~/" + ShellWord.quote(String(scrubbed.dropFirst(2))) : ShellWord.quote(scrubbed)
            }
        }
        return result
    }

    private mutating func placeholder(_ value: String, _ kind: PrivateKind) -> String {
        if let known = placeholders[value] { return known }
        if kind == .home { return "~" }
        let number = counts[kind, default: 0] + 1
        counts[kind] = number
        let placeholder = "<\(kind.rawValue) \(number)>"
        placeholders[value] = placeholder
        return placeholder
    }

    private mutating func scrub(_ value: String) -> String {
        var octets = Array(value.utf8)
        for (secret, kind) in known {
            let pattern = Array(secret.utf8)
            var start = 0
            while start + pattern.count <= octets.count {
                let end = start + pattern.count
                guard octets[start..<end].elementsEqual(pattern), Redactor.standsAlone(octets, start, end) else {
                    start += 1
                    continue
                }
                let replacement = Array(placeholder(secret, kind).utf8)
                octets.replaceSubrange(start..<end, with: replacement)
                start += replacement.count
            }
        }
        return withoutHomes(String(decoding: octets, as: UTF8.self))
    }

    /// The text without the names of other users in paths of home directories.
    private mutating func withoutHomes(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let range = rest.firstRange(of: "/home/") {
            result += rest[..<range.upperBound]
            rest = rest[range.upperBound...]
            let name = rest.prefix { $0.isLetter || $0.isNumber || "._-@+".contains($0) }
            guard !name.isEmpty else { continue }
            result += placeholder(String(name), .user)
            rest = rest[name.endIndex...]
        }
        return result + rest
    }

    /// Whether no letter or digit touches the range: 'ann' must not be found in 'cannot'.
    private static func standsAlone(_ octets: [UInt8], _ start: Int, _ end: Int) -> Bool {
        func isWord(_ octet: UInt8) -> Bool {
            switch octet {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
                true
            default: false
            }
        }
        if start > 0, isWord(octets[start - 1]), isWord(octets[start]) { return false }
        if end < octets.count, isWord(octets[end]), isWord(octets[end - 1]) { return false }
        return true
    }
}
