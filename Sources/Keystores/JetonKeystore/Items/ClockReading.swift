/// A reading of the hybrid logical clock that orders changes of synchronizable items between devices.
///
/// Readings are ordered by milliseconds, counter and device.
public struct ClockReading: Hashable, Sendable, Comparable {
    /// Milliseconds since 1970; 48 bits.
    public let milliseconds: UInt64
    /// Counts changes within one millisecond.
    public let counter: UInt16
    /// The device that made the change.
    public let device: UInt64

    /// Makes a reading; milliseconds above 48 bits are cut.
    public init(milliseconds: UInt64, counter: UInt16, device: UInt64) {
        self.milliseconds = milliseconds & 0xFFFF_FFFF_FFFF
        self.counter = counter
        self.device = device
    }

    /// Whether the left reading is earlier.
    public static func < (left: ClockReading, right: ClockReading) -> Bool {
        (left.milliseconds, left.counter, left.device) < (right.milliseconds, right.counter, right.device)
    }

    /// A reading on a device that is later than this one, and not before `now`.
    func next(now: Timestamp, device: UInt64) -> ClockReading {
        let wall = UInt64(max(0, now.microseconds / 1000))
        if wall > milliseconds { return ClockReading(milliseconds: wall, counter: 0, device: device) }
        if counter < UInt16.max {
            return ClockReading(milliseconds: milliseconds, counter: counter + 1, device: device)
        }
        return ClockReading(milliseconds: milliseconds + 1, counter: 0, device: device)
    }
}
