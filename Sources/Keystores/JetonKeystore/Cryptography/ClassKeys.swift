import JetonKeystoreBase
import JetonOctets
import Synchronization

/// The class keys that are in memory in one state of the store, and the group keys derived from them.
///
/// Locking makes a new value without the keys that must go; the old value's keys are wiped when the last operation
/// that still uses it ends.
final class ClassKeys: Sendable {
    /// Vault and salt are random, and the vault's authenticated header holds both: they stand for the whole binding.
    private struct GroupKeyName: Hashable {
        let vault: NameTag
        let salt: NameTag
        let name: ClassKeyName
    }

    let keys: [ClassKeyName: SharedSecret]
    /// The epoch of the keys that are written with.
    let epoch: UInt8
    /// The public keys of the class that can be written while locked, by their epochs.
    private let publicKeys: [UInt8: [UInt8]]
    private let groupKeys = Mutex<[GroupKeyName: SharedSecret]>([:])

    /// Keys of a keybag.
    convenience init(_ keys: [ClassKeyName: SharedSecret], _ keybag: Keybag) {
        self.init(keys, epoch: keybag.epoch, publicKeys: keybag.publicKeys)
    }

    private init(_ keys: [ClassKeyName: SharedSecret], epoch: UInt8, publicKeys: [UInt8: [UInt8]]) {
        self.keys = keys
        self.epoch = epoch
        self.publicKeys = publicKeys
    }

    /// The same without the keys of some classes.
    func removing(_ classes: Set<ProtectionClass>) -> ClassKeys {
        ClassKeys(keys.filter { !classes.contains($0.key.protection) }, epoch: epoch, publicKeys: publicKeys)
    }

    /// The same with other keys added or put in place.
    func merging(_ others: [ClassKeyName: SharedSecret]) -> ClassKeys {
        ClassKeys(keys.merging(others) { $1 }, epoch: epoch, publicKeys: publicKeys)
    }

    /// The keys that a keybag has now: those of it that are given, and of the others those that no lock takes away.
    func following(_ keybag: Keybag, _ others: [ClassKeyName: SharedSecret] = [:]) -> ClassKeys {
        ClassKeys(keys.filter { $0.key.protection == .always }.merging(others) { $1 }, keybag)
    }

    /// The key that a class is written with.
    func name(_ protection: ProtectionClass) -> ClassKeyName { ClassKeyName(protection, epoch: epoch) }

    /// Whether secrets under a key can be read now.
    func canRead(_ name: ClassKeyName) -> Bool { keys[name] != nil }

    /// Whether secrets of a class can be written now.
    func canWrite(_ protection: ProtectionClass) -> Bool { protection == .unlessOpen || canRead(name(protection)) }

    /// Wraps an item's key for a group.
    ///
    /// - Returns: The octets of `WrapKind.classKey` or `WrapKind.agreement`.
    func wrap(
        _ itemKey: borrowing Secret,
        _ name: ClassKeyName,
        _ binding: VaultBinding,
        associated: [UInt8]
    ) throws(KeystoreError) -> (kind: WrapKind, octets: [UInt8]) {
        if name.protection == .unlessOpen {
            return (.agreement, try wrapByAgreement(itemKey, name, binding, associated: associated))
        }
        let key = try groupKey(name, binding)
        let wrapped = try itemKey.withBytes { (itemKey) throws(KeystoreError) in
            try Primitives.seal(itemKey, key: key.secret, associated: associated)
        }
        return (.classKey, wrapped)
    }

    /// Unwraps an item's key.
    ///
    /// - Returns: Nil if the data is not authentic.
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if the class is locked.
    func unwrap(
        _ octets: Span<UInt8>,
        _ kind: WrapKind,
        _ name: ClassKeyName,
        _ binding: VaultBinding,
        associated: [UInt8]
    ) throws(KeystoreError) -> ScratchSecret? {
        switch kind {
        case .none: return nil
        case .classKey:
            guard name.protection != .unlessOpen else { return nil }
            let key = try groupKey(name, binding)
            return key.secret.withBytes { Primitives.openScratch(octets, key: $0, associated: associated) }
        case .agreement:
            guard name.protection == .unlessOpen, octets.count > Primitives.keySize,
                let publicKey = publicKeys[name.epoch]
            else { return nil }
            guard let privateKey = keys[name] else { throw ClassKeys.locked(name.protection) }
            let ephemeral = Array(copying: octets.extracting(0..<Primitives.keySize))
            guard let shared = Primitives.agree(privateKey.secret, with: ephemeral) else { return nil }
            let key = try agreementKey(shared, ephemeral: ephemeral, publicKey, binding)
            let sealed = octets.extracting(Primitives.keySize...)
            return key.withBytes { Primitives.openScratch(sealed, key: $0, associated: associated) }
        }
    }

    static func locked(_ protection: ProtectionClass) -> KeystoreError {
        KeystoreError(
            .interactionNotAllowed,
            protection == .afterFirstUnlock
                ? "the item requires that the keystore was unlocked once since this program started"
                : "the item can be used only while the keystore is unlocked",
            hint: "unlock the keystore first"
        )
    }

    private func groupKey(_ classKeyName: ClassKeyName, _ binding: VaultBinding) throws(KeystoreError) -> SharedSecret {
        guard let classKey = keys[classKeyName] else { throw ClassKeys.locked(classKeyName.protection) }
        let name = GroupKeyName(
            vault: NameTag(binding.vault[...]),
            salt: NameTag(binding.salt[...]),
            name: classKeyName
        )
        if let known = groupKeys.withLock({ $0[name] }) { return known }
        let derived = SharedSecret(
            try Primitives.derive(
                classKey.secret,
                label: "jeton group key 1",
                context: binding.salt + binding.context
            )
        )
        groupKeys.withLock { $0[name] = derived }
        return derived
    }

    private func wrapByAgreement(
        _ itemKey: borrowing Secret,
        _ name: ClassKeyName,
        _ binding: VaultBinding,
        associated: [UInt8]
    ) throws(KeystoreError) -> [UInt8] {
        let privateKey = try Primitives.randomKey()
        let ephemeral = try Primitives.publicKey(of: privateKey)
        guard let publicKey = publicKeys[name.epoch], let shared = Primitives.agree(privateKey, with: publicKey) else {
            throw KeystoreError(.notAvailable, "the keybag's public key is not usable")
        }
        let key = try agreementKey(shared, ephemeral: ephemeral, publicKey, binding)
        return try itemKey.withBytes { (itemKey) throws(KeystoreError) in
            try ephemeral + Primitives.seal(itemKey, key: key, associated: associated)
        }
    }

    private func agreementKey(
        _ shared: borrowing Secret,
        ephemeral: [UInt8],
        _ publicKey: [UInt8],
        _ binding: VaultBinding
    ) throws(KeystoreError) -> Secret {
        // HKDF (RFC 5869): extract over the raw agreement first, since X25519 output is not uniform.
        let label = Secret(copying: Array("jeton unless-open 1".utf8).span)
        var pseudorandom = try shared.withBytes { (shared) throws(KeystoreError) in
            try Primitives.authenticate(label, [], shared)
        }
        return try Primitives.derive(
            Secret(wiping: &pseudorandom),
            label: "jeton unless-open key 1",
            context: ephemeral + publicKey + binding.salt + binding.context
        )
    }
}
