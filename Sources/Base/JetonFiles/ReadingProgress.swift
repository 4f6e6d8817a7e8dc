/// Is told how far one file has been read, such as to show it.
///
/// Used by the thread that reads.
public protocol ReadingProgress: AnyObject {
    /// Some of the file was read.
    ///
    /// - Parameters:
    ///   - count: How many bytes were read so far.
    ///   - size: The size of the file in bytes; nil if it is not known.
    ///   - path: The file, as the caller named it.
    func read(_ count: UInt64, of size: UInt64?, path: String)

    /// The end was reached, or the file is not read further.
    func end()
}
