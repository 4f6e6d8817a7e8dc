public import JetonASN1

/// A file that can be read at any place.
///
/// Used by one thread at a time.
public protocol PDFSource {
    /// How many bytes the file has; does not change while it is read.
    var size: UInt64 { get }

    /// Reads bytes.
    ///
    /// - Parameters:
    ///   - offset: Below ``size``.
    ///   - count: At least 1.
    /// - Returns: That many bytes, or those up to the end of the file.
    /// - Throws: ``PDFError/Code/inputFailed``.
    func read(at offset: UInt64, count: Int) throws(PDFError) -> [UInt8]

    /// Reads bytes into memory of the caller's.
    ///
    /// - Parameters:
    ///   - offset: Below ``size``.
    ///   - buffer: Filled from its beginning.
    ///   - limit: Read at most this many bytes, at least 1.
    /// - Returns: How many bytes were read: 0 only at the end of the file.
    /// - Throws: ``PDFError/Code/inputFailed``.
    func read(at offset: UInt64, into buffer: inout MutableSpan<UInt8>, limit: Int) throws(PDFError) -> Int
}

extension PDFSource {
    /// Copies what ``read(at:count:)`` gives.
    public func read(
        at offset: UInt64,
        into buffer: inout MutableSpan<UInt8>,
        limit: Int
    ) throws(PDFError) -> Int {
        let bytes = try read(at: offset, count: min(limit, buffer.count))
        unsafe buffer.withUnsafeMutableBytes { unsafe $0.copyBytes(from: bytes) }
        return bytes.count
    }
}

/// A file in memory.
public struct PDFMemory: PDFSource, BytesInMemory {
    /// The file.
    public let bytes: [UInt8]

    /// Wraps the bytes of a file.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }
}
