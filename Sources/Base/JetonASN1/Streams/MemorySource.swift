/// Bytes in memory, read in pieces.
public struct MemorySource: ByteSource, Sendable {
    private var rest: ArraySlice<UInt8>

    /// Starts at the first byte.
    public init(_ octets: [UInt8]) { rest = octets[...] }

    /// Copies as many of the next bytes as there is room for.
    public mutating func read(into buffer: inout MutableSpan<UInt8>) -> Int {
        let piece = rest.prefix(buffer.count)
        for (index, octet) in piece.enumerated() { buffer[index] = octet }
        rest = rest.dropFirst(piece.count)
        return piece.count
    }
}
