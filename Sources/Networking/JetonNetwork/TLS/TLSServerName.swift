import JetonX509

/// Whether a certificate is for a host.
///
/// Only subjectAltName counts. A wildcard stands for one whole label, the first, before at least two others.
///
/// - SeeAlso: RFC 9525, 6.
package enum TLSServerName {
    /// The name of a host as a client says it to a server; nil for an address, which is not said.
    ///
    /// - SeeAlso: RFC 6066, 3: without a dot at its end.
    package static func indication(_ host: String) -> String? {
        guard IPAddress(host) == nil else { return nil }
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    static func isNamed(_ host: String, in certificate: Certificate) -> Bool {
        if let address = IPAddress(host) {
            return certificate.subjectAlternativeNames.contains(.ip(address.bytes))
        }
        let wanted = labels(host)
        guard !wanted.isEmpty else { return false }
        return certificate.subjectAlternativeNames.contains { name in
            guard case .dns(let text) = name else { return false }
            let offered = labels(text)
            if offered == wanted { return true }
            return offered.first == "*" && offered.count > 2 && offered.count == wanted.count
                && offered.dropFirst() == wanted.dropFirst()
        }
    }

    /// The labels in lower case; none for a name with an empty label other than at its end.
    private static func labels(_ name: String) -> [String] {
        var labels = name.lowercased().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if labels.last == "", labels.count > 1 { labels.removeLast() }
        return labels.contains("") ? [] : labels
    }
}
