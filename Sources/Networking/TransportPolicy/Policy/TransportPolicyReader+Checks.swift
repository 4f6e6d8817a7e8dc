import JetonNetwork
import JetonOctets
import JetonPropertyLists

/// What holds for every key and value.
extension TransportPolicyReader {
    /// Notes keys that the dictionary does not have, and repeated ones.
    mutating func check(_ entries: [PropertyListEntry], known: [String], elsewhere: [String]) {
        var seen: Set<String> = []
        for entry in entries {
            if !seen.insert(entry.key).inserted {
                report(
                    .repeatedKey,
                    .error,
                    line: entry.line,
                    "'\(entry.key)' appears twice in one dictionary",
                    hint: "delete \(entry.lines), or the first one"
                )
            }
            guard !known.contains(entry.key) else { continue }
            if let replacement = TransportKey.obsolete[entry.key] {
                report(
                    .obsoleteKey,
                    .error,
                    line: entry.line,
                    "'\(entry.key)' is no longer supported",
                    hint: replacement.map { "change the key to '\($0)'" } ?? "delete \(entry.lines)"
                )
            } else if elsewhere.contains(entry.key) {
                report(
                    .misplacedKey,
                    .error,
                    line: entry.line,
                    "'\(entry.key)' has no effect in this dictionary",
                    hint: TransportPolicyReader.place(of: entry.key)
                )
            } else if let meant = TransportKey.nearest(to: entry.key, among: known) {
                report(
                    .misspelledKey,
                    .error,
                    line: entry.line,
                    "'\(entry.key)' has no effect: the key is '\(meant)'",
                    hint: "change line \(entry.line) to '\(meant)'"
                )
            } else {
                report(
                    .unknownKey,
                    .error,
                    line: entry.line,
                    "'\(entry.key)' is not a key of App Transport Security",
                    hint: "delete \(entry.lines); the allowed keys here are \(known.joined(separator: ", "))"
                )
            }
        }
    }

    private static func place(of key: String) -> String {
        if TransportKey.global.contains(key) { return "move it to the top of '\(TransportKey.dictionary)'" }
        let parent =
            TransportKey.exception.contains(key) ? TransportKey.exceptionDomains : TransportKey.pinnedDomains
        return "move it into a domain of '\(parent)'"
    }

    /// The entries, of repeated ones the last.
    func unique(_ entries: [PropertyListEntry]) -> [PropertyListEntry] {
        var seen: Set<String> = []
        return entries.reversed().filter { seen.insert($0.key).inserted }.reversed()
    }

    mutating func reportType(_ entry: PropertyListEntry, _ expected: String) {
        report(
            .wrongType,
            .error,
            line: entry.value.line,
            "the value of '\(entry.key)' is '\(entry.value.value.elementName)', which has no effect",
            hint: "change it to \(expected)"
        )
    }

    /// A Boolean; nil, and a finding, for another value.
    ///
    /// A number counts as Apple's systems count it.
    mutating func flag(_ entry: PropertyListEntry) -> Bool? {
        switch entry.value.value {
        case .boolean(let flag): return flag
        case .integer(let number):
            reportType(entry, "<true/> or <false/>")
            return number == 1
        case .real(let number):
            reportType(entry, "<true/> or <false/>")
            return number == 1
        default:
            reportType(entry, "<true/> or <false/>")
            return nil
        }
    }

    mutating func version(_ entry: PropertyListEntry) -> TLSVersion? {
        guard case .string(let text) = entry.value.value else {
            reportType(entry, "a string such as TLSv1.2")
            return nil
        }
        if let name = TransportVersionName(rawValue: text) { return name.version }
        report(
            .unknownVersion,
            .error,
            line: entry.value.line,
            "'\(text)' is not a known version, so TLSv1.2 applies",
            hint: "write one of TLSv1.0, TLSv1.1, TLSv1.2, TLSv1.3"
        )
        return nil
    }

    /// The entries of a dictionary.
    mutating func members(_ entry: PropertyListEntry, _ expected: String) -> [PropertyListEntry] {
        guard case .dictionary(let entries) = entry.value.value else {
            reportType(entry, expected)
            return []
        }
        check(entries, known: entries.map(\.key), elsewhere: [])
        return unique(entries)
    }

    /// Notes names that fit no host.
    mutating func checkName(_ domain: PropertyListEntry, isPin: Bool) {
        let name = domain.key
        if IPAddress(name) != nil { return }
        if name.hasPrefix("*.") {
            reportName(
                domain,
                "matches no host: there are no wildcards",
                "write '\(name.dropFirst(2))' with '\(TransportKey.includesSubdomains)'"
            )
        } else if name.contains("://") || name.contains(":") {
            reportName(domain, "matches no host", "write the host alone, without scheme and port")
        } else if !name.utf8.allSatisfy({ $0 < 0x80 }) {
            reportName(
                domain,
                "matches no host: URLs have names in ASCII",
                "write it in IDNA form, with 'xn--…' labels"
            )
        } else if name.isEmpty || name.hasPrefix(".") || name.contains(" ") {
            reportName(domain, "matches no host", "write a name such as example.com")
        } else if isPin, name.hasSuffix(".") {
            reportName(domain, "matches no host", "write '\(name.dropLast())'")
        } else if !isPin, name != name.lowercased() {
            reportName(
                domain,
                "matches only hosts that are written with the same capitals",
                "write '\(name.lowercased())'"
            )
        }
    }

    mutating func reportName(_ domain: PropertyListEntry, _ summary: String, _ hint: String) {
        report(.domainName, .error, line: domain.line, "'\(domain.key)' \(summary)", hint: hint)
    }
}
