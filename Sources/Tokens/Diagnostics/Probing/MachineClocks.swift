/// Two clocks of the kernel that differ by the time which the machine slept.
public struct MachineClocks: Hashable, Sendable {
    /// `CLOCK_MONOTONIC`: milliseconds since the start, sleep left out.
    public var awakeMilliseconds: Int64
    /// `CLOCK_BOOTTIME`: milliseconds since the start, sleep included.
    public var elapsedMilliseconds: Int64

    /// Makes a reading of the clocks.
    public init(awakeMilliseconds: Int64, elapsedMilliseconds: Int64) {
        self.awakeMilliseconds = awakeMilliseconds
        self.elapsedMilliseconds = elapsedMilliseconds
    }

    /// Milliseconds that the machine slept since its start; 0 or more.
    public var asleepMilliseconds: Int64 { max(0, elapsedMilliseconds - awakeMilliseconds) }
}
