/// A ZIP archive's bytes, which can be read at any place.
///
/// Used by one thread at a time.
public protocol ZIPSource {
    /// How many bytes there are; does not change while they are read.
    var size: UInt64 { get }

    /// Reads bytes.
    ///
    /// - Parameters:
    ///   - offset: Where the first one is.
    ///   - count: At least 1.
    /// - Returns: That many bytes, or those up to the end.
    /// - Throws: ``ContainerError`` if they can't be read.
    func read(at offset: UInt64, count: Int) throws(ContainerError) -> [UInt8]
}
