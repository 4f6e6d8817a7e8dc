/// How much a relay takes, and how long it waits.
package struct RelayLimits: Sendable {
    /// The connections of clients at one time.
    package var connections = 64
    /// Until the head of a request is there, from its first byte.
    package var head = Duration.seconds(10)
    /// Between two bytes that are moved, and between two requests.
    package var idle = Duration.seconds(60)
    /// For a server's `100 Continue`, after which the body is sent all the same (RFC 9110, 10.1.1).
    package var continuation = Duration.seconds(1)
    /// For what a client still sends after an answer that ends its connection.
    package var lingering = Duration.seconds(2)
    /// The connections to the target that wait for the next request.
    package var idleTargets = 8

    /// Makes the defaults.
    package init() {}
}
