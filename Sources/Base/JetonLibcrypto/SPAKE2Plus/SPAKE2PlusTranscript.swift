/// Writes strings of bytes, each after its length in 8 bytes, the least significant first.
///
/// - SeeAlso: RFC 9383, 3.3.
struct SPAKE2PlusTranscript {
    /// How many bytes were written.
    private(set) var count = 0

    mutating func append(_ part: Span<UInt8>, to target: inout MutableSpan<UInt8>) {
        for shift in 0..<8 { target[count + shift] = UInt8(truncatingIfNeeded: part.count >> (8 * shift)) }
        count += 8
        for index in 0..<part.count { target[count + index] = part[index] }
        count += part.count
    }
}
