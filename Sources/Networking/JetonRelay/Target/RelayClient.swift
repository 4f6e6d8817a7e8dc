package import JetonNetwork

/// What makes the connections to a relay's target.
package struct RelayClient: Sendable {
    /// Makes them.
    package let client: HTTPClient
    /// Whether the token is still there that has the key of the client's certificate; true without one.
    package let isUsable: @Sendable () -> Bool

    /// Makes a client.
    package init(_ client: HTTPClient, isUsable: @escaping @Sendable () -> Bool = { true }) {
        self.client = client
        self.isUsable = isUsable
    }
}
