/// The fields of `struct stat` that Jeton reads.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Sendable {
        case regular, directory, symbolicLink, other
    }

    package var kind: Kind
    package var owner: UInt32
    package var group: UInt32
    /// Permission bits, set-id and sticky bits: `07777`.
    package var mode: UInt32
    /// Names that the file has; 0 once it was deleted.
    package var links: UInt64
    /// Bytes.
    package var size: Int64
    package var device: UInt64
    package var inode: UInt64
    /// Nanoseconds since 1970 of the last change of content.
    package var modified: Int64

    /// Whether others than the owner may write.
    package var isWritableByOthers: Bool { mode & 0o022 != 0 }

    /// Whether two statuses are of one unchanged file.
    package func isSameContent(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode && modified == other.modified && size == other.size
    }
}
