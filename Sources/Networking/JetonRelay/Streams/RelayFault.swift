import JetonNetwork

/// A connection that failed, and which of the two it was.
struct RelayFault: Error {
    /// Where the connection leads.
    enum Side: Hashable, Sendable {
        case client, target
    }

    let side: Side
    let cause: NetworkError
}
