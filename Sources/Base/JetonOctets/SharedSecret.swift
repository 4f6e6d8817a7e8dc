/// A secret that several values refer to, such as records before and after a change that share what stays.
///
/// Wiped with its last reference.
public final class SharedSecret: Sendable {
    /// The secret.
    public let secret: Secret

    /// Takes over a secret.
    public init(_ secret: consuming Secret) { self.secret = secret }

    /// Copies octets; the caller wipes its own.
    public convenience init(copying octets: Span<UInt8>) { self.init(Secret(copying: octets)) }

    /// How many octets the secret has.
    public var count: Int { secret.count }

    /// Lends the secret for the duration of a closure.
    public func borrow<Result: ~Copyable, Failure: Error>(
        _ body: (borrowing Secret) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(secret)
    }

    /// Lends the octets for the duration of a closure.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try secret.withBytes(body)
    }

    /// Whether it has the same octets as another; the time depends on the counts only.
    public func equals(_ other: borrowing Secret) -> Bool { secret.equals(other) }
}
