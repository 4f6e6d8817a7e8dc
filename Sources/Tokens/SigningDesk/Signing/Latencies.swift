/// How long each of many calls took.
package struct Latencies: Sendable {
    // In nanoseconds.
    private var values: [Int64] = []
    private var isSorted = true

    /// How many calls there were.
    package var count: Int { values.count }

    /// Adds the time of one call.
    mutating func add(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        values.append(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        isSorted = false
    }

    /// Adds all times of others.
    mutating func add(_ others: Latencies) {
        values += others.values
        isSorted = false
    }

    /// Puts the times in order, for ``microseconds(at:)``.
    mutating func sort() {
        values.sort()
        isSorted = true
    }

    /// The time within which a part of the calls ended, by the nearest rank: 0.5 gives the median, 1 the longest.
    ///
    /// - Precondition: ``sort()`` was called after the last addition.
    package func microseconds(at part: Double) -> Double {
        precondition(isSorted, "sorted")
        guard !values.isEmpty else { return 0 }
        let rank = Int((part * Double(values.count)).rounded(.up))
        return Double(values[min(max(rank, 1), values.count) - 1]) / 1000
    }
}
