/// Host names of the public internet, as far as a name shows it: an address behind it is found elsewhere.
enum PublicName {
    /// Top-level domains that stand for this machine and its network.
    ///
    /// - SeeAlso: RFC 6762, appendix G; RFC 8375; resolutions of ICANN of 2018-02-04 (corp, home, mail) and 2024-07-29
    ///   (internal). The last ones are defaults of routers and of Windows.
    private static let privateDomains: Set<String> = [
        "arpa", "corp", "home", "internal", "intranet", "lan", "local", "localhost", "mail", "private",
        "domain", "fritz", "localdomain", "router", "workgroup",
    ]

    /// Whether a name in lower case may be one of the public internet.
    ///
    /// A name whose last label is a number is an address in a form that some programs read.
    static func isPublic(_ host: String) -> Bool {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, let last = labels.last, !last.isEmpty else { return false }
        return !privateDomains.contains(String(last)) && !last.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
            && !last.hasPrefix("0x")
    }
}
