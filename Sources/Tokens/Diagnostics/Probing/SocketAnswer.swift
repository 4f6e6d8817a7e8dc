package import TokenKit

/// What came of asking at a socket.
package enum SocketAnswer: Hashable, Sendable {
    /// No connection: `ENOENT`, `ECONNREFUSED`, `EACCES` and others.
    case notConnected(SystemFailure)
    /// The other side closed the connection after as many octets of the answer as these.
    case closed([UInt8])
    /// The other side took the connection and did not answer within two seconds.
    case silent
    /// The whole answer.
    case answered([UInt8])
}
