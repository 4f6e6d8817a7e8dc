package import TokenKit

/// What came of asking at a socket.
package enum SocketAnswer: Hashable, Sendable {
    /// No connection: `ENOENT`, `ECONNREFUSED`, `EACCES` and others.
    case notConnected(SystemFailure)
    /// The other side closed the connection after as many octets of the answer as these.
    case closed([UInt8])
    /// The other side did not take the connection, or took it and did not answer, for as long as was waited.
    case silent(milliseconds: Int, isConnected: Bool)
    /// The whole answer.
    case answered([UInt8])
}
