internal import SigningDesk

extension Latencies {
    /// The columns of ``row``.
    static let header = ["p50", "p90", "p99", "max"]

    /// The percentiles as text.
    var row: [String] { [0.5, 0.9, 0.99, 1].map { Latencies.text(microseconds: microseconds(at: $0)) } }

    /// The percentiles as JSON, in microseconds.
    var json: JSON {
        .object([
            "p50": microseconds(at: 0.5), "p90": microseconds(at: 0.9), "p99": microseconds(at: 0.99),
            "max": microseconds(at: 1),
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
