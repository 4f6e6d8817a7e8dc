/// Numbers that look random and are the same in each run: a linear congruential generator.
public struct SeededNumbers {
    private var state: UInt64

    /// Begins the sequence of a seed.
    public init(seed: UInt64) { state = seed }

    /// The next number, from 0 to below a bound.
    public mutating func next(below bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % bound
    }
}
