internal import JetonKeystoreBase

/// How much of a protected file is in memory at once, which is wiped.
private let blockSize = 1 << 18

extension ProtectedFileWriter {
    /// Appends everything that a source gives.
    ///
    /// - Parameter read: Fills the beginning of a span and gives the number of bytes; 0 at the end.
    /// - Returns: The number of bytes.
    /// - Throws: What `read` and the writer throw.
    package mutating func write(reading read: (inout MutableSpan<UInt8>) throws -> Int) throws -> Int64 {
        let block = TransientSecret(capacity: blockSize)
        _ = block.append(count: blockSize) { _ in true }
        var total: Int64 = 0
        while true {
            var count = 0
            try block.withArray { octets in
                var span = octets.mutableSpan
                count = try read(&span)
            }
            if count == 0 { return total }
            total += Int64(count)
            let octets = block.octets
            try write(octets.span.extracting(..<count))
        }
    }
}

extension ProtectedFile {
    /// Gives out a range of the content, block by block.
    ///
    /// - Parameters:
    ///   - start: The first byte.
    ///   - count: How many bytes at most; nil for all.
    ///   - body: Takes each block.
    /// - Throws: What the file and `body` throw.
    package func forEachBlock(
        from start: Int64 = 0,
        count: Int64? = nil,
        _ body: (Span<UInt8>) throws -> Void
    ) throws {
        let end = count.map { start.addingReportingOverflow($0).overflow ? size : min(start + $0, size) }
        let block = TransientSecret(capacity: blockSize)
        _ = block.append(count: blockSize) { _ in true }
        var offset = start
        while offset < end ?? size {
            let wanted = Int(min(Int64(blockSize), (end ?? size) - offset))
            var taken = 0
            try block.withArray { octets in
                var span = octets.mutableSpan
                var part = span._mutatingExtracting(..<wanted)
                taken = try read(at: offset, into: &part)
            }
            let octets = block.octets
            try body(octets.span.extracting(..<taken))
            offset += Int64(taken)
        }
    }
}
