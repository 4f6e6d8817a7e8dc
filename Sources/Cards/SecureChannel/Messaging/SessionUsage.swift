/// What keys have carried, and since when.
struct SessionUsage {
    private var messages: UInt64 = 0
    private var octets: UInt64 = 0
    private let start: UInt64

    init(since start: UInt64) { self.start = start }

    /// Counts a command, and its octets of data.
    mutating func countCommand(_ octets: Int) {
        messages += 1
        self.octets += UInt64(octets)
    }

    /// Counts the octets of data of an answer.
    mutating func countAnswer(_ octets: Int) { self.octets += UInt64(octets) }

    /// Whether one more message would be more than the limits allow.
    func hasReached(_ limits: SessionLimits, at now: UInt64) -> Bool {
        messages >= limits.messages || octets >= limits.octets || now &- min(start, now) >= limits.seconds
    }
}
