/// Where octets go, piece by piece.
///
/// A sink is written from one thread at a time. What was written is worth nothing if a later call throws.
public protocol ByteSink: ~Copyable {
    /// Takes all of some octets.
    ///
    /// - Throws: What the sink's owner throws.
    mutating func write(_ octets: Span<UInt8>) throws
}

extension ByteSink where Self: ~Copyable {
    /// Takes all octets of an array.
    package mutating func write(_ octets: [UInt8]) throws { try write(octets.span) }
}
