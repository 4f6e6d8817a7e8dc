import JetonOctets

/// Writes the records of a card image one behind the other.
struct RecordWriter {
    /// How many octets were written.
    private(set) var length = 0

    /// Writes a record whose value is `head` and then a secret.
    mutating func write(
        _ tag: UInt8,
        _ head: [UInt8],
        _ tail: SharedSecret? = nil,
        to target: inout MutableSpan<UInt8>
    ) {
        let prefix = [tag] + UInt32(head.count + (tail?.count ?? 0)).bigEndianOctets + head
        for (index, octet) in prefix.enumerated() { target[length + index] = octet }
        length += prefix.count
        guard let tail else { return }
        let start = length
        length += tail.count
        // A span can't be captured, so the octets are lent one at a time.
        for index in 0..<tail.count { target[start + index] = tail.borrow { $0.withBytes { $0[index] } } }
    }
}
