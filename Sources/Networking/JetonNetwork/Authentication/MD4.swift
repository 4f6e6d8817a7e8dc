/// The hash of NTLM's passwords, which libcrypto's default provider no longer has.
///
/// It is broken: nothing else may use it.
///
/// - SeeAlso: RFC 1320.
enum MD4 {
    /// The digest, 16 bytes.
    static func hash(_ octets: Span<UInt8>) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
        var block = [UInt32](repeating: 0, count: 16)
        let total = (octets.count + 8) / 64 + 1
        for number in 0..<total {
            for word in 0..<16 {
                var value: UInt32 = 0
                for byte in 0..<4 {
                    value |= UInt32(padded(octets, number * 64 + word * 4 + byte, total * 64)) << UInt32(8 * byte)
                }
                block[word] = value
            }
            compress(&state, block)
        }
        for word in block.indices { block[word] = 0 }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } }
    }

    /// A byte of the padded message.
    private static func padded(_ octets: Span<UInt8>, _ index: Int, _ length: Int) -> UInt8 {
        if index < octets.count { return octets[index] }
        if index == octets.count { return 0x80 }
        guard index >= length - 8 else { return 0 }
        return UInt8(truncatingIfNeeded: UInt64(octets.count) &* 8 >> UInt64(8 * (index - length + 8)))
    }

    private static let orders: [[Int]] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
        [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15],
        [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15],
    ]
    private static let shifts: [[UInt32]] = [[3, 7, 11, 19], [3, 5, 9, 13], [3, 9, 11, 15]]
    private static let constants: [UInt32] = [0, 0x5A82_7999, 0x6ED9_EBA1]

    private static func compress(_ state: inout [UInt32], _ block: [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for round in 0..<3 {
            for step in 0..<16 {
                let mixed =
                    switch round {
                    case 0: b & c | ~b & d
                    case 1: b & c | b & d | c & d
                    default: b ^ c ^ d
                    }
                let sum = a &+ mixed &+ block[orders[round][step]] &+ constants[round]
                let shift = shifts[round][step % 4]
                (a, b, c, d) = (d, sum << shift | sum >> (32 - shift), b, c)
            }
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
    }
}
