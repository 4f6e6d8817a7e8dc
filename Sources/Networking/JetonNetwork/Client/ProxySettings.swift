import JetonOctets

/// Through which proxy a server is reached.
///
/// - SeeAlso: curl(1), "Environment"; CVE-2016-5385 ("httpoxy").
public struct ProxySettings: Sendable {
    /// A proxy that speaks HTTP/1.1 without TLS.
    public struct Server: Sendable {
        /// A name or address.
        public let host: String
        /// The port.
        public let port: UInt16
        /// The name and password for it.
        public var credentials: NetworkCredentials?

        /// Makes a proxy.
        public init(host: String, port: UInt16, credentials: NetworkCredentials? = nil) {
            self.host = host
            self.port = port
            self.credentials = credentials
        }
    }

    /// The proxy for `http` URLs; nil for none.
    public var http: Server?
    /// The proxy for `https` URLs; nil for none.
    public var https: Server?
    private var exceptions = ProxyExceptions("")

    /// Makes settings without a proxy.
    public init() {}

    /// Reads `https_proxy`, `http_proxy`, `all_proxy` and `no_proxy`, each in lower case or else in capitals.
    ///
    /// `HTTP_PROXY` does not count where `REQUEST_METHOD` is set: a web server fills it from a request.
    ///
    /// - Parameter environment: The variables, which the program reads.
    /// - Throws: ``NetworkError/Code/invalidURL`` for a proxy of another kind than `http`.
    public init(environment: [String: String]) throws(NetworkError) {
        func value(_ name: String) -> String? { environment[name] ?? environment[name.uppercased()] }
        let all = value("all_proxy")
        let isGateway = environment["REQUEST_METHOD"] != nil
        let plain = isGateway ? environment["http_proxy"] : value("http_proxy")
        http = try ProxySettings.server(plain ?? all)
        https = try ProxySettings.server(value("https_proxy") ?? all)
        exceptions = ProxyExceptions(value("no_proxy") ?? "")
    }

    /// The origins of the proxies, such as `http://proxy.example:3128`: one, two, or none.
    package var origins: [String] {
        var origins: [String] = []
        for server in [http, https].compactMap(\.self) {
            let origin = "http://\(HostAndPort(host: server.host, port: server.port).text)"
            if !origins.contains(origin) { origins.append(origin) }
        }
        return origins
    }

    /// Gives both proxies a name and password, if they are one; a password is for one proxy.
    ///
    /// - Parameter credentials: The name and password.
    /// - Throws: ``NetworkError/Code/invalidRequest`` without a proxy, and for two.
    package mutating func authenticate(_ credentials: NetworkCredentials) throws(NetworkError) {
        guard origins.count == 1 else {
            throw NetworkError(.invalidRequest, origins.isEmpty ? "no proxy is set" : "two proxies are set")
        }
        http?.credentials = credentials
        https?.credentials = credentials
    }

    /// The proxy for a URL; nil for none.
    public func server(for url: HTTPURL) -> Server? {
        guard let server = url.isSecure ? https : http else { return nil }
        return exceptions.contains(url.host, port: url.port) ? nil : server
    }

    private static func server(_ text: String?) throws(NetworkError) -> Server? {
        guard let text, !text.isEmpty else { return nil }
        var rest = text[...]
        if let mark = text.firstIndex(of: ":"), text[mark...].hasPrefix("://") {
            guard text[..<mark].lowercased() == "http" else {
                let scheme = text[..<mark].filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(16)
                throw NetworkError(
                    .invalidURL,
                    "the proxy's scheme '\(scheme)' is not supported; only http is supported"
                )
            }
            rest = text[text.index(mark, offsetBy: 3)...]
        }
        rest = rest.prefix { $0 != "/" }
        var credentials: NetworkCredentials?
        if let end = rest.lastIndex(of: "@") {
            let pair = rest[..<end]
            let name = pair.prefix { $0 != ":" }
            var password = try decoded(pair[name.endIndex...].dropFirst())
            credentials = NetworkCredentials(
                name: String(decoding: try decoded(name), as: UTF8.self),
                password: Secret(wiping: &password)
            )
            rest = rest[rest.index(after: end)...]
        }
        do {
            let place = try HostAndPort(rest, defaultPort: 80)
            return Server(host: place.host, port: place.port, credentials: credentials)
        } catch {
            throw NetworkError(.invalidURL, "the proxy: \(error.context)")
        }
    }

    /// Undoes percent-encoding.
    private static func decoded(_ text: Substring) throws(NetworkError) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard digits.utf8.count == 2, !digits.hasPrefix("+"), let value = UInt8(digits, radix: 16) else {
                throw NetworkError(.invalidURL, "the proxy's name or password")
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return bytes
    }
}

/// The hosts of `no_proxy`.
struct ProxyExceptions: Sendable {
    private enum Rule: Sendable {
        case all
        case name(String, port: UInt16?)
        case network([UInt8], length: Int)
    }

    private let rules: [Rule]

    /// Reads a list with commas or spaces: `*`, names with those below them, `name:port`, addresses, `network/length`.
    init(_ text: String) {
        rules = text.split { $0 == "," || $0 == " " }.compactMap { ProxyExceptions.rule(String($0)) }
    }

    private static func rule(_ text: String) -> Rule? {
        if text == "*" { return .all }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, let network = IPAddress(parts[0]), let length = Int(parts[1]),
            (0...network.bytes.count * 8).contains(length)
        {
            return .network(network.bytes, length: length)
        }
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        if let address = IPAddress(bare) { return .network(address.bytes, length: address.bytes.count * 8) }
        let name =
            bare.hasPrefix(".") ? String(bare.dropFirst()) : bare.hasPrefix("*.") ? String(bare.dropFirst(2)) : bare
        guard let place = try? HostAndPort(name, defaultPort: 1) else { return nil }
        return .name(place.host, port: name.contains(":") ? place.port : nil)
    }

    func contains(_ host: String, port: UInt16) -> Bool {
        let address = IPAddress(host)
        let host = host.hasSuffix(".") ? String(host.dropLast()) : host
        return rules.contains { rule in
            switch rule {
            case .all: true
            case .name(let name, let wanted):
                (host == name || host.hasSuffix(".\(name)")) && (wanted == nil || wanted == port)
            case .network(let network, let length):
                address.map { $0.bytes.count == network.count && IPAddress.matches($0.bytes, network, length) } ?? false
            }
        }
    }
}
