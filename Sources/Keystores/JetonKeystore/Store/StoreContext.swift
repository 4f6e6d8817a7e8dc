import JetonKeystoreBase
import JetonOctets
import Synchronization

/// An open store as its vaults see it: directories, device key, witnesses.
final class StoreContext: Sendable {
    static let vaultsName = "vaults"
    static let intentsName = "intents"
    static let quarantineName = "quarantine"
    static let keybagWitness = "keybag.witness"

    let root: Directory
    let vaultsDirectory: Directory
    let intentsDirectory: Directory
    let quarantineDirectory: Directory
    let device: Secret
    let store: [UInt8]
    let witnesses: WitnessBook
    let watch: SynchronizationWatch
    private let vaults = Mutex<[AccessGroup: GroupVault]>([:])

    init(
        root: Directory,
        device: consuming DeviceKey,
        witnessDirectory: Directory?,
        watch: SynchronizationWatch,
        witnessFailed: @escaping @Sendable (KeystoreError) -> Void
    ) throws(KeystoreError) {
        self.root = root
        self.watch = watch
        store = device.store
        vaultsDirectory = try root.makeDirectory(StoreContext.vaultsName)
        intentsDirectory = try root.makeDirectory(StoreContext.intentsName)
        quarantineDirectory = try root.makeDirectory(StoreContext.quarantineName)
        let book = try witnessDirectory?.makeDirectory(Hex.encode(device.store))
        witnesses = WitnessBook(book, failed: witnessFailed)
        self.device = device.key.clone()
    }

    /// The number of this device in clock readings.
    var deviceNumber: UInt64 { NameTag(store[...]).high }

    /// The vault of a group, whether it exists on the disk or not.
    func vault(_ group: AccessGroup) -> GroupVault {
        vaults.withLock { vaults in
            if let known = vaults[group] { return known }
            let vault = GroupVault(group, self)
            vaults[group] = vault
            return vault
        }
    }

    /// The groups that have a directory.
    func groupsOnDisk() throws(KeystoreError) -> [AccessGroup] {
        try vaultsDirectory.names().compactMap(AccessGroup.init(rawValue:)).sorted()
    }

    /// The groups that have a directory, and those whose vault was seen before.
    func knownGroups() throws(KeystoreError) -> [AccessGroup] {
        Set(try groupsOnDisk() + witnesses.groups()).sorted()
    }

    func requireWritable() throws(KeystoreError) {
        guard !watch.hasFailed else {
            throw KeystoreError(
                .readOnly,
                "an earlier attempt to flush data to the disk failed",
                hint: "check the disk, then open the keystore again"
            )
        }
    }
}
