import JetonX509

/// The origin of an issuer: `https`, a host, a port.
package struct JobOrigin: Hashable, Sendable, CustomStringConvertible {
    /// The host in lower case.
    package let host: String
    /// The port; 443 unless stated.
    package let port: UInt16

    /// Reads `https://host` or `https://host:port`, in the one form that each origin has.
    ///
    /// - Returns: Nil for anything else, such as a path, a user, an upper-case letter, or the port 443 written out.
    package init?(_ text: String) {
        guard let rest = JobOrigin.rest(text), !rest.utf8.contains(UInt8(ascii: "/")) else { return nil }
        guard let origin = JobOrigin(authority: rest), origin.description == text else { return nil }
        self = origin
    }

    /// The origin of an https URL.
    ///
    /// - Returns: Nil for another scheme, a user before the host, and characters that a URL does not have.
    package init?(of url: String) {
        guard let rest = JobOrigin.rest(url) else { return nil }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        self.init(authority: authority.lowercased()[...])
    }

    private static func rest(_ text: String) -> Substring? {
        guard text.utf8.count <= 4096, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            text.hasPrefix("https://")
        else { return nil }
        return text.dropFirst("https://".count)
    }

    private init?(authority: Substring) {
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), !parts[0].isEmpty, parts[0].utf8.count <= 253,
            parts[0].utf8.allSatisfy({
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
            })
        else { return nil }
        // RFC 1123, 2.1: labels of letters, digits and hyphens, these not at the ends.
        let labels = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy({ (1...63).contains($0.utf8.count) && $0.first != "-" && $0.last != "-" }) else {
            return nil
        }
        host = String(parts[0])
        guard parts.count == 2 else {
            port = 443
            return
        }
        guard let number = UInt16(parts[1]), number > 0, String(number) == parts[1] else { return nil }
        port = number
    }

    /// Whether a certificate names this origin: as a URI, or its host as a DNS name without a wildcard.
    func isNamed(in certificate: Certificate) -> Bool {
        certificate.subjectAlternativeNames.contains { name in
            switch name {
            case .dns(let host): host.lowercased() == self.host
            case .uri(let uri): uri == description
            default: false
            }
        }
    }

    /// The text of the origin.
    package var description: String { "https://\(host)" + (port == 443 ? "" : ":\(port)") }
}
