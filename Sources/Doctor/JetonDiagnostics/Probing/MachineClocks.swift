/// Two clocks of the kernel that differ by the time which the machine slept.
package struct MachineClocks: Hashable, Sendable {
    /// `CLOCK_MONOTONIC`: milliseconds since the start, sleep left out.
    package var awakeMilliseconds: Int64
    /// `CLOCK_BOOTTIME`: milliseconds since the start, sleep included.
    package var elapsedMilliseconds: Int64

    /// Makes a reading of the clocks.
    package init(awakeMilliseconds: Int64, elapsedMilliseconds: Int64) {
        self.awakeMilliseconds = awakeMilliseconds
        self.elapsedMilliseconds = elapsedMilliseconds
    }

    /// Milliseconds that the machine slept since its start; 0 or more.
    package var asleepMilliseconds: Int64 { max(0, elapsedMilliseconds - awakeMilliseconds) }
}
