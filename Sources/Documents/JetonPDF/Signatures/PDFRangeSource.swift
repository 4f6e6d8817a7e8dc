import JetonASN1

/// Parts of a file, one behind the other.
package struct PDFRangeSource: ByteSource {
    private let source: any PDFSource
    private var ranges: [Range<UInt64>]

    /// Reads parts of a file.
    package init(_ source: any PDFSource, _ ranges: [Range<UInt64>]) {
        self.source = source
        self.ranges = ranges
    }

    /// Reads on.
    package mutating func read(into buffer: inout MutableSpan<UInt8>) throws -> Int {
        while let range = ranges.first {
            guard !range.isEmpty else {
                ranges.removeFirst()
                continue
            }
            let limit = Int(min(UInt64(buffer.count), UInt64(range.count)))
            let count = try source.read(at: range.lowerBound, into: &buffer, limit: limit)
            guard count > 0 else { throw PDFError(.truncated, at: range.lowerBound) }
            ranges[0] = range.lowerBound + UInt64(count)..<range.upperBound
            return count
        }
        return 0
    }
}
