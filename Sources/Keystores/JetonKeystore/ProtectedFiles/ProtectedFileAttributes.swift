/// What is known of a protected file without its content.
public struct ProtectedFileAttributes: Hashable, Sendable {
    /// The name, or the last component of the path; nil if it is hidden and the file's class is locked.
    public let name: String?
    /// The path of the sealed file.
    public let path: String
    /// The protection class.
    public let protection: FileProtection
    /// Whether the name is sealed under the file's key, so that it is unknown while the class is locked.
    public let hidesName: Bool
    /// The size of the content, in bytes.
    public let size: Int64
    /// The time of the last replacement, in microseconds since 1970.
    public let modified: Int64
}
