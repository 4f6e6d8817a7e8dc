/// What a process may want to do with a file.
package enum FileAccessKind: Sendable {
    /// Read it, or list a directory.
    case read
    /// Write to it, or connect to a socket.
    case write
    /// Execute it, or enter a directory.
    case execute
}
