/// Numbers measured again and again.
struct Sample {
    private var values: [Double] = []

    mutating func add(_ value: Double) { values.append(value) }

    var minimum: Double { values.min() ?? 0 }

    var maximum: Double { values.max() ?? 0 }

    var median: Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
    }

    /// The median of the ratios of this to another sample, each value to the one measured right beside it.
    func medianRatio(to other: Sample) -> Double {
        var ratios = Sample()
        for (mine, theirs) in zip(values, other.values) where theirs > 0 { ratios.add(mine / theirs) }
        return ratios.median
    }

    /// A number with so many digits behind the point, in a column.
    static func text(_ number: Double, digits: Int = 2, width: Int = 9) -> String {
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int((number * Double(scale)).rounded())
        var fraction = String(scaled % scale)
        fraction = String(repeating: "0", count: digits - fraction.count) + fraction
        let text = digits == 0 ? "\(scaled)" : "\(scaled / scale).\(fraction)"
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
