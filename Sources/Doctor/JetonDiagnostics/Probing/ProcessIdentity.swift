/// Who this process is to the system.
package struct ProcessIdentity: Hashable, Sendable {
    /// The effective user's number.
    package var userID: UInt32
    /// All groups of the process, by number.
    package var groupIDs: [UInt32]
    /// The process's own number.
    package var processID: Int32
    /// The user's name; empty if it is not known.
    package var userName: String
    /// The machine's name; empty if it is not known.
    package var hostName: String

    /// Makes an identity.
    package init(
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
    package var isRoot: Bool { userID == 0 }
}
