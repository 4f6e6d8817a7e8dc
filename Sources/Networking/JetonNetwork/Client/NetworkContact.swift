/// A host that was contacted.
public struct NetworkContact: Hashable, Sendable {
    /// The URL's host.
    public let host: String
    /// Its port.
    public let port: UInt16
    /// The proxy in between as `host:port`; nil for none.
    public let proxy: String?
    /// The address of the other end of the connection.
    public let address: IPAddress
}
