public import JetonASN1

/// The content of a document that holds it itself: nothing.
public struct NoContent: ByteSource, Sendable {
    /// Counts the reads; values without a property would share one address on all threads.
    private var readCount = 0

    /// Makes an empty source.
    public init() {}

    /// Reads nothing.
    public mutating func read(into buffer: inout MutableSpan<UInt8>) -> Int {
        readCount += 1
        return 0
    }
}
