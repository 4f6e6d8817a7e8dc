import CJetonSystem
import JetonFiles
public import JetonKeystoreBase
import JetonOctets
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A store of small secrets in files, seen through one program's entitlements.
///
/// All methods may be called from any thread, and block while they wait for the disk or for another writer; call them
/// from a thread of your own, not from the cooperative pool. What a method reports as written is on the disk.
/// Several processes may use one store at once.
///
/// - SeeAlso: docs/keystore.md for the rules, the file format, and what is not protected.
public final class Keychain: Sendable {
    /// Where the store lies and who uses it.
    public let configuration: KeychainConfiguration
    let context: StoreContext
    private let current: Mutex<Current>

    struct Current: Sendable {
        var classKeys: ClassKeys
        var lockState: LockState
        /// Whether the store was unlocked by a key of the kernel's keyring, and is locked when that goes.
        var isBorrowed = false
        /// The keybag whose epoch `classKeys` was compared with last.
        var keybagStatus: FileStatus?
    }

    static let lockName = "keybag.lock"
    static let previousKeybagName = "keybag.prev"

    private init(_ configuration: KeychainConfiguration, _ context: StoreContext, _ classKeys: ClassKeys) {
        self.configuration = configuration
        self.context = context
        current = Mutex(Current(classKeys: classKeys, lockState: .beforeFirstUnlock))
    }

    // MARK: - Making and opening

    /// Makes a store that a first slot unlocks, and opens it.
    ///
    /// - Throws: ``KeystoreError/Code/duplicateItem`` if there is one.
    public static func create(
        _ configuration: KeychainConfiguration,
        unlockedBy slot: borrowing NewSlot
    ) throws(KeystoreError) -> Keychain {
        try create(configuration, unlockedBy: slot, LinuxFileSystem())
    }

    /// Opens a store; it is locked.
    ///
    /// - Throws: ``KeystoreError/Code/notAvailable`` if there is none, or if it is unsafe, damaged, too new, or older
    ///   than one seen before.
    public static func open(_ configuration: KeychainConfiguration) throws(KeystoreError) -> Keychain {
        try open(configuration, LinuxFileSystem())
    }

    static func create(
        _ configuration: KeychainConfiguration,
        unlockedBy slot: borrowing NewSlot,
        _ system: any FileSystem
    ) throws(KeystoreError) -> Keychain {
        try configuration.validate()
        switch slot {
        case .token:
            throw KeystoreError(
                .invalidParameter,
                "the first way to unlock a store cannot be a token, because a token can be lost"
            )
        default: break
        }
        let policy = FilePolicy(allowsNetworkFileSystem: configuration.allowsNetworkFileSystem)
        let root = try Directory.make(path: configuration.directory, system, policy)
        let lock = try root.lock(lockName)
        try withExtendedLifetime(lock) { () throws(KeystoreError) in
            try makeFiles(in: root, slot, cost: configuration.passphraseCost)
        }
        return try open(configuration, system)
    }

    private static func makeFiles(
        in root: Directory,
        _ slot: borrowing NewSlot,
        cost: PassphraseCost
    ) throws(KeystoreError) {
        guard try root.status(Keybag.fileName) == nil else {
            throw KeystoreError(.duplicateItem, "\(root.name) already contains a keystore")
        }
        // Without a keybag nothing of an older store can be read; what is left of one is not ours to drop.
        try requireNoVaults(in: root)
        try root.removeTemporaries()
        let device = try DeviceKey.generate()
        let deviceFile = try device.encoded()
        try deviceFile.withBytes { (octets) throws(KeystoreError) in
            try root.replace(DeviceKey.fileName, with: octets)
        }
        var keybag = Keybag(creating: device.store, now: .now)
        let rootKey = try Primitives.randomKey()
        keybag.slots = [try KeybagSlot.make(slot, cost: cost, root: rootKey, store: device.store)]
        try keybag.addClassKey(
            .always,
            wrapping: try Keybag.deviceClassKey(device: device.key, store: device.store)
        )
        let unlockKey = try Keybag.unlockKey(root: rootKey, store: device.store)
        for protection in [ProtectionClass.afterFirstUnlock, .whenUnlocked, .unlessOpen] {
            try keybag.addClassKey(protection, wrapping: unlockKey)
        }
        if keybag.hasPassphrase { try keybag.addClassKey(.passcode, wrapping: unlockKey) }
        let file = try keybag.encoded(device: device.key)
        // The keybag comes last: from here on there is a store.
        try root.replace(Keybag.fileName, with: file.span)
    }

