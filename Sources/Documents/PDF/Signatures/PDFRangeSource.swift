import ASN1

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
            let bytes = try source.read(
                at: range.lowerBound,
                count: Int(min(UInt64(buffer.count), UInt64(range.count)))
            )
            guard !bytes.isEmpty else { throw PDFError(.truncated, at: range.lowerBound) }
            for index in 0..<bytes.count { buffer[index] = bytes[index] }
            ranges[0] = range.lowerBound + UInt64(bytes.count)..<range.upperBound
            return bytes.count
        }
        return 0
    }
}
