import JetonOctets

/// A digest short enough to be compared by people: 80 bits in five groups of four digits.
enum ShortFingerprint {
    static func text(_ digest: some Sequence<UInt8>) -> String {
        let digits = Array(Hex.encode(Array(digest.prefix(10))))
        return stride(from: 0, to: digits.count, by: 4).map { String(digits[$0..<min($0 + 4, digits.count)]) }
            .joined(separator: "-")
    }
}
