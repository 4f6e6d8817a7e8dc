/// A file in a ZIP archive.
public struct ZIPEntry: Hashable, Sendable {
    /// How a file is stored.
    enum Method: UInt16 {
        /// As it is.
        case stored = 0
        /// By deflate.
        case deflated = 8
    }

    /// Its name: a relative path without `.` and `..`, its parts between slashes.
    public let name: String
    /// How many bytes it has.
    public let size: UInt64
    /// How many bytes it takes in the archive.
    let compressedSize: UInt64
    let method: Method
    let crc: UInt32
    /// Where its local header begins.
    let headerOffset: UInt64
    /// Where its bytes begin.
    let dataOffset: UInt64

    /// Whether it stands for a directory.
    var isDirectory: Bool { name.hasSuffix("/") }
}
