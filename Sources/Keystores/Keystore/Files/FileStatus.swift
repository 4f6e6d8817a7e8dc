/// What the store looks at in `struct stat`.
struct FileStatus: Hashable, Sendable {
    enum Kind: Sendable {
        case regular, directory, symbolicLink, other
    }

    var kind: Kind
    var owner: UInt32
    var group: UInt32
    /// Permission bits, set-id and sticky bits: `07777`.
    var mode: UInt32
    var links: UInt64
    var size: Int64
    var device: UInt64
    var inode: UInt64
    /// Nanoseconds since 1970 of the last change of content.
    var modified: Int64

    /// Whether two statuses are of one unchanged file.
    func isSameContent(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode && modified == other.modified && size == other.size
    }
}
