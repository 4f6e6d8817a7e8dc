/// The 16 octets under which an item stands in a vault's index, in two words that sort as the octets do.
struct NameTag: Hashable, Sendable, Comparable {
    static let size = 16

    let high: UInt64
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init(_ octets: ArraySlice<UInt8>) {
        var words: (UInt64, UInt64) = (0, 0)
        for octet in octets.prefix(8) { words.0 = words.0 << 8 | UInt64(octet) }
        for octet in octets.dropFirst(8).prefix(8) { words.1 = words.1 << 8 | UInt64(octet) }
        self.init(high: words.0, low: words.1)
    }

    var octets: [UInt8] {
        var octets = [UInt8](repeating: 0, count: NameTag.size)
        for index in 0..<8 {
            octets[index] = UInt8(truncatingIfNeeded: high >> UInt64(56 - index * 8))
            octets[index + 8] = UInt8(truncatingIfNeeded: low >> UInt64(56 - index * 8))
        }
        return octets
    }

    static func < (left: NameTag, right: NameTag) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }
}
