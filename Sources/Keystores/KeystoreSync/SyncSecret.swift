public import JetonOctets

/// The secret of an item, shared by the values that stand for it; wiped when the last of them goes.
public final class SyncSecret: Sendable {
    private let secret: Secret

    /// Takes over a secret.
    public init(_ secret: consuming Secret) { self.secret = secret }

    /// Copies octets; the caller wipes its own.
    public convenience init(copying octets: Span<UInt8>) { self.init(Secret(copying: octets)) }

    /// Octets of the secret.
    public var count: Int { secret.count }

    /// Lends the octets for the duration of a closure.
    public func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try secret.withBytes(body)
    }

    /// Lends the secret for the duration of a closure.
    func withSecret<Failure: Error>(_ body: (borrowing Secret) throws(Failure) -> Void) throws(Failure) {
        try body(secret)
    }
}
