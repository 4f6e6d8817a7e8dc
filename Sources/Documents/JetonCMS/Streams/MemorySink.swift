/// Collects octets in memory.
public struct MemorySink: ByteSink, Sendable {
    /// All octets so far.
    public private(set) var octets: [UInt8] = []

    /// Starts empty.
    public init() {}

    /// Adds octets at the end.
    public mutating func write(_ octets: Span<UInt8>) {
        unsafe octets.withUnsafeBufferPointer { unsafe self.octets.append(contentsOf: $0) }
    }
}
