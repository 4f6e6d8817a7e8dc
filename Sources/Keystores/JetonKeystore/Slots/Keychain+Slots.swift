public import JetonKeystoreBase
import JetonOctets

extension Keychain {
    /// The ways to unlock the store.
    public func slots() throws(KeystoreError) -> [SlotInformation] {
        try Keychain.readKeybag(context).0.slots.map(SlotInformation.init)
    }

    /// Adds a way to unlock the store.
    ///
    /// - Parameters:
    ///   - new: The way to add; a store has at most 8.
    ///   - method: A way that works already.
    /// - Returns: The new slot.
    /// - Throws: ``KeystoreError/Code/authenticationFailed`` if `method` opens no slot.
    @discardableResult
    public func addSlot(
        _ new: borrowing NewSlot,
        authorizedBy method: borrowing UnlockMethod
    ) throws(KeystoreError) -> SlotInformation {
        let lock = try context.root.lock(Keychain.lockName)
        defer { withExtendedLifetime(lock) {} }
        var (keybag, code) = try Keychain.readKeybag(context)
        guard keybag.slots.count < Keybag.maximumSlots else {
            throw KeystoreError(.invalidParameter, "a keystore has at most \(Keybag.maximumSlots) slots")
        }
        let root = try Keychain.openRoot(keybag, method)
        let slot = try KeybagSlot.make(
            new,
            cost: configuration.passphraseCost,
            root: root,
            store: context.store
        )
        let isFirstPassphrase = slot.kind == .passphrase && !keybag.hasPassphrase
        keybag.slots.append(slot)
        let unlockKey = try Keybag.unlockKey(root: root, store: context.store)
        if isFirstPassphrase { try keybag.addClassKey(.passcode, wrapping: unlockKey) }
        try replace(keybag, previous: code, keepsPrevious: true)
        if isFirstPassphrase { merge(try keybag.unwrap([.passcode], with: unlockKey)) }
        return SlotInformation(slot)
    }

    /// Removes a way to unlock the store that is not a token.
    ///
    /// With the last passphrase slot, the items that need a passphrase are destroyed.
    ///
    /// - Parameter identifier: As ``SlotInformation/identifier``.
    /// - Throws: ``KeystoreError/Code/invalidParameter`` if it is the last slot, or a token's;
    ///   ``KeystoreError/Code/itemNotFound`` if the slot does not exist.
    public func removeSlot(_ identifier: String) throws(KeystoreError) {
        try context.requireWritable()
        let lock = try context.root.lock(Keychain.lockName)
        defer { withExtendedLifetime(lock) {} }
        var (keybag, code) = try Keychain.readKeybag(context)
        let kind = try Keychain.remove(identifier, from: &keybag)
        guard kind != .token else {
            throw KeystoreError(.invalidParameter, "removing a token requires another way to unlock the keystore")
        }
        let losesPassphrase = kind == .passphrase && !keybag.hasPassphrase
        if losesPassphrase { keybag.classKeys.removeAll { $0.name.protection == .passcode } }
        // What a removed slot opens must not stay in the previous keybag.
        try replace(keybag, previous: code, keepsPrevious: false)
        if losesPassphrase {
            forget([.passcode])
            _ = try removeRecords(in: context.groupsOnDisk()) { $0.protection == .passcode }
        }
    }

    /// Removes a token's key as a way to unlock the store, and replaces the class keys: who has the token and a copy of the
    /// keybag from before opens nothing that is written from then on.
    ///
    /// What is in the store is sealed again under the new keys. If that is interrupted, everything stays readable, and
    /// ``finishReplacingClassKeys()`` goes on. The store is unlocked afterwards in this process; what
    /// ``unlock(_:rememberedFor:)`` left for others ends, except for what is readable after the first unlock.
    ///
    /// - Parameters:
    ///   - identifier: As ``SlotInformation/identifier``.
    ///   - method: Another way that works.
    /// - Returns: What was sealed again, and what could not be.
    /// - Throws: ``KeystoreError/Code/invalidParameter`` if the slot is not a token's, or another slot is of format 1;
    ///   ``KeystoreError/Code/itemNotFound`` if the slot does not exist;
    ///   ``KeystoreError/Code/authenticationFailed`` if `method` opens no other slot.
    public func removeTokenSlot(
        _ identifier: String,
        authorizedBy method: borrowing UnlockMethod
    ) throws(KeystoreError) -> ResealingReport {
        try context.requireWritable()
        try removeToken(identifier, method)
        return try finishReplacingClassKeys()
    }

    private func removeToken(_ identifier: String, _ method: borrowing UnlockMethod) throws(KeystoreError) {
        let lock = try context.root.lock(Keychain.lockName)
        defer { withExtendedLifetime(lock) {} }
        var (keybag, code) = try Keychain.readKeybag(context)
        guard try Keychain.remove(identifier, from: &keybag) == .token else {
            throw KeystoreError(.invalidParameter, "slot \(identifier) does not belong to a token")
        }
        let root = try Keychain.openRoot(keybag, method)
        let unlockKey = try keybag.replaceClassKeys(root: root)
        try replace(keybag, previous: code, keepsPrevious: false)
        try unlock(keybag, unlockKey)
        // Where the kernel has no keyring nothing was left there.
        _ = try? forgetRemembered()
        if (try? forgetFirstUnlock()) == true { try? rememberFirstUnlock(keybag) }
    }

    private static func remove(_ identifier: String, from keybag: inout Keybag) throws(KeystoreError) -> SlotKind {
        guard let index = keybag.slots.firstIndex(where: { Hex.encode($0.identifier) == identifier }) else {
            throw KeystoreError(.itemNotFound, "there is no slot \(identifier)")
        }
        guard keybag.slots.count > 1 else {
            throw KeystoreError(
                .invalidParameter,
                "the last slot cannot be removed",
                hint: "add another one first"
            )
        }
        // A token can break or be lost: another way remains.
        guard keybag.slots.enumerated().contains(where: { $0 != index && $1.kind != .token }) else {
            throw KeystoreError(
                .invalidParameter,
                "the last slot that is not a token cannot be removed",
                hint: "run `jeton keystore slot add` first to add a passphrase or a recovery recipient"
            )
        }
        return keybag.slots.remove(at: index).kind
    }

    private func replace(_ keybag: Keybag, previous code: [UInt8], keepsPrevious: Bool) throws(KeystoreError) {
        try context.requireWritable()
        var keybag = keybag
        keybag.generation += 1
        keybag.previousCode = code
        let file = try keybag.encoded(device: context.device)
        try context.root.replace(
            Keybag.fileName,
            with: file.span,
            previous: keepsPrevious ? Keychain.previousKeybagName : nil
        )
        if !keepsPrevious { try context.root.remove(Keychain.previousKeybagName) }
        let newCode = Array(file.suffix(Primitives.digestSize))
        context.witnesses.write(
            Witness(generation: keybag.generation, code: newCode),
            StoreContext.keybagWitness
        )
    }
}
