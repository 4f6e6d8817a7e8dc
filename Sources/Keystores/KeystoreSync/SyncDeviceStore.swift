import AgeFiles
public import JetonKeystore
public import JetonKeystoreBase
import JetonOctets

/// This device's part in synchronization as the keychain keeps it: its keys, its name and the directory.
///
/// Two items of the group `local.jeton-sync` and the service `jeton.sync`, readable while unlocked and on this device
/// only: the age identity, whose label is the device's name and whose comment is the directory, and the signing key in
/// PEM. Lists for people leave them out.
public struct SyncDeviceStore: Sendable {
    private static let service = "jeton.sync"
    private static let identityAccount = "identity"
    private static let signingAccount = "signing-key"

    private let keychain: Keychain
    private let group: AccessGroup

    /// Looks at a keychain whose caller has every group.
    ///
    /// - Throws: ``KeystoreError/Code/missingEntitlement`` if the caller lacks the group.
    public init(_ keychain: Keychain) throws(KeystoreError) {
        guard let group = AccessGroup(rawValue: "local.jeton-sync") else {
            throw KeystoreError(.notAvailable, "the synchronization group does not have a valid name")
        }
        try keychain.caller.require(group)
        self.keychain = keychain
        self.group = group
    }

    /// The device's name and the directory, readable while locked; nil if the device takes no part yet.
    public func device() throws(KeystoreError) -> (name: String, directory: String)? {
        guard let item = try keychain.items(query(SyncDeviceStore.identityAccount), limit: .one).first else {
            return nil
        }
        return (item.attributes.label ?? "", item.attributes.comment ?? "")
    }

    /// The device's keys.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound`` if the device takes no part yet;
    ///   ``KeystoreError/Code/interactionNotAllowed`` if the store is locked.
    public func keys() throws(KeystoreError) -> SyncDeviceKeys {
        let identity = try keychain.copySecret(query(SyncDeviceStore.identityAccount))
        let signingKey = try keychain.copySecret(query(SyncDeviceStore.signingAccount))
        return SyncDeviceKeys(
            identity: try AgeIdentity(text: identity),
            signingKey: try Ed25519SigningKey(pem: signingKey)
        )
    }

    /// Makes keys for this device.
    ///
    /// - Throws: ``KeystoreError/Code/duplicateItem`` if there are some; ``KeystoreError/Code/invalidParameter`` for a
    ///   name that is empty or longer than 64 octets; ``KeystoreError/Code/interactionNotAllowed``.
    public func create(name: String, directory: String) throws(KeystoreError) -> SyncDeviceKeys {
        let keys = try SyncDeviceKeys.generate()
        _ = try keys.member(named: name)
        if try device() != nil { throw KeystoreError(.duplicateItem, "this device already has synchronization keys") }
        // The identity comes last: with it the device counts as set up.
        _ = try? keychain.delete(query(SyncDeviceStore.signingAccount))
        try keychain.add(attributes(SyncDeviceStore.signingAccount), secret: keys.signingKey.makePEM())
        var identity = attributes(SyncDeviceStore.identityAccount)
        identity.label = name
        identity.comment = directory
        try keychain.add(identity, secret: keys.identity.makeText())
        return keys
    }

    /// Changes the device's name and the directory, which no other device knows before this one has joined.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound`` if the device has no keys; ``KeystoreError/Code/invalidParameter`` for
    ///   a name that is empty or longer than 64 octets; ``KeystoreError/Code/interactionNotAllowed``.
    public func change(name: String, directory: String) throws(KeystoreError) {
        _ = try keys().member(named: name)
        var changes = AttributeChanges()
        changes.label = name
        changes.comment = directory
        try keychain.update(query(SyncDeviceStore.identityAccount), changes)
    }

    /// Deletes the device's keys; does nothing if there are none.
    public func forget() throws(KeystoreError) {
        // The identity goes first: without it the device counts as not set up, and what is left is replaced.
        for account in [SyncDeviceStore.identityAccount, SyncDeviceStore.signingAccount]
        where try keychain.contains(query(account)) { try keychain.delete(query(account)) }
    }

    private func attributes(_ account: String) -> ItemAttributes {
        var attributes = ItemAttributes(
            service: SyncDeviceStore.service,
            account: account,
            accessGroup: group,
            accessible: .whenUnlockedThisDeviceOnly
        )
        attributes.kind = "synchronization key"
        attributes.isInvisible = true
        return attributes
    }

    private func query(_ account: String) -> ItemQuery {
        ItemQuery(service: SyncDeviceStore.service, account: account, accessGroup: group)
    }
}
