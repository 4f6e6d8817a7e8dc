public import JetonKeystoreBase

/// Where a store lies and who uses it.
public struct KeychainConfiguration: Sendable {
    /// The store's directory, an absolute path; mode 0700 of the own user.
    public var directory: String
    /// A directory outside of the store that remembers the last generations; nil leaves old copies unnoticed.
    public var witnessDirectory: String?
    /// The program's entitlements.
    public var caller: Caller
    /// Whether the store may lie on NFS, SMB, FUSE and the like, where locks are not certain.
    public var allowsNetworkFileSystem = false
    /// Is told of a change that is on the disk, but whose witness could not be written: an old copy would not be noticed.
    ///
    /// Called on the thread that made the change.
    public var witnessFailed: @Sendable (KeystoreError) -> Void = { _ in }
    /// What trying a passphrase costs in new slots.
    public var passphraseCost = PassphraseCost.standard

    /// Describes a store; the rest can be set afterwards.
    public init(directory: String, witnessDirectory: String? = nil, caller: Caller) {
        self.directory = directory
        self.witnessDirectory = witnessDirectory
        self.caller = caller
    }

    /// Refuses paths that would mean another directory when the process changes its own.
    func validate() throws(KeystoreError) {
        for path in [directory, witnessDirectory] {
            if let path, !path.hasPrefix("/") {
                throw KeystoreError(.invalidParameter, "'\(path)' is not an absolute path")
            }
        }
    }
}