    /// Proves that a directory without a keybag never was a store with items: its keybag would be lost.
    private static func requireNoVaults(in root: Directory) throws(KeystoreError) {
        guard let vaults = try root.directory(StoreContext.vaultsName), try !vaults.names().isEmpty else { return }
        throw KeystoreError.damaged(root.name, "it has vaults but no keybag")
    }

    static func open(
        _ configuration: KeychainConfiguration,
        _ system: any FileSystem
    ) throws(KeystoreError) -> Keychain {
        try configuration.validate()
        let policy = FilePolicy(allowsNetworkFileSystem: configuration.allowsNetworkFileSystem)
        let watch = SynchronizationWatch(system)
        let missing = KeystoreError(
            .notAvailable,
            "there is no keystore in \(configuration.directory)",
            hint: "run `jeton keystore init` to create one"
        )
        guard let root = try Directory.open(path: configuration.directory, watch, policy) else { throw missing }
        guard try root.status(Keybag.fileName) != nil else {
            try requireNoVaults(in: root)
            throw missing
        }
        guard let deviceFile = try root.readSecret(DeviceKey.fileName, limit: DeviceKey.size) else {
            throw KeystoreError.damaged(root.name, "the device key is missing")
        }
        let device = try DeviceKey.decode(deviceFile, name: "\(root.name)/\(DeviceKey.fileName)")
        var witnessDirectory: Directory?
        if let path = configuration.witnessDirectory {
            witnessDirectory = try Directory.make(path: path, watch, policy)
        }
        let context = try StoreContext(
            root: root,
            device: device,
            witnessDirectory: witnessDirectory,
            watch: watch,
            witnessFailed: configuration.witnessFailed
        )
        let (keybag, _) = try readKeybag(context)
        let deviceKey = try Keybag.deviceClassKey(device: context.device, store: context.store)
        let keys = try keybag.unwrap([.always], with: deviceKey)
        let classKeys = ClassKeys(keys, keybag)
        // A damaged intent keeps writers out; what is there can be read.
        for entry in try IntentLog(context).all().entries { try Transaction.finish(entry, context) }
        return Keychain(configuration, context, classKeys)
    }

    /// The same store for another caller, as far unlocked as this one is now.
    ///
    /// For who serves several callers, or learns from the store itself which groups its caller may use.
    public func seen(by caller: Caller) -> Keychain {
        var configuration = configuration
        configuration.caller = caller
        let now = current.withLock { $0 }
        let keychain = Keychain(configuration, context, now.classKeys)
        keychain.current.withLock { $0.lockState = now.lockState }
        return keychain
    }

    static func readKeybag(_ context: StoreContext) throws(KeystoreError) -> (Keybag, code: [UInt8]) {
        let witness = try context.witnesses.read(StoreContext.keybagWitness)
        let content = try context.root.read(
            Keybag.fileName,
            limit: Keybag.maximumFile,
            sibling: previousKeybagName
        )
        guard let content else { throw KeystoreError.damaged(context.root.name, "the keybag is missing") }
        let (keybag, code) = try Keybag.decode(
            content.octets,
            device: context.device,
            store: context.store,
            name: "the keybag"
        )
        try witness?.check(generation: keybag.generation, code: code, name: "the keybag")
        return (keybag, code)
    }

    // MARK: - Locking

    /// Whether the store is unlocked in this process.
    public var state: LockState { current.withLock(\.lockState) }

    /// Who asks.
    public var caller: Caller { configuration.caller }

    var classKeys: ClassKeys { current.withLock(\.classKeys) }

    /// Unlocks the store in this process.
    ///
    /// - Throws: ``KeystoreError/Code/authenticationFailed`` if no slot opens.
    public func unlock(_ method: borrowing UnlockMethod) throws(KeystoreError) {
        let (keybag, _) = try Keychain.readKeybag(context)
        let root = try Keychain.openRoot(keybag, method)
        try unlock(keybag, try Keybag.unlockKey(root: root, store: context.store))
    }

    /// Unlocks the store with the key that the root key leads to.
    func unlock(
        _ keybag: Keybag,
        _ unlockKey: borrowing Secret,
        isBorrowed: Bool = false
    ) throws(KeystoreError) {
        let keys = try keybag.unwrap([.afterFirstUnlock, .whenUnlocked, .unlessOpen, .passcode], with: unlockKey)
        current.withLock { current in
            current.classKeys = current.classKeys.following(keybag, keys)
            current.lockState = .unlocked
            current.isBorrowed = isBorrowed
        }
    }

