/// Where the data of a stream begins, and whose it is.
public struct StreamPlace: Hashable, Sendable {
    /// The offset of the data in bytes from the start of the file.
    public let offset: UInt64
    /// The object that is the stream.
    public let owner: PDFReference
}
