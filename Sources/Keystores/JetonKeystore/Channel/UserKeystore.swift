import JetonFiles
public import JetonKeystoreBase
import JetonOctets

#if canImport(Glibc)
    import Glibc
#endif

/// The user's own keystore, as programs without a terminal open it.
///
/// It lies in `keystore` below a directory of Jeton's data. Without a prompt it is opened by the key file
/// `keystore.key` in that directory, or the key that `jeton keystore unlock` left in the kernel's keyring.
public struct UserKeystore: Sendable {
    private static let keyFileSize = 64
    private static let maximumKeyFileSize = 65_536

    /// The directory of Jeton's data, an absolute path.
    public let dataDirectory: String
    /// The directory that remembers generations; nil leaves old copies unnoticed.
    public let witnessDirectory: String?

    /// Names the directories; neither need be there.
    public init(dataDirectory: String, witnessDirectory: String?) {
        self.dataDirectory = dataDirectory
        self.witnessDirectory = witnessDirectory
    }

    /// The store's directory.
    public var directory: String { dataDirectory + "/keystore" }

    /// The key file.
    public var keyFile: String { dataDirectory + "/keystore.key" }

    /// Whether there is a store, of whatever state: one that has vaults and lost its keybag is damaged, not absent.
    public var exists: Bool {
        if unsafe access("\(directory)/\(Keybag.fileName)", F_OK) == 0 { return true }
        guard let vaults = unsafe opendir("\(directory)/\(StoreContext.vaultsName)") else { return false }
        defer { unsafe closedir(vaults) }
        // "." and ".." are always there.
        for _ in 0..<2 where unsafe readdir(vaults) == nil { return false }
        return unsafe readdir(vaults) != nil
    }

    /// Opens the store, and unlocks it without a prompt.
    ///
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if nothing here unlocks it;
    ///   ``KeystoreError/Code/notAvailable`` if there is none, or none that can be used.
    public func open(for caller: Caller) throws(KeystoreError) -> Keychain {
        let keychain = try Keychain.open(configuration(caller))
        guard try unlock(keychain) else {
            throw KeystoreError(
                .interactionNotAllowed,
                "the keystore in \(directory) is locked",
                hint: "run `jeton keystore unlock` to unlock it for a while"
            )
        }
        return keychain
    }

    /// Opens the store without unlocking it: names and attributes can be read, and items be deleted.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` if there is none, or none that can be used.
    public func openLocked(for caller: Caller) throws(KeystoreError) -> Keychain {
        try Keychain.open(configuration(caller))
    }

    /// Unlocks the store if that needs no prompt.
    ///
    /// - Returns: Whether the store is unlocked now.
    /// - Throws: ``KeystoreError/Code/notAvailable`` for a key file that others can read or change.
    public func unlock(_ keychain: Keychain) throws(KeystoreError) -> Bool {
        if let key = try readKeyFile() {
            do throws(KeystoreError) {
                try keychain.unlock(.keyFile(key))
                return true
            } catch {
                // The file may be older than the store, or its slot was removed.
                guard error.code == .authenticationFailed else { throw error }
            }
        }
        do throws(KeystoreError) {
            return try keychain.unlockAsRemembered()
        } catch {
            // Without a keyring, as in some containers, nothing can have been left there.
            guard error.code == .unimplemented else { throw error }
            return false
        }
    }

    /// Opens the store as ``open(for:)`` does; if there is none it is made, and opens by the key file.
    public func openOrCreate(for caller: Caller) throws(KeystoreError) -> Keychain {
        if exists { return try open(for: caller) }
        try KeystoreError.ofFiles { () throws(FileError) in try ReplacedFile.makeDirectory(dataDirectory) }
        let key = try makeKeyFile()
        do throws(KeystoreError) {
            _ = try Keychain.create(configuration(caller), unlockedBy: .keyFile(key))
        } catch {
            // Another program was faster.
            guard error.code == .duplicateItem else { throw error }
        }
        return try open(for: caller)
    }

    private func configuration(_ caller: Caller) -> KeychainConfiguration {
        KeychainConfiguration(directory: directory, witnessDirectory: witnessDirectory, caller: caller)
    }

    /// The key file's octets; nil if there is none.
    private func readKeyFile() throws(KeystoreError) -> Secret? {
        let octets = try KeystoreError.read(keyFile, limit: UserKeystore.maximumKeyFileSize) {
            (status) throws(KeystoreError) in
            guard status.owner == geteuid(), status.mode & 0o077 == 0 else {
                throw KeystoreError(
                    .notAvailable,
                    "'\(keyFile)' can be read or written by other users",
                    hint: "chmod 600 '\(keyFile)', and chown it"
                )
            }
        }
        guard var octets else { return nil }
        return Secret(wiping: &octets)
    }

    /// Makes the key file, or takes the one that is there.
    ///
    /// The file appears whole and under its name at once, so that of two programs both read the same.
    private func makeKeyFile() throws(KeystoreError) -> Secret {
        if let key = try readKeyFile() { return key }
        var octets = try Primitives.random(UserKeystore.keyFileSize)
        defer { _ = Secret(wiping: &octets) }
        let name = ReplacedFile.temporaryName()
        try KeystoreError.ofFiles { () throws(FileError) in
            try ReplacedFile.write(octets, in: dataDirectory, name: name, mode: 0o600)
        }
        let temporary = "\(dataDirectory)/\(name)"
        defer { _ = unsafe unlink(temporary) }
        guard unsafe link(temporary, keyFile) == 0 || errno == EEXIST else {
            throw KeystoreError.failed("link", keyFile)
        }
        try KeystoreError.ofFiles { () throws(FileError) in try ReplacedFile.synchronize(dataDirectory) }
        guard let key = try readKeyFile() else {
            throw KeystoreError(.inputOutput, "'\(keyFile)' vanished")
        }
        return key
    }
}
