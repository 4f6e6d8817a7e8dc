import JetonFiles
public import JetonKeystoreBase
import JetonOctets

extension Keychain {
    /// Rebuilds a group's vault from the records that are authentic.
    ///
    /// A record that is damaged comes from the previous generation if that still has it. What cannot be saved is kept
    /// in `quarantine`. Secrets are looked into as far as the store is unlocked: unlock it first.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound`` if the group has neither a vault nor a previous one;
    ///   ``KeystoreError/Code/notAvailable`` if nothing authentic is left, or the file is unsafe or too new.
    public func repair(_ group: AccessGroup) throws(KeystoreError) -> RepairReport {
        try context.requireWritable()
        let vault = context.vault(group)
        guard try vault.directory() != nil else { throw Keychain.notFound }
        let (directory, lock) = try vault.lock()
        defer { withExtendedLifetime(lock) {} }
        try directory.removeTemporaries()
        let current = try vault.readRaw(GroupVault.fileName)
        let previousFile = try vault.readRaw(GroupVault.previousName)
        let previous = try? vault.previous()
        guard current != nil || previousFile != nil else { throw Keychain.notFound }
        let salvage = Salvage(self, group, current: current, previous: previous)
        guard let rebuilt = try salvage.rebuild() else {
            throw KeystoreError.damaged(vault.name, "no authentic record is left")
        }
        // The file goes with the repair; one that cannot be used is kept as the damaged vault is.
        if previous == nil, let previousFile { try Quarantine(context).keepFile(previousFile, of: group) }
        let file = try rebuilt.draft.encoded()
        try directory.replace(GroupVault.fileName, with: file.span)
        try directory.remove(GroupVault.previousName)
        vault.witness(rebuilt.draft.generation, Array(file.suffix(Primitives.digestSize)))
        return rebuilt.report
    }

    /// Sets aside the damaged records of changes that were decided and not finished, so that the store can be written again.
    ///
    /// What such a record had decided is not done: of a change of several items some may have their new value and others
    /// the old one. The files that it may have named are kept in `quarantine` as well.
    ///
    /// - Returns: How many there were.
    /// - Throws: ``KeystoreError``.
    public func repairIntents() throws(KeystoreError) -> Int {
        try context.requireWritable()
        let (entries, damage) = try IntentLog(context).all()
        guard !damage.isEmpty else { return 0 }
        for entry in entries { try Transaction.finish(entry, context) }
        for group in try context.groupsOnDisk() {
            let (directory, lock) = try context.vault(group).lock()
            defer { withExtendedLifetime(lock) {} }
            for name in try directory.names() where name.hasPrefix(Directory.temporaryPrefix) {
                if let content = try directory.read(name, limit: RecordLimits.vault) {
                    try Quarantine(context).keepFile(content.octets, of: group)
                }
                directory.discard(name)
            }
        }
        for (file, _) in damage {
            if let content = try context.intentsDirectory.read(file, limit: Intent.maximumFile) {
                try Quarantine(context).keepIntent(content.octets, file)
            }
            try context.intentsDirectory.remove(file)
        }
        return damage.count
    }

    /// Accepts that files of the store are older than what was seen before, for instance after a restore on purpose.
    ///
    /// - Throws: ``KeystoreError``.
    public static func acceptRollback(_ configuration: KeychainConfiguration) throws(KeystoreError) {
        guard let path = configuration.witnessDirectory else { return }
        let policy = FilePolicy(allowsNetworkFileSystem: configuration.allowsNetworkFileSystem)
        let system = LinuxFileSystem()
        guard
            let root = try Directory.open(path: configuration.directory, system, policy),
            let file = try root.readSecret(DeviceKey.fileName, limit: DeviceKey.size)
        else { throw KeystoreError(.notAvailable, "there is no keystore in \(configuration.directory)") }
        let device = try DeviceKey.decode(file, name: DeviceKey.fileName)
        guard
            let witnesses = try Directory.open(path: path, system, policy),
            let book = try witnesses.directory(Hex.encode(device.store))
        else { return }
        for name in try book.names() { book.discard(name) }
        try book.synchronize()
        try open(configuration).witnessAll()
    }

    /// Remembers the present generation of every file that can be used.
    private func witnessAll() throws(KeystoreError) {
        let (keybag, code) = try Keychain.readKeybag(context)
        context.witnesses.write(Witness(generation: keybag.generation, code: code), StoreContext.keybagWitness)
        for group in try context.groupsOnDisk() {
            let vault = context.vault(group)
            // What is damaged is for repair, which remembers what it made.
            guard let image = try? vault.current() else { continue }
            vault.witness(image.header.generation, image.rootCode)
        }
    }
}
