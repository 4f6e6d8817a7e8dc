/// What came of connections to servers that the user asked about.
public struct NetworkSurvey: Sendable {
    /// One server.
    public struct Server: Sendable {
        /// What kept a connection from being made or used.
        public enum Obstacle: Sendable {
            /// The resolver knows no address, or the proxy's; its words.
            case name(String)
            /// No connection: refused, unreachable, or no answer in time; the system's words.
            case connection(String)
            /// The proxy does not let the connection through; why.
            case proxy(String)
            /// There is no TLS handshake; libssl's words.
            case handshake(String)
            /// The server's certificate is not trusted; why.
            case trust(String)
            /// The server ended the connection, or its response is not one; why.
            case response(String)
        }

        /// The URL.
        public var url: String
        /// Its host.
        public var host: String
        /// The proxy in between as `host:port`; nil for none.
        public var proxy: String?
        /// What kept the URL from being loaded; nil if it was.
        public var obstacle: Obstacle?
        /// The version of TLS; nil without a handshake.
        public var version: String?
        /// When the server's certificate begins and ends to be valid, in seconds since 1970; nil without one.
        public var validity: ClosedRange<Int64>?
        /// The server's clock by the field Date of its response, in seconds since 1970; nil without one.
        public var date: Int64?
        /// Whether the server asks for a client certificate.
        public var asksForCertificate = false
        /// The authorities that it names, in DER; none for any.
        public var authorities: [[UInt8]] = []
        /// Where revocation of its certificate is asked, each with why that can't be reached; nil if it can.
        public var revocation: [(url: String, failure: String?)] = []

        /// Makes a server of which nothing is known.
        public init(url: String, host: String) {
            self.url = url
            self.host = host
        }
    }

    /// Why the environment's or the settings' proxy can't be used; nil if it can, or there is none.
    public var proxyFailure: String?
    /// The servers.
    public var servers: [Server] = []

    /// Makes a survey without servers.
    public init() {}
}
