import JetonFiles
import JetonKeystoreBase
import Synchronization

/// The vault of one access group: the image that was read last, and the way to the current one.
///
/// Reading takes no lock on the disk: a vault file never changes, it is only replaced.
final class GroupVault: Sendable {
    static let fileName = "group.kvault"
    static let previousName = "group.prev"
    static let lockName = "group.lock"

    let group: AccessGroup
    private let known = Mutex<Known?>(nil)
    private let openDirectory = Mutex<Directory?>(nil)
    private unowned let context: StoreContext

    private struct Known: Sendable {
        let image: VaultImage
        let status: FileStatus
        /// Keeps the file's inode number from being used again.
        let handle: OpenFile
    }

    init(_ group: AccessGroup, _ context: StoreContext) {
        self.group = group
        self.context = context
    }

    /// What to call the vault in errors.
    var name: String { "the vault of \(group)" }

    /// The group's directory; nil if there is none.
    func directory() throws(KeystoreError) -> Directory? {
        if let directory = openDirectory.withLock({ $0 }) { return directory }
        let directory = try context.vaultsDirectory.directory(group.rawValue, allowsShared: true)
        openDirectory.withLock { $0 = directory }
        return directory
    }

    /// The group's directory, made if needed.
    func makeDirectory() throws(KeystoreError) -> Directory {
        if let directory = try directory() { return directory }
        let directory = try context.vaultsDirectory.makeDirectory(group.rawValue, allowsShared: true)
        openDirectory.withLock { $0 = directory }
        return directory
    }

    /// The current image; nil if the group has no vault yet.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` if the file is unsafe, damaged, or older than one seen before.
    func current() throws(KeystoreError) -> VaultImage? {
        do throws(KeystoreError) {
            return try look()
        } catch  where error.cause == .missingFile {
            // The first vault of a group may have been written, and its witness, after this look found no file.
            return try look()
        }
    }

    private func look() throws(KeystoreError) -> VaultImage? {
        guard let directory = try directory() else {
            try requireUnseen()
            return nil
        }
        if let known = known.withLock({ $0 }), let status = try directory.status(GroupVault.fileName),
            status.isSameContent(as: known.status)
        {
            return known.image
        }
        // The witness first: it never runs ahead of the file.
        let witness = try context.witnesses.read(group.rawValue)
        let content = try directory.read(
            GroupVault.fileName,
            limit: RecordLimits.vault,
            sibling: GroupVault.previousName
        )
        guard let content else {
            try requireUnseen()
            guard try directory.status(GroupVault.previousName) == nil else {
                throw KeystoreError.damaged(name, "the file is missing", cause: .missingFile)
            }
            return nil
        }
        let image = try VaultImage(
            content.octets,
            group: group,
            store: context.store,
            device: context.device,
            name: name
        )
        try witness?.check(generation: image.header.generation, code: image.rootCode, name: name)
        let loaded = Known(image: image, status: content.status, handle: content.handle)
        known.withLock { $0 = loaded }
        return image
    }

    /// The current image, read again.
    func reload() throws(KeystoreError) -> VaultImage? {
        known.withLock { $0 = nil }
        return try current()
    }

    /// The previous generation; nil if there is none.
    func previous() throws(KeystoreError) -> VaultImage? {
        guard let octets = try readRaw(GroupVault.previousName) else { return nil }
        return try VaultImage(
            octets,
            group: group,
            store: context.store,
            device: context.device,
            name: "the previous generation"
        )
    }

    /// A vault file's octets, unproven; nil if there is none.
    func readRaw(_ file: String) throws(KeystoreError) -> [UInt8]? {
        let sibling = file == GroupVault.fileName ? GroupVault.previousName : GroupVault.fileName
        return try directory()?.read(file, limit: RecordLimits.vault, sibling: sibling)?.octets
    }

    /// Opens the directory again the next time.
    func forgetDirectory() { openDirectory.withLock { $0 = nil } }

    // A vault that was seen and is gone must not read as one that never was.
    private func requireUnseen() throws(KeystoreError) {
        let seen: String
        switch try context.witnesses.entry(group.rawValue) {
        case .missing: return
        case .damaged: seen = "it was seen before"
        case .seen(let witness): seen = "its generation \(witness.generation) was seen before"
        }
        throw KeystoreError(
            .notAvailable,
            "\(name) is missing, but \(seen)",
            cause: .missingFile,
            hint: "restore the file from a backup, or run `jeton keystore repair --accept-rollback` to accept the loss"
        )
    }

    /// Takes what was just written as the current image, so that it need not be read again.
    ///
    /// Only for who holds the lock of the group's writers. What goes wrong here shows at the next reading.
    func adopt(_ octets: [UInt8]) {
        do throws(KeystoreError) {
            guard
                let opened = try directory()?.open(
                    GroupVault.fileName,
                    limit: RecordLimits.vault,
                    sibling: GroupVault.previousName
                ), opened.status.size == Int64(octets.count)
            else { return }
            let image = try VaultImage(
                octets,
                group: group,
                store: context.store,
                device: context.device,
                name: name
            )
            known.withLock { $0 = Known(image: image, status: opened.status, handle: opened.handle) }
        } catch {
            known.withLock { $0 = nil }
        }
    }

    /// Remembers the generation that was just written.
    func witness(_ generation: UInt64, _ code: [UInt8]) {
        context.witnesses.write(Witness(generation: generation, code: code), group.rawValue)
    }

    /// Waits for the lock of the group's writers.
    func lock() throws(KeystoreError) -> (directory: Directory, lock: OpenFile) {
        let directory = try makeDirectory()
        return (directory, try directory.lock(GroupVault.lockName))
    }
}
