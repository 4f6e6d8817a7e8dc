import Synchronization

/// Makes requests of HTTP/1.1 over TCP and TLS, directly or through proxies, a connection each.
///
/// Calls block, and may come from any number of threads.
public final class HTTPClient: Sendable {
    /// How often a GET follows a redirect.
    static let redirectLimit = 5

    /// What a client is made of.
    public struct Settings: Sendable {
        /// Who judges TLS servers.
        public var trust: TLSTrust
        /// What is demanded of their TLS.
        public var policy: any TLSRuleSource = TLSPolicy()
        /// The certificate for servers that ask for one.
        public var identity: TLSIdentity?
        /// The proxies.
        public var proxies = ProxySettings()
        /// The deadlines.
        public var timeouts = NetworkTimeouts()
        /// What finds addresses.
        public var resolver: any HostResolver = SystemResolver()
        /// Told of each connection that is made.
        public var contacted: (@Sendable (NetworkContact) -> Void)?

        /// Makes settings with the defaults.
        public init(trust: TLSTrust) { self.trust = trust }
    }

    let settings: Settings
    private let clients = Mutex<[TLSRules: TLSClient]>([:])

    /// Makes a client; no connection is made yet.
    public init(_ settings: Settings) { self.settings = settings }

    /// Makes a request, with its redirects and authentication.
    ///
    /// A GET follows at most 5 redirects, where the request lets them lead; a POST follows none.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - accept: Judges the head before the body is read.
    ///   - receive: Gets the body in pieces.
    /// - Returns: The head of the last response, of whatever status.
    /// - Throws: ``NetworkError``; what the two closures throw.
    public func perform(
        _ request: HTTPRequest,
        accept: (HTTPResponseHead) throws(NetworkError) -> Void = { _ in },
        receive: (ArraySlice<UInt8>) throws(NetworkError) -> Void
    ) throws(NetworkError) -> HTTPResponseHead {
        let deadline = Deadline.after(min(settings.timeouts.total, request.timeLimit ?? settings.timeouts.total))
        var url = request.url
        for _ in 0...HTTPClient.redirectLimit {
            var hop = HTTPHop(client: self, request: request, url: url, deadline: deadline)
            let (connection, head, framing) = try hop.run()
            defer { connection.channel.close() }
            guard [301, 302, 303, 307, 308].contains(head.status), head.fields.values("Location").count > 0 else {
                try accept(head)
                do throws(NetworkError) {
                    try connection.body(framing, limit: request.bodyLimit, receive)
                } catch {
                    throw error.naming(url.host)
                }
                return head
            }
            guard request.method == "GET" || request.method == "HEAD" else {
                throw NetworkError(.redirectRefused, "\(url.host) redirects a \(request.method)")
            }
            guard request.redirects != .none else {
                throw NetworkError(.redirectRefused, "\(url.host) redirects elsewhere")
            }
            let next = try url.resolving(try head.fields.single("Location") ?? "")
            guard request.redirects == .anyOrigin || next.isSameOrigin(as: request.url) else {
                throw NetworkError(.redirectRefused, "\(url.host) redirects to another origin, \(next.origin)")
            }
            guard next.isSecure || !url.isSecure else {
                throw NetworkError(.redirectRefused, "\(url.host) redirects from https to http")
            }
            url = next
        }
        throw NetworkError(.redirectRefused, "more than \(HTTPClient.redirectLimit) redirects")
    }

    /// Connects once, with rules of the caller's, to see what comes of it; the server may be one that is not trusted.
    ///
    /// No redirect is followed, no password sent, and no client certificate. A server that is not trusted gets no request.
    ///
    /// - Parameters:
    ///   - url: Where to.
    ///   - rules: What is offered and accepted.
    ///   - reach: Which hosts may be asked.
    /// - Returns: What was agreed on, and the response.
    /// - Throws: ``NetworkError`` without a connection or a handshake.
    package func examine(
        _ url: HTTPURL,
        rules: TLSRules,
        reach: HTTPRequest.Reach = .everywhere
    ) throws(NetworkError) -> TLSExamination {
        var hop = hop(to: url, reach: reach)
        return try hop.examine(rules)
    }

    /// The proxy for a URL as `host:port`; nil for none.
    package func proxy(for url: HTTPURL) -> String? {
        settings.proxies.server(for: url).map { HostAndPort(host: $0.host, port: $0.port).text }
    }

    /// Connects to a server, through the proxy if there is one, and leaves TLS to the caller.
    ///
    /// - Throws: ``NetworkError``.
    package func connect(to url: HTTPURL) throws(NetworkError) -> TCPConnection {
        var hop = hop(to: url)
        return try hop.openSocket()
    }

    /// Connects to an https server, through the proxy if there is one, and makes the handshake.
    ///
    /// - Throws: ``NetworkError``; ``NetworkError/Code/invalidURL`` for plain http.
    package func connectSecurely(to url: HTTPURL) throws(NetworkError) -> TLSConnection {
        guard url.isSecure else { throw NetworkError(.invalidURL, "plain http does not use TLS") }
        var hop = hop(to: url)
        return try hop.openSecurely()
    }

    private func hop(to url: HTTPURL, reach: HTTPRequest.Reach = .everywhere) -> HTTPHop {
        var request = HTTPRequest(url)
        request.reach = reach
        return HTTPHop(client: self, request: request, url: url, deadline: .after(settings.timeouts.total))
    }

    /// The TLS settings for a host.
    func tls(for host: String) throws(NetworkError) -> TLSClient {
        let rules = settings.policy.rules(for: host)
        if let client = clients.withLock({ $0[rules] }) { return client }
        let client = try TLSClient(trust: settings.trust, rules: rules, identity: settings.identity)
        return clients.withLock { clients in
            let kept = clients[rules] ?? client
            clients[rules] = kept
            return kept
        }
    }
}
