/// Numbers measured again and again.
package struct Sample {
    private var values: [Double] = []

    package init() {}

    package mutating func add(_ value: Double) { values.append(value) }

    package var minimum: Double { values.min() ?? 0 }

    package var maximum: Double { values.max() ?? 0 }

    package var mean: Double { values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count) }

    package var median: Double { percentile(50) }

    /// The value that so many of a hundred do not exceed.
    package func percentile(_ share: Int) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * share / 100)]
    }

    /// The median of the ratios of this to another sample, each value to the one measured right beside it.
    package func medianRatio(to other: Sample) -> Double {
        var ratios = Sample()
        for (mine, theirs) in zip(values, other.values) where theirs > 0 { ratios.add(mine / theirs) }
        return ratios.median
    }

    /// A number with so many digits behind the point, in a column.
    package static func text(_ number: Double, digits: Int = 2, width: Int = 9) -> String {
        var scale = 1
        for _ in 0..<digits { scale *= 10 }
        let scaled = Int((number * Double(scale)).rounded())
        var fraction = String(scaled % scale)
        fraction = String(repeating: "0", count: max(0, digits - fraction.count)) + fraction
        let text = digits == 0 ? "\(scaled)" : "\(scaled / scale).\(fraction)"
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
