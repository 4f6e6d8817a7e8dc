import Octets

/// An odd number of many limbs, and powers modulo it by Montgomery's method.
///
/// For public numbers only: the time depends on them.
///
/// - SeeAlso: Handbook of Applied Cryptography, 14.36 (multiplication) and 14.94 (powers).
struct Modulus {
    /// Limbs of 64 bits, least significant first.
    private let limbs: [UInt64]
    /// −n⁻¹ modulo 2⁶⁴.
    private let inverse: UInt64
    /// How many octets the number has.
    private let octetCount: Int

    /// Takes a big-endian number; nil if it is even or below 3.
    init?(_ octets: [UInt8]) {
        let octets = octets.drop { $0 == 0 }
        guard let last = octets.last, last & 1 == 1, octets.count > 1 || last > 1 else { return nil }
        limbs = Modulus.limbs(Array(octets), count: (octets.count + 7) / 8)
        octetCount = octets.count
        // Newton's iteration doubles the number of right bits: 3, 6, 12, 24, 48, 96.
        var inverse = limbs[0]
        for _ in 0..<5 { inverse = inverse &* (2 &- limbs[0] &* inverse) }
        self.inverse = 0 &- inverse
    }

    /// The power of a base below the modulus, as many octets as the modulus has.
    ///
    /// - Parameters:
    ///   - base: Big-endian, below the modulus, of at most as many octets.
    ///   - exponent: Above zero.
    func power(_ base: [UInt8], exponent: UInt64) -> [UInt8] {
        let base = multiply(Modulus.limbs(base, count: limbs.count), squaredRadix())
        var result = base
        var bit = 63 - exponent.leadingZeroBitCount
        while bit > 0 {
            bit -= 1
            result = multiply(result, result)
            if exponent >> UInt64(bit) & 1 == 1 { result = multiply(result, base) }
        }
        var one = [UInt64](repeating: 0, count: limbs.count)
        one[0] = 1
        let octets = multiply(result, one).reversed().flatMap(\.bigEndianOctets)
        return Array(octets.suffix(octetCount))
    }

    /// R² modulo n for R = 2 to the 64 × limbs, by doubling.
    private func squaredRadix() -> [UInt64] {
        var value = [UInt64](repeating: 0, count: limbs.count)
        value[0] = 1
        for _ in 0..<128 * limbs.count {
            var carry: UInt64 = 0
            for index in value.indices {
                let next = value[index] >> 63
                value[index] = value[index] << 1 | carry
                carry = next
            }
            reduceOnce(&value, carry: carry)
        }
        return value
    }

    /// a × b × R⁻¹ modulo n.
    private func multiply(_ left: [UInt64], _ right: [UInt64]) -> [UInt64] {
        let count = limbs.count
        var sum = [UInt64](repeating: 0, count: count)
        var top: UInt64 = 0
        for index in 0..<count {
            let (partial, first) = top.addingReportingOverflow(Modulus.addProduct(to: &sum, left[index], right))
            let (high, second) = partial.addingReportingOverflow(
                Modulus.addProduct(to: &sum, sum[0] &* inverse, limbs)
            )
            // The lowest limb is zero now: divide by 2⁶⁴.
            for position in 1..<count { sum[position - 1] = sum[position] }
            sum[count - 1] = high
            top = (first ? 1 : 0) + (second ? 1 : 0)
        }
        reduceOnce(&sum, carry: top)
        return sum
    }

    /// Adds `factor × other` to `sum` and returns the carry out of the top limb.
    private static func addProduct(to sum: inout [UInt64], _ factor: UInt64, _ other: [UInt64]) -> UInt64 {
        var carry: UInt64 = 0
        for index in sum.indices {
            let product = factor.multipliedFullWidth(by: other[index])
            let (low, first) = product.low.addingReportingOverflow(carry)
            let (total, second) = sum[index].addingReportingOverflow(low)
            sum[index] = total
            carry = product.high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
        }
        return carry
    }

    /// Takes the modulus off once if the value, with its carry above the top limb, is not below it.
    private func reduceOnce(_ value: inout [UInt64], carry: UInt64) {
        if carry == 0 {
            for index in limbs.indices.reversed() where value[index] != limbs[index] {
                if value[index] < limbs[index] { return }
                break
            }
        }
        var borrow: UInt64 = 0
        for index in limbs.indices {
            let (first, low) = value[index].subtractingReportingOverflow(limbs[index])
            let (second, high) = first.subtractingReportingOverflow(borrow)
            value[index] = second
            borrow = low || high ? 1 : 0
        }
    }

    private static func limbs(_ octets: [UInt8], count: Int) -> [UInt64] {
        var limbs = [UInt64](repeating: 0, count: count)
        for (index, octet) in octets.reversed().enumerated() where index / 8 < count {
            limbs[index / 8] |= UInt64(octet) << UInt64(index % 8 * 8)
        }
        return limbs
    }
}
