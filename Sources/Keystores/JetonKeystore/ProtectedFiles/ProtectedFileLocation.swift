/// Where a protected file is.
public enum ProtectedFileLocation: Hashable, Sendable {
    /// In the store, under a name of 1 to 255 bytes; on the disk the name is hidden.
    case named(String)
    /// At an absolute path outside of the store, whose directory exists.
    case path(String)
}
