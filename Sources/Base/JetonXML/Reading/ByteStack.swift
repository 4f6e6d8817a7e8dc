/// Bytes that come and go at one end, at the speed of a copy.
struct ByteStack {
    /// The bytes, and behind them room.
    private(set) var bytes: [UInt8] = []
    /// How many of the bytes are in use.
    private(set) var count = 0

    /// Puts bytes at the end.
    mutating func push(_ more: Span<UInt8>) {
        let end = count + more.count
        if end > bytes.count { bytes += [UInt8](repeating: 0, count: max(bytes.count, more.count, 256)) }
        unsafe bytes.withUnsafeMutableBufferPointer { room in
            unsafe more.withUnsafeBufferPointer { more in
                // There is room up to the new end, by the line above.
                for index in 0..<more.count { unsafe room[count + index] = more[index] }
            }
        }
        count = end
    }

    /// Whether the bytes at two places are the same.
    func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        bytes.span.extracting(left).isSame(as: bytes.span.extracting(right))
    }

    /// Whether these bytes are at the end.
    func isTop(_ other: Span<UInt8>) -> Bool {
        bytes.span.extracting(count - other.count..<count).isSame(as: other)
    }

    /// Takes bytes away from the end.
    mutating func pop(to count: Int) {
        precondition(count <= self.count)
        self.count = count
    }
}
