/// Finds the records of a card image one after the other.
struct RecordReader {
    private var offset = 0

    /// Whether all octets belong to records.
    func isAtEnd(_ octets: Span<UInt8>) -> Bool { offset == octets.count }

    /// The next record, or nil if there is none, or not a whole one.
    mutating func next(_ octets: Span<UInt8>) -> Record? {
        guard octets.count - offset >= 5 else { return nil }
        var length = 0
        for index in 1...4 { length = length << 8 | Int(octets[offset + index]) }
        guard length <= octets.count - offset - 5 else { return nil }
        let record = Record(tag: octets[offset], start: offset + 5, length: length)
        offset += 5 + length
        return record
    }
}