    /// Locks the store in this process if it was unlocked by a key in the kernel's keyring that has gone since.
    func lockIfForgotten() {
        let isBorrowed = current.withLock { $0.isBorrowed && $0.lockState == .unlocked }
        guard isBorrowed else { return }
        // A keyring that can't be asked does not say that the store may stay unlocked.
        if (try? isKeyLeft()) != true { lock() }
    }

    /// Forgets the keys of everything that is readable only while unlocked.
    ///
    /// Operations that run already, and handles that are open, end as if nothing had happened.
    public func lock() {
        current.withLock { current in
            guard current.lockState == .unlocked else { return }
            current.classKeys = current.classKeys.removing([.whenUnlocked, .unlessOpen, .passcode])
            current.lockState = .locked
        }
    }

    /// Adds keys that outlived the process that unlocked the store: the store is as after a lock.
    func restore(_ keys: [ClassKeyName: SharedSecret], of keybag: Keybag) {
        current.withLock { current in
            guard current.lockState == .beforeFirstUnlock else { return }
            current.classKeys = current.classKeys.following(keybag, keys)
            current.lockState = .locked
        }
    }

    /// Adds keys that came to be while the store was unlocked.
    func merge(_ keys: [ClassKeyName: SharedSecret]) {
        current.withLock { current in
            guard current.lockState == .unlocked else { return }
            current.classKeys = current.classKeys.merging(keys)
        }
    }

    /// The class keys to write with.
    ///
    /// Asked for under the lock of what is written: if the class keys were replaced meanwhile, the store is as before the
    /// first unlock in this process, so that nothing is sealed under a key that a removed token may open.
    func currentClassKeys() throws(KeystoreError) -> ClassKeys {
        let status = try context.root.status(Keybag.fileName)
        let known = current.withLock { ($0.classKeys, $0.keybagStatus) }
        if let status, let seen = known.1, status.isSameContent(as: seen) { return known.0 }
        let (keybag, _) = try Keychain.readKeybag(context)
        return current.withLock { current in
            if keybag.epoch != current.classKeys.epoch {
                current.classKeys = current.classKeys.following(keybag)
                current.lockState = .beforeFirstUnlock
            }
            current.keybagStatus = status
            return current.classKeys
        }
    }

    /// Forgets the keys of some classes.
    func forget(_ protections: Set<ProtectionClass>) {
        current.withLock { $0.classKeys = $0.classKeys.removing(protections) }
    }

    static func openRoot(_ keybag: Keybag, _ method: borrowing UnlockMethod) throws(KeystoreError) -> Secret {
        for slot in keybag.slots {
            guard let opened = try openSlot(slot, method, keybag.store) else { continue }
            guard let root = try slot.root(opened, store: keybag.store) else {
                throw KeystoreError.damaged("the keybag", "a slot can be opened, but the root key cannot")
            }
            return root
        }
        throw KeystoreError(.authenticationFailed, "it does not open any slot of the keybag")
    }

    private static func openSlot(
        _ slot: KeybagSlot,
        _ method: borrowing UnlockMethod,
        _ store: [UInt8]
    ) throws(KeystoreError) -> Secret? {
        switch method {
        case .passphrase(let passphrase): return try slot.open(passphrase: passphrase, store: store)
        case .keyFile(let content): return try slot.open(keyFile: content, store: store)
        case .systemCredential(let unwrapper) where slot.kind == .systemCredential:
            return try slot.open(unwrapper, store: store)
        case .token(let key) where slot.kind == .token: return try slot.open(key, store: store)
        case .recovery(let unwrapper) where slot.kind == .recovery:
            return try openRecovery(slot, unwrapper, store)
        default: return nil
        }
    }

    // There may be several recovery recipients, and an identity opens only its own slot.
    private static func openRecovery(
        _ slot: KeybagSlot,
        _ unwrapper: any KeyUnwrapping,
        _ store: [UInt8]
    ) throws(KeystoreError) -> Secret? {
        do throws(KeystoreError) { return try slot.open(unwrapper, store: store) } catch {
            guard error.code == .authenticationFailed else { throw error }
            return nil
        }
    }

    /// Keeps this process from writing core files and from being looked into by other programs of the user.
    ///
    /// For programs that hold secrets for long. It cannot be undone, and it keeps debuggers out as well.
    public static func hardenProcess() throws(KeystoreError) {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else {
            throw SystemError("setrlimit").keystoreError("this process")
        }
        guard system_set_undumpable() == 0 else { throw SystemError("prctl").keystoreError("this process") }
    }
}
