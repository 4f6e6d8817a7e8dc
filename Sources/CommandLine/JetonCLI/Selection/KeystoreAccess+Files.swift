internal import JetonKeystore
internal import JetonKeystoreBase

extension KeystoreAccess {
    /// Opens the store as far unlocked as reading a file of a class needs.
    func files(_ options: UnlockOptions, reading protection: FileProtection) throws -> ProtectedFiles {
        ProtectedFiles(protection == .none ? try open() : try unlocked(options, toUse: protection))
    }

    /// Opens the store as far unlocked as writing a file of a class needs.
    func files(_ options: UnlockOptions, writing protection: FileProtection) throws -> ProtectedFiles {
        try protection == .completeUnlessOpen ? ProtectedFiles(open()) : files(options, reading: protection)
    }
}
