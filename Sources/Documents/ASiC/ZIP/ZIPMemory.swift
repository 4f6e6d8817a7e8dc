public import JetonASN1

/// An archive in memory.
public struct ZIPMemory: ZIPSource, BytesInMemory {
    /// The archive.
    public let bytes: [UInt8]

    /// Wraps the bytes of an archive.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }
}
