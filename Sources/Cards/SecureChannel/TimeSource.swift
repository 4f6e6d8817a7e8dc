/// What time it is, for limits and records.
public protocol TimeSource: Sendable {
    /// Seconds since 1970.
    func seconds() -> UInt64
}
