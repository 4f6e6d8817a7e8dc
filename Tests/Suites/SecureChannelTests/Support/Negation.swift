import JetonOctets

/// The point with the same x on the other side of the curve tc26-256-A.
enum Negation {
    /// p = 2^256 - 617.
    private static let prime = [UInt8](repeating: 0xFF, count: 30) + [0xFD, 0x97]

    static func of(_ point: [UInt8]) -> [UInt8] {
        var difference: [UInt8] = []
        var borrow = 0
        for place in 0..<32 {
            var digit = Int(prime[31 - place]) - Int(point[32 + place]) - borrow
            borrow = digit < 0 ? 1 : 0
            digit += borrow * 256
            difference.append(UInt8(digit))
        }
        return Array(point.prefix(32)) + difference
    }
}
