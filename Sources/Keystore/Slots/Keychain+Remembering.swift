public import KeystoreBase
import Octets

extension Keychain {
    /// Unlocks the store, and lets other processes of the user unlock it by ``unlockAsRemembered()`` for a while.
    ///
    /// The key that opens the class keys lies in the kernel's keyring of the user meanwhile. It cannot add or remove
    /// slots.
    ///
    /// - Parameter seconds: How long; 1 to 86,400.
    /// - Throws: As ``unlock(_:)``; ``KeystoreError/Code/unimplemented`` if the kernel offers no keyring here.
    public func unlock(_ method: borrowing UnlockMethod, rememberedFor seconds: UInt32) throws(KeystoreError) {
        guard (1...86_400).contains(seconds) else {
            throw KeystoreError(.invalidParameter, "an unlocked store is remembered for 1 to 86,400 seconds")
        }
        let (keybag, _) = try Keychain.readKeybag(context)
        let root = try Keychain.openRoot(keybag, method)
        let unlockKey = try Keybag.unlockKey(root: root, store: context.store)
        try unlock(keybag, unlockKey)
        try rememberedKey.put(unlockKey, seconds: seconds)
    }

    /// Unlocks the store if a process of the user has left it unlocked.
    ///
    /// - Returns: Whether the store is unlocked now.
    /// - Throws: ``KeystoreError/Code/unimplemented`` if the kernel offers no keyring here.
    public func unlockAsRemembered() throws(KeystoreError) -> Bool {
        guard let unlockKey = try rememberedKey.get() else { return false }
        let (keybag, _) = try Keychain.readKeybag(context)
        // Any process of the user can leave a key of that name: one that opens nothing is none.
        do throws(KeystoreError) { try unlock(keybag, unlockKey) } catch { return false }
        return true
    }

    /// Whether ``unlockAsRemembered()`` would unlock the store.
    ///
    /// - Throws: ``KeystoreError/Code/unimplemented`` if the kernel offers no keyring here.
    public func isRemembered() throws(KeystoreError) -> Bool { try rememberedKey.get() != nil }

    /// Ends what ``unlock(_:rememberedFor:)`` began.
    ///
    /// - Returns: Whether the store was remembered as unlocked.
    /// - Throws: ``KeystoreError/Code/unimplemented`` if the kernel offers no keyring here.
    @discardableResult
    public func forgetRemembered() throws(KeystoreError) -> Bool { try rememberedKey.drop() }

    private var rememberedKey: KernelKeyring { KernelKeyring(name: "jeton-keystore:\(Hex.encode(context.store))") }
}
