#if canImport(Glibc)
    import Glibc
#endif

/// The system's clock.
public struct SystemTime: TimeSource {
    /// Refers to the clock.
    public init() {}

    /// Seconds since 1970; 0 before.
    public func seconds() -> UInt64 {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &now)
        return UInt64(clamping: now.tv_sec)
    }
}
