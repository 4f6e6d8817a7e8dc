/// Where octets come from, piece by piece, so that no input need be in memory whole.
///
/// A source is read once, from one thread at a time.
public protocol ByteSource: ~Copyable {
    /// Writes the next octets to the front of a buffer.
    ///
    /// - Parameter buffer: Not empty; any octets in it may be overwritten.
    /// - Returns: How many were written, 1 to `buffer.count`; 0 at the end only.
    /// - Throws: What the source's owner throws.
    mutating func read(into buffer: inout MutableSpan<UInt8>) throws -> Int
}

/// The number of bytes moved at once.
let pieceSize = 1 << 18
/// How many octets the first read takes: small files are the usual case, and each page of a buffer costs a fault.
let firstPieceSize = 1 << 13

extension ByteSource where Self: ~Copyable {
    /// Hands all octets that are left to a closure, in pieces of at most 256 KiB.
    ///
    /// - Returns: How many octets there were.
    @discardableResult
    package mutating func forEachPiece(_ body: (Span<UInt8>) throws -> Void) throws -> UInt64 {
        var buffer = [UInt8](repeating: 0, count: firstPieceSize)
        var total: UInt64 = 0
        while let count = try fill(&buffer) {
            try body(buffer.span.extracting(first: count))
            total += UInt64(count)
            growBuffer(&buffer, filled: count)
        }
        return total
    }

    /// Reads once into an array's octets; nil at the end.
    ///
    /// - Throws: ``SigningError/Code/invalidArgument`` if the source claims more octets than there is room for.
    mutating func fill(_ buffer: inout [UInt8]) throws -> Int? {
        var span = buffer.mutableSpan
        let room = span.count
        let count = try read(into: &span)
        guard (0...room).contains(count) else {
            throw SigningError(.invalidArgument, "a source of octets returned \(count) of at most \(room)")
        }
        return count == 0 ? nil : count
    }
}

/// Makes a buffer that a read has filled as large as buffers get; what was in it is lost then.
func growBuffer(_ buffer: inout [UInt8], filled count: Int) {
    guard count == buffer.count, count < pieceSize else { return }
    buffer = [UInt8](repeating: 0, count: pieceSize)
}
