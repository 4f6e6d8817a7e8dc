import JetonOctets

/// Kuznyechik by its transformations, as RFC 7801 describes them.
///
/// Blocks are in the order of octets in which the RFC prints them: a_15 comes first.
struct KuznyechikReference {
    /// K_1 to K_10.
    let roundKeys: [[UInt8]]

    // Pi' of RFC 7801, 4.1.
    private static let substitution: [UInt8] =
        Hex.decode(
            "fceedd11cf6e3116fbc4fada23c5044de977f0db932e99ba1736f1bb14cd5fc1f918655ae25cef21811c3c428b018e4f"
                + "058402aee36a8fa0060bed987fd4d31feb342c51eac848abf22a68a2fd3aceccb5700e56080c7612bf7213479cb75d87"
                + "15a19629107b9ac7f391786f9d9eb2b13275193dff358a7e6d54c680c3bd0d57dff524a93ea843c9d779d6f67c22b903"
                + "e00fecde7a94b0bcdce828504e330a4aa79760731e0062441ab83882649f2641ad454692275e552f8ca3a57d69d5953b"
                + "0758b34086ac1df730376be488d9e789e11b83494c3ff8fe8d53aa90cad88561207167a42d2b095bcb9b25d0bee56c52"
                + "59a674d2e6f4b4c0d166afc2394b63b6"
        ) ?? []
    private static let inverse: [UInt8] = (0..<256).map { value in
        UInt8(truncatingIfNeeded: substitution.firstIndex(of: UInt8(value)) ?? 0)
    }
    // The factors of a_15 to a_0 in RFC 7801, 4.2.
    private static let factors: [UInt8] = [148, 32, 133, 16, 194, 192, 1, 251, 1, 192, 194, 16, 133, 32, 148, 1]

    // The field has the polynomial x^8 + x^7 + x^6 + x + 1: RFC 7801, 3.
    private static func product(_ first: UInt8, _ second: UInt8) -> UInt8 {
        var result: UInt8 = 0
        var term = first
        for bit in 0..<8 {
            if second >> UInt8(bit) & 1 == 1 { result ^= term }
            term = term << 1 ^ (term >= 0x80 ? 0xC3 : 0)
        }
        return result
    }

    private static func combined(_ block: [UInt8]) -> UInt8 {
        zip(block, factors).reduce(0) { $0 ^ product($1.0, $1.1) }
    }

    // MARK: Transformations (RFC 7801, 4.3)

    /// X[key](block).
    static func sum(_ block: [UInt8], _ key: [UInt8]) -> [UInt8] { zip(block, key).map { $0 ^ $1 } }

    /// S(block).
    static func substituted(_ block: [UInt8]) -> [UInt8] { block.map { substitution[Int($0)] } }

    /// S^(-1)(block).
    static func unsubstituted(_ block: [UInt8]) -> [UInt8] { block.map { inverse[Int($0)] } }

    /// R(block).
    static func shifted(_ block: [UInt8]) -> [UInt8] { [combined(block)] + block.dropLast() }

    /// L(block).
    static func mixed(_ block: [UInt8]) -> [UInt8] { (0..<16).reduce(block) { block, _ in shifted(block) } }

    /// L^(-1)(block).
    static func unmixed(_ block: [UInt8]) -> [UInt8] {
        (0..<16).reduce(block) { block, _ in
            let rest = Array(block.dropFirst())
            return rest + [combined(rest + [block[0]])]
        }
    }

    /// C_1 to C_32 (RFC 7801, 4.4).
    static let constants: [[UInt8]] = (1...32).map { mixed([UInt8](repeating: 0, count: 15) + [UInt8($0)]) }

    /// LSX[key](block).
    static func round(_ block: [UInt8], _ key: [UInt8]) -> [UInt8] { mixed(substituted(sum(block, key))) }

    /// (a_1, a_0) after each of the 32 steps F of the key schedule.
    static func schedule(_ key: [UInt8]) -> [[[UInt8]]] {
        var state = [Array(key.prefix(16)), Array(key.suffix(16))]
        return constants.map { constant in
            state = [sum(round(state[0], constant), state[1]), state[0]]
            return state
        }
    }

    init(key: [UInt8]) {
        let schedule = Self.schedule(key)
        roundKeys =
            [Array(key.prefix(16)), Array(key.suffix(16))]
            + [7, 15, 23, 31].flatMap { schedule[$0] }
    }

    // MARK: Blocks

    /// The block after each of the nine rounds, and the encrypted one.
    func encryptions(_ block: [UInt8]) -> [[UInt8]] {
        var block = block
        var states = roundKeys.dropLast().map { key in
            block = Self.round(block, key)
            return block
        }
        states.append(Self.sum(block, roundKeys[9]))
        return states
    }

    /// The block after each S^(-1) L^(-1) X, and the decrypted one.
    func decryptions(_ block: [UInt8]) -> [[UInt8]] {
        var block = block
        var states = roundKeys.dropFirst().reversed().map { key in
            block = Self.unsubstituted(Self.unmixed(Self.sum(block, key)))
            return block
        }
        states.append(Self.sum(block, roundKeys[0]))
        return states
    }
}
