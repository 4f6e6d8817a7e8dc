#if canImport(Glibc)
    import Glibc
#endif

/// A time: microseconds since 1970-01-01 00:00 UTC, without leap seconds.
public struct Timestamp: Hashable, Sendable, Comparable {
    /// Microseconds since 1970; never negative in a vault.
    public let microseconds: Int64

    /// Makes a time.
    public init(microseconds: Int64) { self.microseconds = microseconds }

    /// The system's clock now.
    public static var now: Timestamp {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// Whether the left time is earlier.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.microseconds < right.microseconds }

    /// Now, but at least one millisecond after this time, so that an update is always newer than what it replaces.
    func youngerThanThis(now: Timestamp) -> Timestamp {
        max(now, Timestamp(microseconds: microseconds + 1000))
    }

    /// Milliseconds since 1970; 0 for times before.
    package var milliseconds: UInt64 { UInt64(max(0, microseconds / 1000)) }
}
