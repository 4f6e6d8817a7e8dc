public import JetonKeystoreBase
import JetonOctets

extension Keychain {
    /// Unlocks the store, and lets other processes of the user unlock it by ``unlockAsRemembered()`` for a while.
    ///
    /// Items that are readable after the first unlock stay readable to them beyond that time, until the machine restarts
    /// or the kernel drops the user's keyring with the last process of the user.
    ///
    /// The key that opens the class keys lies in the kernel's keyring of the user meanwhile. It cannot add or remove
    /// slots.
    ///
    /// - Parameters:
    ///   - method: The way to unlock.
    ///   - seconds: How long; 1 to 86,400.
    /// - Throws: As ``unlock(_:)``; ``KeystoreError/Code/unimplemented`` if the kernel offers no keyring here.
    public func unlock(_ method: borrowing UnlockMethod, rememberedFor seconds: UInt32) throws(KeystoreError) {
        guard (1...86_400).contains(seconds) else {
            throw KeystoreError(.invalidParameter, "an unlocked store is remembered for 1 to 86,400 seconds")
        }
        let (keybag, _) = try Keychain.readKeybag(context)
        let root = try Keychain.openRoot(keybag, method)
        let unlockKey = try Keybag.unlockKey(root: root, store: context.store)
        try unlock(keybag, unlockKey)
        try rememberFirstUnlock(keybag)
        try rememberedKey.put(unlockKey, seconds: seconds)
    }

    /// Unlocks the store if a process of the user has left it unlocked.
    ///
    /// If its time is over, the store is as after a lock: items that are readable after the first unlock can be read,
    /// and ``state`` is ``LockState/locked``.
    ///
    /// - Returns: Whether the store is unlocked now.
    /// - Throws: ``KeystoreError/Code/unimplemented`` if the kernel offers no keyring here.
    public func unlockAsRemembered() throws(KeystoreError) -> Bool {
        let (keybag, _) = try Keychain.readKeybag(context)
        // Any process of the user can leave a key of that name: one that opens nothing is none.
        if let unlockKey = try rememberedKey.get() {
            do throws(KeystoreError) {
                try unlock(keybag, unlockKey, isBorrowed: true)
                return true
            } catch {}
        }
        try restoreFirstUnlock(keybag)
        return false
    }

    /// Whether ``unlockAsRemembered()`` would unlock the store.
    ///
    /// - Throws: ``KeystoreError/Code/unimplemented`` if the kernel offers no keyring here.
    public func isRemembered() throws(KeystoreError) -> Bool {
        guard let unlockKey = try rememberedKey.get() else { return false }
        let (keybag, _) = try Keychain.readKeybag(context)
        do throws(KeystoreError) {
            _ = try keybag.unwrap([.whenUnlocked], with: unlockKey)
            return true
        } catch { return false }
    }

    /// Ends what ``unlock(_:rememberedFor:)`` began.
    ///
    /// - Returns: Whether the store was remembered as unlocked.
    /// - Throws: ``KeystoreError/Code/unimplemented`` if the kernel offers no keyring here.
    @discardableResult
    public func forgetRemembered() throws(KeystoreError) -> Bool { try rememberedKey.drop() }

    /// Forgets what ``unlock(_:rememberedFor:)`` left of the first unlock: later processes are as before it.
    ///
    /// - Returns: Whether there was something.
    /// - Throws: ``KeystoreError/Code/unimplemented`` if the kernel offers no keyring here.
    @discardableResult
    public func forgetFirstUnlock() throws(KeystoreError) -> Bool { try firstUnlockKey.drop() }

    /// Whether a key to unlock the store with lies in the keyring.
    func isKeyLeft() throws(KeystoreError) -> Bool {
        switch try rememberedKey.get() {
        case .some: true
        case .none: false
        }
    }

    private var rememberedKey: KernelKeyring { KernelKeyring(name: "jeton-keystore:\(Hex.encode(context.store))") }

    // MARK: - The first unlock

    private static let firstUnlockLabel = "jeton first unlock 1"

    /// Leaves the key of what is readable after the first unlock, sealed under the device key and bound to the keybag's
    /// own copy: a key of another store, of earlier class keys or of another program is none.
    func rememberFirstUnlock(_ keybag: Keybag) throws(KeystoreError) {
        guard let key = classKeys.keys[ClassKeyName(.afterFirstUnlock, epoch: keybag.epoch)],
            let binding = Keychain.binding(keybag)
        else { return }
        let sealing = try Primitives.derive(context.device, label: Keychain.firstUnlockLabel, context: context.store)
        var sealed = try key.secret.withBytes { (key) throws(KeystoreError) in
            try Primitives.seal(key, key: sealing, associated: binding)
        }
        try firstUnlockKey.put(Secret(wiping: &sealed), seconds: 0)
    }

    private func restoreFirstUnlock(_ keybag: Keybag) throws(KeystoreError) {
        let count = Primitives.keySize + Primitives.sealOverhead
        guard let sealed = try firstUnlockKey.get(count: count), let binding = Keychain.binding(keybag) else { return }
        let sealing = try Primitives.derive(context.device, label: Keychain.firstUnlockLabel, context: context.store)
        let opened = sealed.withBytes { Primitives.open($0, key: sealing, associated: binding) }
        switch consume opened {
        case .some(let key):
            restore([ClassKeyName(.afterFirstUnlock, epoch: keybag.epoch): SharedSecret(key)], of: keybag)
        case .none: return
        }
    }

    /// The keybag's copy of the class key, which is authentic and changes with it.
    private static func binding(_ keybag: Keybag) -> [UInt8]? {
        let name = ClassKeyName(.afterFirstUnlock, epoch: keybag.epoch)
        return keybag.classKeys.first { $0.name == name }?.sealed
    }

    private var firstUnlockKey: KernelKeyring {
        KernelKeyring(name: "jeton-keystore-first-unlock:\(Hex.encode(context.store))")
    }
}
