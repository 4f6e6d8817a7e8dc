public import KeystoreBase
import Octets

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
        let slot = try KeybagSlot(
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

    /// Removes a way to unlock the store.
    ///
    /// With the last passphrase slot, the items that need a passphrase are destroyed.
    ///
    /// - Parameter identifier: As ``SlotInformation/identifier``.
    /// - Throws: ``KeystoreError/Code/invalidParameter`` if it is the last slot;
    ///   ``KeystoreError/Code/itemNotFound`` if there is no such slot.
    public func removeSlot(_ identifier: String) throws(KeystoreError) {
        try context.requireWritable()
        let lock = try context.root.lock(Keychain.lockName)
        defer { withExtendedLifetime(lock) {} }
        var (keybag, code) = try Keychain.readKeybag(context)
        guard let index = keybag.slots.firstIndex(where: { Hex.encode($0.identifier) == identifier }) else {
            throw KeystoreError(.itemNotFound, "there is no slot \(identifier)")
        }
        guard keybag.slots.count > 1 else {
            throw KeystoreError(
                .invalidParameter,
                "the last slot stays",
                hint: "add another one first"
            )
        }
        // A token can break or be lost: another way remains.
        guard keybag.slots.enumerated().contains(where: { $0 != index && $1.kind != .token }) else {
            throw KeystoreError(
                .invalidParameter,
                "the last slot that is not a token stays",
                hint: "add a passphrase or a recovery recipient first: jeton keystore slot add"
            )
        }
        let wasPassphrase = keybag.slots.remove(at: index).kind == .passphrase
        let losesPassphrase = wasPassphrase && !keybag.hasPassphrase
        if losesPassphrase { keybag.classKeys.removeAll { $0.protection == .passcode } }
        // What a removed slot opens must not stay in the previous keybag.
        try replace(keybag, previous: code, keepsPrevious: false)
        if losesPassphrase {
            forget([.passcode])
            _ = try removeRecords(in: context.groupsOnDisk()) { $0.protection == .passcode }
        }
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
