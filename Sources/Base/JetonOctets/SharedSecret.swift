/// A secret that several values refer to, such as records before and after a change that share what stays.
///
/// Wiped with its last reference.
public final class SharedSecret: Sendable {
    /// The secret.
    public let secret: Secret

    /// Takes over a secret.
    public init(_ secret: consuming Secret) { self.secret = secret }

    /// How many octets the secret has.
    public var count: Int { secret.count }

    /// Lends the secret for the duration of a closure.
    public func borrow<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing Secret) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(secret)
    }

    /// Whether it has the same octets as another; the time depends on the counts only.
    public func equals(_ other: borrowing Secret) -> Bool { secret.equals(other) }
}
