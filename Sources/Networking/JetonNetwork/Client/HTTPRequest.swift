/// One request of a client.
public struct HTTPRequest: Sendable {
    /// Which addresses may be reached.
    public enum Reach: Hashable, Sendable {
        /// All.
        case everywhere
        /// Those of ``IPAddress/isPublic`` alone: for URLs that someone else wrote, such as a certificate's.
        case publicHosts
    }

    /// Where the redirects of a GET may lead.
    public enum Redirects: Hashable, Sendable {
        /// To any host, but not from https to http.
        case anyOrigin
        /// To the scheme, host and port of the request's URL.
        case sameOrigin
        /// Nowhere: a redirect is an error.
        case none
    }

    /// The URL.
    public var url: HTTPURL
    /// `GET`, `POST` or another method.
    public var method = "GET"
    /// Fields beside those that the client writes itself: Host, Content-Length, Connection and the authorizations.
    public var fields = HTTPFields()
    /// The body; empty for none.
    public var body: [UInt8] = []
    /// Which addresses may be reached, redirects included.
    public var reach = Reach.everywhere
    /// Where the redirects of a GET may lead.
    public var redirects = Redirects.anyOrigin
    /// The largest body of the response, in bytes.
    public var bodyLimit: UInt64 = 1 << 20
    /// How long the whole exchange may take, redirects included; nil for what the client's settings say.
    public var timeLimit: Duration?
    /// The name and password for the server; sent over TLS only.
    public var credentials: NetworkCredentials?

    /// Makes a GET.
    public init(_ url: HTTPURL) { self.url = url }
}
