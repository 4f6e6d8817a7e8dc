/// Who this process is to the system.
public struct ProcessIdentity: Hashable, Sendable {
    /// The effective user's number.
    public var userID: UInt32
    /// All groups of the process, by number.
    public var groupIDs: [UInt32]
    /// The process's own number.
    public var processID: Int32
    /// The user's name; empty if it is not known.
    public var userName: String
    /// The machine's name; empty if it is not known.
    public var hostName: String

    /// Makes an identity.
    public init(
        userID: UInt32,
        groupIDs: [UInt32],
        processID: Int32,
        userName: String = "",
        hostName: String = ""
    ) {
        self.userID = userID
        self.groupIDs = groupIDs
        self.processID = processID
        self.userName = userName
        self.hostName = hostName
    }

    /// Whether this is the administrator.
    public var isRoot: Bool { userID == 0 }
}
