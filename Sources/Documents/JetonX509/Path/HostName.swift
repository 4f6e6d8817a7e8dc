/// A host name in ASCII, in lower case.
struct HostName: Equatable {
    /// The labels from left to right; at least one.
    let labels: [String]

    /// Reads a name; nil if a label is empty or has another character than letters, digits, `-` and `_`.
    init?(_ text: some StringProtocol) {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false).map { $0.lowercased() }
        let isSound = labels.allSatisfy { label in
            !label.isEmpty
                && label.utf8.allSatisfy { octet in
                    (0x61...0x7A).contains(octet) || (0x30...0x39).contains(octet) || octet == 0x2D || octet == 0x5F
                }
        }
        guard isSound else { return nil }
        self.labels = labels
    }

    /// Whether no label begins or ends with a hyphen, which those of hosts do not.
    ///
    /// - SeeAlso: RFC 1123, 2.1; RFC 952.
    var hasPlainLabels: Bool { labels.allSatisfy { !$0.hasPrefix("-") && !$0.hasSuffix("-") } }

    /// Whether there is a domain, and the last label is not a number, as in an address.
    var isQualified: Bool { labels.count > 1 && labels.last.map { Int($0) == nil } ?? false }

    /// Whether the name is the other one or below it.
    func isWithin(_ other: HostName) -> Bool { labels.suffix(other.labels.count) == other.labels[...] }
}
