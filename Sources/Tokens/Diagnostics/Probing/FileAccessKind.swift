/// What a process may want to do with a file.
public enum FileAccessKind: Sendable {
    /// Read it, or list a folder.
    case read
    /// Write to it, or connect to a socket.
    case write
    /// Execute it, or enter a folder.
    case execute
}
