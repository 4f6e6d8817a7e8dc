/// An archive in memory.
public struct ZIPMemory: ZIPSource {
    private let bytes: [UInt8]

    /// Wraps the bytes of an archive.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// How many bytes there are.
    public var size: UInt64 { UInt64(bytes.count) }

    /// Copies bytes.
    public func read(at offset: UInt64, count: Int) -> [UInt8] {
        let start = Int(min(offset, size))
        return Array(bytes[start..<min(bytes.count, start + count)])
    }
}
