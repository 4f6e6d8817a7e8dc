/// GOST R 34.11-94 as RFC 5831 describes it, with any substitutions.
///
/// Words of the RFC are here in the order of octets: the least significant first.
struct GOST341194Reference {
    let cipher: GOST28147Reference

    private static let zero = [UInt8](repeating: 0, count: 32)
    // C[3] of RFC 5831, 5.1.
    private static let constant: [UInt8] = [
        0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00, 0xFF, 0x00,
        0x00, 0xFF, 0xFF, 0x00, 0xFF, 0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0x00, 0xFF,
    ]

    private static func sum(_ first: [UInt8], _ second: [UInt8]) -> [UInt8] { zip(first, second).map { $0 ^ $1 } }

    /// The keys K[1] to K[4] of RFC 5831, 5.1.
    static func keys(_ state: [UInt8], _ message: [UInt8]) -> [[UInt8]] {
        func rotated(_ word: [UInt8]) -> [UInt8] { word[8...] + sum(Array(word[0..<8]), Array(word[8..<16])) }
        func permuted(_ word: [UInt8]) -> [UInt8] { (0..<32).map { word[8 * ($0 % 4) + $0 / 4] } }
        var first = state
        var second = message
        return (1...4).map { number in
            if number > 1 {
                first = sum(rotated(first), number == 3 ? constant : zero)
                second = rotated(rotated(second))
            }
            return permuted(sum(first, second))
        }
    }

    /// The word S of RFC 5831, 5.2.
    func encrypted(_ state: [UInt8], _ message: [UInt8]) -> [UInt8] {
        Self.keys(state, message).enumerated().flatMap { index, key in
            cipher.blocks(Array(state[8 * index..<8 * index + 8]), key: key)
        }
    }

    /// The step function chi of RFC 5831, 5.3.
    func step(_ message: [UInt8], _ state: [UInt8]) -> [UInt8] {
        func mixed(_ word: [UInt8], _ times: Int) -> [UInt8] {
            var word = word
            for _ in 0..<times {
                let last = (0..<2).map { octet in
                    [0, 1, 2, 3, 12, 15].reduce(UInt8(0)) { $0 ^ word[2 * $1 + octet] }
                }
                word = word[2...] + last
            }
            return word
        }
        return mixed(Self.sum(state, mixed(Self.sum(message, mixed(encrypted(state, message), 12)), 1)), 61)
    }

    /// Hashes octets from a state of zeros.
    func hash(_ data: [UInt8]) -> [UInt8] {
        var state = Self.zero
        var total = Self.zero
        // An empty message has no block.
        for start in stride(from: 0, to: data.count, by: 32) {
            let rest = data[start..<min(start + 32, data.count)]
            let block = rest + [UInt8](repeating: 0, count: 32 - rest.count)
            var carry = 0
            for index in 0..<32 {
                carry += Int(total[index]) + Int(block[block.startIndex + index])
                total[index] = UInt8(truncatingIfNeeded: carry)
                carry >>= 8
            }
            state = step(Array(block), state)
        }
        let length = (0..<32).map { index in index < 8 ? UInt8(truncatingIfNeeded: (data.count * 8) >> (8 * index)) : 0
        }
        return step(total, step(length, state))
    }
}
