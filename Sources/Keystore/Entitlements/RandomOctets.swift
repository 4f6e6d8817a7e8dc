import Octets

/// Octets from the system's random number generator.
enum RandomOctets {
    /// That many octets, for values that are no secret.
    static func make(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    /// A secret of that many octets.
    static func secret(_ count: Int) -> Secret {
        Secret(capacity: count) { target in
            var generator = SystemRandomNumberGenerator()
            for index in 0..<count { target[index] = UInt8.random(in: 0...255, using: &generator) }
            return count
        }
    }
}
