/// How long each of many calls took.
struct Latencies: Sendable {
    // In nanoseconds.
    private var values: [Int64] = []
    private var isSorted = true

    /// How many calls there were.
    var count: Int { values.count }

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
    func microseconds(at part: Double) -> Double {
        precondition(isSorted, "sorted")
        guard !values.isEmpty else { return 0 }
        let rank = Int((part * Double(values.count)).rounded(.up))
        return Double(values[min(max(rank, 1), values.count) - 1]) / 1000
    }

    /// The columns of ``row``.
    static let header = ["p50", "p90", "p99", "max"]

    /// The percentiles as text.
    var row: [String] { [0.5, 0.9, 0.99, 1].map { Latencies.text(microseconds: microseconds(at: $0)) } }

    /// The percentiles as JSON, in microseconds.
    var json: JSON {
        .object([
            ("p50", .decimal(microseconds(at: 0.5))), ("p90", .decimal(microseconds(at: 0.9))),
            ("p99", .decimal(microseconds(at: 0.99))), ("max", .decimal(microseconds(at: 1))),
        ])
    }

    private static func text(microseconds: Double) -> String {
        microseconds < 1000 ? "\(tenths(microseconds)) µs" : "\(tenths(microseconds / 1000)) ms"
    }

    /// A number with one digit behind the point.
    static func tenths(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
