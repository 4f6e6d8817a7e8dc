import Octets

/// A secret that several values refer to: the contents of a card before and after a change share what stays.
final class SharedSecret: Sendable {
    private let secret: Secret

    init(_ secret: consuming Secret) { self.secret = secret }

    var count: Int { secret.count }

    func borrow<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing Secret) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(secret)
    }

    func equals(_ other: borrowing Secret) -> Bool { secret.equals(other) }
}
