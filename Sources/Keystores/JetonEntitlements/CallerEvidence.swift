/// What the kernel says about a running program.
public struct CallerEvidence: Hashable, Sendable {
    /// A file that is mapped for execution.
    public struct MappedFile: Hashable, Sendable {
        /// The path in the memory map.
        public let path: String
        /// Whether root owns the file, no other user may write it, and no user has mounted its file system.
        public let isProtected: Bool
        /// The content; nil if the file is protected, gone or cannot be read.
        public let digest: FileDigest?
    }

    /// Where the executable was when it was started; without the mark of a deleted file.
    public let executablePath: String
    /// The content of the file that runs; nil if it cannot be read.
    public let executable: FileDigest?
    /// Whether root owns the executable, no other user may write it, and no user has mounted its file system.
    public let isExecutableProtected: Bool
    /// Whether the file that runs has no name any more.
    public let isExecutableDeleted: Bool
    /// Whether owners of files and numbers of users mean what they say.
    public let userNamespace: UserNamespace
    /// The process that traces this one; 0 for none.
    public let tracer: Int32
    /// Files beside the executable that are mapped for execution.
    public let mappedFiles: [MappedFile]
    /// The effective user.
    public let user: UInt32
    /// What sets the process apart from others of its user, or nil.
    public let kernelIdentity: KernelIdentity?

    /// The directory of the executable.
    public var directory: String {
        guard let slash = executablePath.lastIndex(of: "/") else { return "." }
        return slash == executablePath.startIndex ? "/" : String(executablePath[..<slash])
    }
}
