/// An absolute URL of HTTP, as it may be requested: no user, no fragment.
///
/// - SeeAlso: RFC 3986, RFC 9110, 4.2.
public struct HTTPURL: Hashable, Sendable, CustomStringConvertible {
    /// The longest URL, in bytes.
    public static let lengthLimit = 4096

    /// Whether the scheme is `https`.
    public let isSecure: Bool
    /// A name in lower case, or an address without brackets.
    public let host: String
    /// The port, stated or the scheme's own.
    public let port: UInt16
    /// The path, which begins with `/`, and the query.
    public let target: String

    /// Reads a URL.
    ///
    /// - Throws: ``NetworkError/Code/invalidURL`` for another scheme, a user before the host, a host that is neither a
    ///   name in ASCII nor an address, and characters that a URL does not have.
    public init(_ text: String) throws(NetworkError) {
        guard text.utf8.count <= HTTPURL.lengthLimit, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw NetworkError(.invalidURL, "it is too long or has characters other than visible ASCII")
        }
        let whole = text.prefix { $0 != "#" }
        guard let mark = whole.firstIndex(of: ":"), whole[mark...].hasPrefix("://") else {
            throw NetworkError(.invalidURL, "it has no scheme")
        }
        switch whole[..<mark].lowercased() {
        case "http": isSecure = false
        case "https": isSecure = true
        default: throw NetworkError(.invalidURL, "its scheme is neither http nor https")
        }
        let rest = whole[whole.index(mark, offsetBy: 3)...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let target = rest[authority.endIndex...]
        self.target = target.hasPrefix("/") ? String(target) : "/\(target)"
        guard !authority.contains("@") else { throw NetworkError(.invalidURL, "it has a user name before the host") }
        let place = try HostAndPort(authority, defaultPort: isSecure ? 443 : 80)
        host = place.host
        port = place.port
    }

    private init(isSecure: Bool, host: String, port: UInt16, target: String) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
    }

    /// The URL that a Location of this one's response names.
    ///
    /// - SeeAlso: RFC 3986, 5.2.
    func resolving(_ location: String) throws(NetworkError) -> HTTPURL {
        let reference = String(location.prefix { $0 != "#" })
        if let mark = reference.firstIndex(of: ":"), !reference[..<mark].contains(where: { "/?".contains($0) }) {
            return try HTTPURL(reference)
        }
        let scheme = isSecure ? "https" : "http"
        if reference.hasPrefix("//") { return try HTTPURL("\(scheme):\(reference)") }
        let path = target.prefix { $0 != "?" }
        let joined: String
        if reference.isEmpty {
            joined = target
        } else if reference.hasPrefix("/") {
            joined = reference
        } else if reference.hasPrefix("?") {
            joined = path + reference
        } else {
            joined = String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) + reference
        }
        guard joined.utf8.count <= HTTPURL.lengthLimit, joined.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw NetworkError(.invalidURL, "a redirect to a URL that is too long or malformed")
        }
        return HTTPURL(isSecure: isSecure, host: host, port: port, target: HTTPURL.withoutDots(joined))
    }

    /// RFC 3986, 5.2.4.
    private static func withoutDots(_ target: String) -> String {
        let path = target.prefix { $0 != "?" }
        var kept: [Substring] = []
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            if segment == ".." {
                if !kept.isEmpty { kept.removeLast() }
                if isLast { kept.append("") }
            } else if segment == "." {
                if isLast { kept.append("") }
            } else {
                kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/") + target[path.endIndex...]
    }

    /// Whether both have the same scheme, host and port.
    package func isSameOrigin(as other: HTTPURL) -> Bool {
        isSecure == other.isSecure && host == other.host && port == other.port
    }

    /// Whether the host is this machine: `localhost`, or an address of the loopback.
    package var isLoopback: Bool {
        guard let address = IPAddress(host) else { return host == "localhost" }
        return address.bytes.count == 4
            ? address.bytes.first == 127 : address.bytes == [UInt8](repeating: 0, count: 15) + [1]
    }

    /// The host, with its port unless that is the scheme's own.
    package var authority: String {
        let host = host.contains(":") ? "[\(self.host)]" : self.host
        return port == (isSecure ? 443 : 80) ? host : "\(host):\(port)"
    }

    /// Scheme, host and port, as a URL without a path.
    public var origin: String { "\(isSecure ? "https" : "http")://\(authority)" }

    /// The whole URL.
    public var description: String { origin + target }
}
