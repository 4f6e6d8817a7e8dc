/// A time after which an operation on a connection gives up.
public struct Deadline: Comparable, Sendable {
    private let instant: ContinuousClock.Instant

    /// The time after a duration from now.
    public static func after(_ duration: Duration) -> Deadline {
        Deadline(instant: ContinuousClock.now.advanced(by: duration))
    }

    /// Whether the first is earlier.
    public static func < (left: Deadline, right: Deadline) -> Bool { left.instant < right.instant }

    /// The remaining time; zero if none remains.
    package var remaining: Duration { max(.zero, ContinuousClock.now.duration(to: instant)) }

    /// Gives up if no time remains.
    ///
    /// - Parameter activity: What is given up, for the error.
    /// - Throws: ``NetworkError/Code/timedOut``.
    func check(_ activity: @autoclosure () -> String) throws(NetworkError) {
        guard remaining > .zero else { throw NetworkError(.timedOut, activity()) }
    }

    /// The remaining time for poll(2), rounded up; 0 only if none remains.
    package var milliseconds: Int32 {
        let (seconds, attoseconds) = remaining.components
        let whole = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: min(whole, 3_600_000))
    }
}
