/// What a path leads to.
public struct ProbedFile: Hashable, Sendable {
    /// The kind of a file.
    public enum Kind: Sendable {
        /// A regular file.
        case regular
        /// A directory.
        case directory
        /// A Unix socket.
        case socket
        /// A character or block device.
        case device
        /// A pipe or something else.
        case other
    }

    /// The kind.
    public var kind: Kind
    /// The permission bits: the lower 12 bits of the mode.
    public var permissions: UInt32
    /// The owner's number.
    public var userID: UInt32
    /// The group's number.
    public var groupID: UInt32
    /// The size in octets.
    public var size: Int64
    /// When it was last written, in seconds since the beginning of 1970; 0 if that is not known.
    public var modified: Int64
    /// What makes two paths the same file: device and inode.
    public var identity: [UInt64]

    /// Makes a status.
    public init(
        kind: Kind,
        permissions: UInt32,
        userID: UInt32 = 0,
        groupID: UInt32 = 0,
        size: Int64 = 0,
        modified: Int64 = 0,
        identity: [UInt64] = []
    ) {
        self.kind = kind
        self.permissions = permissions
        self.userID = userID
        self.groupID = groupID
        self.size = size
        self.modified = modified
        self.identity = identity
    }

    /// The permission bits in octal, with four digits: `0755`.
    public var octalPermissions: String {
        let digits = String(permissions, radix: 8)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
