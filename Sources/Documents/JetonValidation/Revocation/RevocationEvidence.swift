public import JetonX509

/// The evidence about revocation that is at hand, in no order.
public struct RevocationEvidence: Sendable {
    /// Revocation lists, full ones and deltas.
    public var lists: [RevocationList]
    /// OCSP responses.
    public var responses: [OCSPResponse]

    /// Collects evidence.
    public init(lists: [RevocationList] = [], responses: [OCSPResponse] = []) {
        self.lists = lists
        self.responses = responses
    }
}
