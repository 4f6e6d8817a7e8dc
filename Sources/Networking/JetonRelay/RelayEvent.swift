/// What a relay does, for a log: nothing that a client or the target sent stands in it.
package enum RelayEvent: Hashable, Sendable {
    /// A request was answered by the target; `up` and `down` are bytes of the bodies.
    case relayed(connection: Int, status: Int, up: UInt64, down: UInt64)
    /// A request was refused here, or the target did not answer.
    case refused(connection: Int, RelayRefusal)
    /// A connection ended in the middle of an answer.
    case broken(connection: Int, reason: String)
    /// A handshake with the target; the number of all so far, and how many of them the token signed.
    case connected(handshakes: Int, signatures: Int)
}
