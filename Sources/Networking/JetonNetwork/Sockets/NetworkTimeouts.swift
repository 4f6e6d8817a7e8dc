/// How long the parts of an exchange may take.
public struct NetworkTimeouts: Sendable {
    /// Name resolution, connecting, a proxy's answer and the TLS handshake, each.
    public var connect = Duration.seconds(10)
    /// From the end of a request to the first byte of its response.
    public var firstByte = Duration.seconds(30)
    /// Between two pieces that the peer sends or takes.
    public var stall = Duration.seconds(30)
    /// The whole exchange, redirects included.
    public var total = Duration.seconds(300)

    /// Makes the defaults.
    public init() {}
}
