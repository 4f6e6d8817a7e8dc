import Octets

/// The channel keys of paired tokens, in one access group.
///
/// An item has the service `rutoken.channel`, the token's serial number as account, the pairing as generic octets, and
/// as data a version octet, 01, and the keys. It is readable after the first unlock, and never leaves this device:
/// a second host with the same keys would be a second party to the token's counters.
///
/// Which group it is follows from the program's entitlements: see ``init(_:group:)``.
public struct ChannelKeyStore: Sendable {
    /// The service of every channel key.
    public static let service = "rutoken.channel"
    private static let version: UInt8 = 1
    private static let maximumKeys = 65536

    /// The group that holds the keys; nil means the caller's first one.
    public let group: AccessGroup?
    private let keychain: Keychain

    /// Uses a group of a store.
    ///
    /// - Parameter group: The group that the program's entitlements name for tokens; nil for the caller's first one.
    public init(_ keychain: Keychain, group: AccessGroup?) {
        self.keychain = keychain
        self.group = group
    }

    /// Stores the keys of a pairing; they replace those of an earlier pairing with the same token.
    ///
    /// - Parameter token: The token's serial number and, where one token has several, the slot.
    /// - Throws: ``KeystoreError``; ``KeystoreError/Code/missingEntitlement`` if the caller lacks the group, and then
    ///   nothing is stored.
    public func save(_ key: borrowing ChannelKey, token: String) throws(KeystoreError) {
        guard (1...ChannelKeyStore.maximumKeys).contains(key.secret.count) else {
            throw KeystoreError(.invalidParameter, "channel keys have 1 to \(ChannelKeyStore.maximumKeys) octets")
        }
        let data = key.secret.withBytes { keys in
            Secret(capacity: keys.count + 1) { (span: inout MutableSpan<UInt8>) in
                span[0] = ChannelKeyStore.version
                for index in 0..<keys.count { span[index + 1] = keys[index] }
                return keys.count + 1
            }
        }
        var attributes = ItemAttributes(
            service: ChannelKeyStore.service,
            account: token,
            label: key.label,
            generic: key.pairing,
            accessGroup: group,
            accessible: .afterFirstUnlockThisDeviceOnly
        )
        attributes.kind = "channel key"
        do throws(KeystoreError) {
            try keychain.add(attributes, secret: data)
        } catch {
            guard error.code == .duplicateItem else { throw error }
            var changes = AttributeChanges()
            changes.label = key.label
            changes.generic = key.pairing
            changes.accessible = .afterFirstUnlockThisDeviceOnly
            try keychain.update(query(token), changes, secret: data)
        }
    }

    /// The keys of the pairing with a token.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound`` if this program has no pairing with it;
    ///   ``KeystoreError/Code/decoding`` if a later version wrote the keys.
    public func load(token: String) throws(KeystoreError) -> ChannelKey {
        guard let item = try keychain.items(query(token), limit: .one).first else { throw Keychain.notFound }
        let data = try keychain.copySecret(ItemQuery(persistentReference: item.persistentReference))
        guard data.withBytes({ $0.count > 1 && $0[0] == ChannelKeyStore.version }) else {
            throw KeystoreError(.decoding, "the channel keys of token \(token) are of a later version")
        }
        return ChannelKey(
            pairing: item.attributes.generic ?? [],
            label: item.attributes.label ?? "",
            secret: data.withBytes { Secret(copying: $0.extracting(1...)) }
        )
    }

    /// The tokens that this program has keys for, without their keys.
    public func tokens() throws(KeystoreError) -> [Item] {
        try keychain.items(ItemQuery(service: ChannelKeyStore.service, accessGroup: readGroup()))
    }

    /// Forgets the keys of a token.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound`` if there are none.
    public func forget(token: String) throws(KeystoreError) {
        try keychain.delete(query(token))
    }

    private func query(_ token: String) throws(KeystoreError) -> ItemQuery {
        ItemQuery(service: ChannelKeyStore.service, account: token, accessGroup: try readGroup())
    }

    // A pairing is looked for where it would be stored, so that another group's is never taken for it.
    private func readGroup() throws(KeystoreError) -> AccessGroup {
        if let group { return group }
        guard let group = keychain.caller.defaultGroup else {
            throw KeystoreError(.missingEntitlement, "the program has no access group of its own")
        }
        return group
    }
}
