import KeystoreBase
import Octets
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
        let protection: ProtectionClass
    }

    let keys: [ProtectionClass: KeyBox]
    /// The public key of the class that can be written while locked.
    private let unlessOpenPublicKey: [UInt8]
    private let groupKeys = Mutex<[GroupKeyName: KeyBox]>([:])

    init(_ keys: [ProtectionClass: KeyBox], unlessOpenPublicKey: [UInt8]) {
        self.keys = keys
        self.unlessOpenPublicKey = unlessOpenPublicKey
    }

    /// The same without the keys of some classes.
    func removing(_ classes: Set<ProtectionClass>) -> ClassKeys {
        ClassKeys(keys.filter { !classes.contains($0.key) }, unlessOpenPublicKey: unlessOpenPublicKey)
    }

    /// The same with other keys added or put in place.
    func merging(_ others: [ProtectionClass: KeyBox]) -> ClassKeys {
        ClassKeys(keys.merging(others) { $1 }, unlessOpenPublicKey: unlessOpenPublicKey)
    }

    /// Whether secrets of a class can be read now.
    func canRead(_ protection: ProtectionClass) -> Bool { keys[protection] != nil }

    /// Whether secrets of a class can be written now.
    func canWrite(_ protection: ProtectionClass) -> Bool { protection == .unlessOpen || canRead(protection) }

    /// Wraps an item's key for a group.
    ///
    /// - Returns: The octets of `WrapKind.classKey` or `WrapKind.agreement`.
    func wrap(
        _ itemKey: borrowing Secret,
        _ protection: ProtectionClass,
        _ binding: VaultBinding,
        associated: [UInt8]
    ) throws(KeystoreError) -> (kind: WrapKind, octets: [UInt8]) {
        if protection == .unlessOpen {
            return (.agreement, try wrapByAgreement(itemKey, binding, associated: associated))
        }
        let key = try groupKey(protection, binding)
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
        _ protection: ProtectionClass,
        _ binding: VaultBinding,
        associated: [UInt8]
    ) throws(KeystoreError) -> ScratchSecret? {
        switch kind {
        case .none: return nil
        case .classKey:
            guard protection != .unlessOpen else { return nil }
            let key = try groupKey(protection, binding)
            return key.secret.withBytes { Primitives.openScratch(octets, key: $0, associated: associated) }
        case .agreement:
            guard protection == .unlessOpen, octets.count > Primitives.keySize else { return nil }
            guard let privateKey = keys[.unlessOpen] else { throw ClassKeys.locked(protection) }
            let ephemeral = Array(copying: octets.extracting(0..<Primitives.keySize))
            guard let shared = Primitives.agree(privateKey.secret, with: ephemeral) else { return nil }
            let key = try agreementKey(shared, ephemeral: ephemeral, binding)
            let sealed = octets.extracting(Primitives.keySize...)
            return key.withBytes { Primitives.openScratch(sealed, key: $0, associated: associated) }
        }
    }

    static func locked(_ protection: ProtectionClass) -> KeystoreError {
        KeystoreError(
            .interactionNotAllowed,
            protection == .afterFirstUnlock
                ? "the item needs one unlock since this program started"
                : "the item can be used only while the keystore is unlocked",
            hint: "unlock the keystore first"
        )
    }

    private func groupKey(_ protection: ProtectionClass, _ binding: VaultBinding) throws(KeystoreError) -> KeyBox {
        guard let classKey = keys[protection] else { throw ClassKeys.locked(protection) }
        let name = GroupKeyName(
            vault: NameTag(binding.vault[...]),
            salt: NameTag(binding.salt[...]),
            protection: protection
        )
        if let known = groupKeys.withLock({ $0[name] }) { return known }
        let derived = KeyBox(
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
        _ binding: VaultBinding,
        associated: [UInt8]
    ) throws(KeystoreError) -> [UInt8] {
        let privateKey = try Primitives.randomKey()
        let ephemeral = try Primitives.publicKey(of: privateKey)
        guard let shared = Primitives.agree(privateKey, with: unlessOpenPublicKey) else {
            throw KeystoreError(.notAvailable, "the keybag's public key is not usable")
        }
        let key = try agreementKey(shared, ephemeral: ephemeral, binding)
        return try itemKey.withBytes { (itemKey) throws(KeystoreError) in
            try ephemeral + Primitives.seal(itemKey, key: key, associated: associated)
        }
    }

    private func agreementKey(
        _ shared: borrowing Secret,
        ephemeral: [UInt8],
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
            context: ephemeral + unlessOpenPublicKey + binding.salt + binding.context
        )
    }
}
