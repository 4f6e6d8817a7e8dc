internal import Synchronization

/// Timestamps that were made elsewhere, for signatures whose machine reaches no authority.
public final class GivenTimestamps: Sendable {
    /// The responses.
    public let responses: [TimestampResponse]
    private let first = Mutex<MessageImprint?>(nil)

    /// Takes responses.
    public init(_ responses: [TimestampResponse]) { self.responses = responses }

    /// What a timestamp was needed of first that none of them is about; nil if there was no need.
    public var missing: MessageImprint? { first.withLock { $0 } }

    func note(_ imprint: MessageImprint) { first.withLock { $0 = $0 ?? imprint } }
}
