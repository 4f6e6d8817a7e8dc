internal import Glibc

/// A time of the clock that goes on while the machine sleeps, in milliseconds since it was started.
package struct BootTime: Hashable, Sendable, Comparable {
    /// The milliseconds.
    package let milliseconds: Int64

    /// Takes milliseconds.
    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Now.
    package static var now: BootTime {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return BootTime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// So many seconds later.
    package func adding(seconds: Int) -> BootTime { BootTime(milliseconds: milliseconds + Int64(seconds) * 1000) }

    /// Whether one comes before the other.
    package static func < (left: BootTime, right: BootTime) -> Bool { left.milliseconds < right.milliseconds }
}
