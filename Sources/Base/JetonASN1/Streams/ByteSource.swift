import JetonOctets

/// Where bytes come from, piece by piece, so that no input need be in memory whole.
///
/// A source is read once, from one thread at a time.
public protocol ByteSource: ~Copyable {
    /// Writes the next bytes to the front of a buffer.
    ///
    /// - Parameter buffer: Not empty; any bytes in it may be overwritten.
    /// - Returns: How many were written, 1 to `buffer.count`; 0 at the end only.
    /// - Throws: What the source's owner throws.
    mutating func read(into buffer: inout MutableSpan<UInt8>) throws -> Int
}

extension ByteSource where Self: ~Copyable {
    /// How many bytes are moved at once: 256 KiB.
    public static var pieceSize: Int { 1 << 18 }
    /// How many bytes the first read takes, 8 KiB: most inputs are small, and each page of a buffer costs a fault.
    static var firstPieceSize: Int { 1 << 13 }

    /// Hands all remaining bytes to a closure, in pieces of at most ``pieceSize``.
    ///
    /// - Returns: How many bytes there were.
    /// - Throws: What the source or the closure throws.
    @discardableResult
    public mutating func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws -> UInt64 {
        var buffer = [UInt8](repeating: 0, count: Self.firstPieceSize)
        var total: UInt64 = 0
        while let count = try fill(&buffer) {
            try body(buffer.span.extracting(first: count))
            total += UInt64(count)
            Self.grow(&buffer, filled: count)
        }
        return total
    }

    /// Reads once into an array; nil at the end.
    ///
    /// - Throws: What the source throws; ``EncodingError`` `limitExceeded` if it claims more bytes than there is room
    ///   for.
    public mutating func fill(_ buffer: inout [UInt8]) throws -> Int? {
        var span = buffer.mutableSpan
        let room = span.count
        let count = try read(into: &span)
        guard (0...room).contains(count) else { throw EncodingError(.limitExceeded, at: room) }
        return count == 0 ? nil : count
    }

    /// Makes a buffer that a read has filled as large as buffers get; its contents are lost then.
    static func grow(_ buffer: inout [UInt8], filled count: Int) {
        guard count == buffer.count, count < pieceSize else { return }
        buffer = [UInt8](repeating: 0, count: pieceSize)
    }
}
