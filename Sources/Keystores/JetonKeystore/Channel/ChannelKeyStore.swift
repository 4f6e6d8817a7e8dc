public import JetonKeystoreBase
import JetonOctets

/// The channel keys of paired tokens, in one access group.
///
/// An item has the service `rutoken.channel`, the token's serial number as account, the pairing as generic octets, the
/// program that paired as comment, and as data a version octet, 01, and the keys. It is readable after the first unlock,
/// and never leaves this device: a second host with the same keys would be a second party to the token's counters.
///
/// Which group it is follows from the program's entitlements: see ``init(_:group:)``.
public struct ChannelKeyStore: Sendable {
    /// The service of every channel key.
    public static let service = "rutoken.channel"
    /// The word that marks an access group for channel keys in a program's entitlements.
    public static let groupMark = "rutoken"
    private static let version: UInt8 = 1
    private static let maximumKeys = 65536

    /// The group that holds the keys; nil means the caller's first one.
    public let group: AccessGroup?
    let keychain: Keychain

    /// Uses a group of a store.
    ///
    /// - Parameters:
    ///   - keychain: The store.
    ///   - group: The group that the program's entitlements name for tokens; nil for the caller's first one.
    public init(_ keychain: Keychain, group: AccessGroup?) {
        self.keychain = keychain
        self.group = group
    }

    /// Stores the keys of a pairing; they replace those of an earlier pairing with the same token.
    ///
    /// - Parameters:
    ///   - key: The keys.
    ///   - token: The token's serial number and, where one token has several, the slot.
    /// - Throws: ``KeystoreError``; ``KeystoreError/Code/missingEntitlement`` if the caller lacks the group, and then
    ///   nothing is stored.
    public func save(_ key: borrowing ChannelKey, token: String) throws(KeystoreError) {
        let data = try ChannelKeyStore.data(key.secret)
        let attributes = attributes(key, token: token)
        do throws(KeystoreError) {
            try keychain.add(attributes, secret: data)
        } catch {
            guard error.code == .duplicateItem else { throw error }
            try keychain.update(query(token), ChannelKeyStore.changes(key), secret: data)
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
            throw KeystoreError(.decoding, "the channel keys of token \(token) have a later version")
        }
        return ChannelKey(
            pairing: item.attributes.generic ?? [],
            label: item.attributes.label ?? "",
            program: item.attributes.comment,
            secret: data.withBytes { Secret(copying: $0.extracting(1...)) }
        )
    }

    /// The pairing with a token, without its keys; nil if this program has none.
    public func pairing(token: String) throws(KeystoreError) -> [UInt8]? {
        try keychain.items(query(token), limit: .one).first.map { $0.attributes.generic ?? [] }
    }

    /// Shows a pairing and takes its change, while no other program can change anything in the group.
    ///
    /// Programs that share a pairing begin their sessions in here, one after the other, so that none takes a counter of
    /// another's for that of a copy. Octets that the body leaves as they are write nothing.
    ///
    /// - Parameters:
    ///   - token: As for ``save(_:token:)``.
    ///   - key: Makes the keys that are stored with a changed pairing; nil changes the pairing of keys that are there.
    ///   - body: Gets the pairing, nil if there is none, and leaves the new one, nil for none; it may take a while.
    /// - Returns: What the body returned, once the change is on the disk.
    /// - Throws: ``KeystoreError``; then nothing has changed.
    public func change<Result>(
        token: String,
        key: ((_ pairing: [UInt8]) -> ChannelKey)? = nil,
        _ body: (inout [UInt8]?) -> Result
    ) throws(KeystoreError) -> Result {
        let query = try query(token)
        let group = try readGroup()
        try keychain.caller.requireWritable(group)
        try keychain.requireClass(.afterFirstUnlockThisDeviceOnly)
        return try Transaction.run(keychain.context, groups: [group]) { (transaction) throws(KeystoreError) in
            let match = try transaction.images([group]).first?.matches(query, limit: 1).first
            let before = match.map { $0.metadata.attributes.generic ?? [] }
            var after = before
            let result = body(&after)
            guard after != before else { return result }
            switch (match, after) {
            case (let match?, let pairing?):
                var changes = AttributeChanges()
                changes.generic = pairing
                var data: SharedSecret?
                if let key {
                    let key = key(pairing)
                    changes = ChannelKeyStore.changes(key)
                    data = SharedSecret(try ChannelKeyStore.data(key.secret))
                }
                guard try keychain.update(match, changes, data, &transaction) else {
                    throw KeystoreError(.decoding, "the channel keys of token \(token) are damaged")
                }
            case (let match?, nil): try keychain.leave(match, &transaction)
            case (nil, let pairing?):
                guard let key else {
                    throw KeystoreError(.itemNotFound, "no channel keys are stored for token \(token)")
                }
                let made = key(pairing)
                let attributes = attributes(made, token: token)
                try attributes.validate()
                try keychain.put(
                    attributes,
                    SharedSecret(try ChannelKeyStore.data(made.secret)),
                    in: group,
                    &transaction
                )
            case (nil, nil): break
            }
            return result
        }
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

    private func attributes(_ key: borrowing ChannelKey, token: String) -> ItemAttributes {
        var attributes = ItemAttributes(
            service: ChannelKeyStore.service,
            account: token,
            label: key.label,
            generic: key.pairing,
            accessGroup: group,
            accessible: .afterFirstUnlockThisDeviceOnly
        )
        attributes.kind = "channel key"
        attributes.comment = key.program
        return attributes
    }

    private static func changes(_ key: borrowing ChannelKey) -> AttributeChanges {
        var changes = AttributeChanges()
        changes.label = key.label
        changes.generic = key.pairing
        changes.comment = key.program
        changes.accessible = .afterFirstUnlockThisDeviceOnly
        return changes
    }

    private static func data(_ secret: borrowing Secret) throws(KeystoreError) -> Secret {
        guard (1...maximumKeys).contains(secret.count) else {
            throw KeystoreError(.invalidParameter, "channel keys have 1 to \(maximumKeys) bytes")
        }
        return secret.withBytes { keys in
            Secret(capacity: keys.count + 1) { (span: inout MutableSpan<UInt8>) in
                span[0] = version
                for index in 0..<keys.count { span[index + 1] = keys[index] }
                return keys.count + 1
            }
        }
    }

    // A pairing is looked for where it would be stored, so that another group's is never taken for it.
    func readGroup() throws(KeystoreError) -> AccessGroup {
        if let group { return group }
        guard let group = keychain.caller.defaultGroup else {
            throw KeystoreError(.missingEntitlement, "the program does not have its own access group")
        }
        return group
    }
}
