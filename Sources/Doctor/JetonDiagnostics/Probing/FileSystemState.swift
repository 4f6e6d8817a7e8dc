/// The file system that has a path.
package struct FileSystemState: Hashable, Sendable {
    /// Bytes that this user can still write.
    package var freeBytes: UInt64
    /// Files that this user can still make; nil if they are not counted.
    package var freeFiles: UInt64?
    /// Whether nothing can be written.
    package var isReadOnly: Bool
    /// Whether nothing on it can be run or loaded as code.
    package var forbidsPrograms: Bool

    /// Makes a state.
    package init(
        freeBytes: UInt64 = .max,
        freeFiles: UInt64? = nil,
        isReadOnly: Bool = false,
        forbidsPrograms: Bool = false
    ) {
        self.freeBytes = freeBytes
        self.freeFiles = freeFiles
        self.isReadOnly = isReadOnly
        self.forbidsPrograms = forbidsPrograms
    }
}
