import JetonOctets

/// Whether a name lies within a subtree of name constraints, form by form.
///
/// Each answer is nil where name or subtree does not follow its standard: what cannot be compared is refused.
///
/// - SeeAlso: RFC 5280, 4.2.1.10.
enum NameComparison {
    /// Whether a name is within a subtree of the same form.
    static func isWithin(_ name: GeneralName, _ base: GeneralName) -> Bool? {
        switch (name, base) {
        case (.directoryName(let name), .directoryName(let base)):
            name.canonicalRelativeNames.starts(with: base.canonicalRelativeNames)
        case (.dns(let name), .dns(let base)): isHost(name, within: base)
        case (.email(let name), .email(let base)): isMailbox(name, within: base)
        case (.uri(let name), .uri(let base)): isURI(name, within: base)
        case (.ip(let address), .ip(let base)): isAddress(address, within: base)
        default: nil
        }
    }

    /// Whether an excluded subtree forbids a name; a wildcard stands for each name that it covers.
    static func isExcluded(_ name: GeneralName, _ base: GeneralName) -> Bool? {
        guard let isWithin = isWithin(name, base) else { return nil }
        guard !isWithin, case .dns(let text) = name, text.hasPrefix("*."), case .dns(let subtree) = base,
            let parent = HostName(text.dropFirst(2)), let host = HostName(subtree.drop { $0 == "." })
        else { return isWithin }
        return host.labels.count == parent.labels.count + 1 && host.isWithin(parent)
    }

    private static func isHost(_ name: String, within base: String) -> Bool? {
        guard let host = HostName(name.hasPrefix("*.") ? name.dropFirst(2) : name[...]) else { return nil }
        if base.isEmpty { return true }
        let isBelow = base.hasPrefix(".")
        guard let limit = HostName(isBelow ? base.dropFirst() : base[...]) else { return nil }
        guard host.isWithin(limit) else { return false }
        // A leading period leaves the name itself out, as OpenSSL reads it.
        return !isBelow || host.labels.count > limit.labels.count || name.hasPrefix("*.")
    }

    /// A base is one mailbox, one host with all its mailboxes, or with a leading period all hosts below it.
    private static func isMailbox(_ name: String, within base: String) -> Bool? {
        guard let at = name.lastIndex(of: "@"), at != name.startIndex, let host = HostName(name[at...].dropFirst()),
            name.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        if base.isEmpty { return true }
        if let baseAt = base.lastIndex(of: "@") {
            guard let baseHost = HostName(base[baseAt...].dropFirst()) else { return nil }
            return name[..<at] == base[..<baseAt] && host == baseHost
        }
        return isHost(host, within: base)
    }

    private static func isURI(_ name: String, within base: String) -> Bool? {
        guard let start = name.firstRange(of: "://")?.upperBound else { return nil }
        let authority = name[start...].prefix { !"/?#\\".contains($0) }
        let hostAndPort = authority.lastIndex(of: "@").map { authority[$0...].dropFirst() } ?? authority
        let text = hostAndPort.prefix { $0 != ":" }
        // RFC 5280: without a fully qualified domain name, an address included, the constraint refuses.
        guard let host = HostName(text), host.isQualified else { return nil }
        return base.isEmpty ? true : isHost(host, within: base)
    }

    private static func isHost(_ host: HostName, within base: String) -> Bool? {
        let isBelow = base.hasPrefix(".")
        guard let limit = HostName(isBelow ? base.dropFirst() : base[...]) else { return nil }
        return isBelow ? host.isWithin(limit) && host.labels.count > limit.labels.count : host == limit
    }

    /// A base is an address and a mask of as many octets.
    private static func isAddress(_ address: [UInt8], within base: [UInt8]) -> Bool? {
        guard [4, 16].contains(address.count), [8, 32].contains(base.count) else { return nil }
        guard base.count == 2 * address.count else { return false }
        return address.indices.allSatisfy { index in
            address[index] & base[address.count + index] == base[index] & base[address.count + index]
        }
    }
}
