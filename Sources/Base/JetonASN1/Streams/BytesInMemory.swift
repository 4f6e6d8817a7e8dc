/// A file in memory of which parts are read.
public protocol BytesInMemory: Sendable {
    /// The bytes.
    var bytes: [UInt8] { get }
}

extension BytesInMemory {
    /// The number of bytes.
    public var size: UInt64 { UInt64(bytes.count) }

    /// Copies bytes.
    ///
    /// - Parameters:
    ///   - offset: Where to begin.
    ///   - count: How many bytes; not negative.
    /// - Returns: The bytes; fewer at the end.
    public func read(at offset: UInt64, count: Int) -> [UInt8] {
        let start = Int(min(offset, size))
        return Array(bytes[start..<min(bytes.count, start + count)])
    }
}
