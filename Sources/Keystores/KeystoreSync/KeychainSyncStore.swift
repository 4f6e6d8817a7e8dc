public import JetonKeystore
public import JetonKeystoreBase
import JetonOctets

/// The synchronizable items of a ``Keychain``, as far as its caller has their groups.
///
/// Deletions and clocks of the keychain are not looked at: synchronization compares items. Its caller needs the
/// keychain unlocked as far as the items' classes demand.
public struct KeychainSyncStore: SyncStore {
    private let keychain: Keychain

    /// Looks at a keychain.
    public init(_ keychain: Keychain) { self.keychain = keychain }

    /// The items that may leave this device.
    ///
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if one of them is locked.
    public mutating func synchronizableItems() throws(KeystoreError) -> [SyncItem] {
        try items(ItemQuery(scope: .synchronizableOnly))
    }

    private func items(_ query: ItemQuery) throws(KeystoreError) -> [SyncItem] {
        var items: [SyncItem] = []
        do {
            // An item that is left out would read as one that was deleted.
            try keychain.forEachWholeSecret(query, in: \.isTeamGroup) { item, octets in
                guard !item.attributes.accessible.isThisDeviceOnly else { return }
                let secret = item.hasData ? SharedSecret(copying: octets) : nil
                items.append(
                    try SyncItem(
                        item.attributes,
                        created: item.created.milliseconds,
                        modified: item.modified.milliseconds,
                        secret: secret
                    )
                )
            }
        } catch let error as KeystoreError {
            throw error
        } catch {
            throw KeystoreError(.notAvailable, "the items cannot be read")
        }
        return items
    }

    /// Makes changes one after the other; each is durable when the next begins.
    ///
    /// A change that replaces something else, or whose group the caller lacks, is left out.
    public mutating func apply(_ changes: [SyncChange]) throws(KeystoreError) -> Set<SyncKey> {
        var applied: Set<SyncKey> = []
        for change in changes where keychain.caller.has(change.key.group) {
            let query = ItemQuery(
                service: change.key.service,
                account: change.key.account,
                accessGroup: change.key.group,
                scope: .synchronizableOnly
            )
            let current = try items(query).first
            guard change.replaces(current) else { continue }
            try make(change, query, replacing: current)
            applied.insert(change.key)
        }
        return applied
    }

    /// Puts, changes or deletes an item in one step: a crash never leaves it out, which would read as a deletion.
    private func make(
        _ change: SyncChange,
        _ query: ItemQuery,
        replacing current: SyncItem?
    ) throws(KeystoreError) {
        guard let item = change.item else {
            if current != nil { try keychain.delete(query) }
            return
        }
        guard let current else {
            try add(item)
            return
        }
        let changes = AttributeChanges(from: current.attributes, to: item.attributes)
        switch (item.secret, current.secret) {
        case (let secret?, _):
            try secret.borrow { (secret) throws(KeystoreError) in
                _ = try keychain.update(query, changes, secret: secret)
            }
        case (nil, .some): try keychain.update(query, changes, secret: Secret(copying: [UInt8]().span))
        case (nil, nil): try keychain.update(query, changes)
        }
    }

    private func add(_ item: SyncItem) throws(KeystoreError) {
        guard let secret = item.secret else {
            try keychain.add(item.attributes)
            return
        }
        try secret.borrow { (secret) throws(KeystoreError) in
            _ = try keychain.add(item.attributes, secret: secret)
        }
    }
}

extension AttributeChanges {
    /// What makes one item's attributes another's; an attribute that is to go becomes empty, 0 or false.
    fileprivate init(from current: ItemAttributes, to wanted: ItemAttributes) {
        self.init()
        details.label = wanted.label ?? current.label.map { _ in "" }
        details.comment = wanted.comment ?? current.comment.map { _ in "" }
        details.kind = wanted.kind ?? current.kind.map { _ in "" }
        details.generic = wanted.generic ?? current.generic.map { _ in [] }
        details.creator = wanted.creator ?? current.creator.map { _ in 0 }
        details.type = wanted.type ?? current.type.map { _ in 0 }
        details.isInvisible = wanted.isInvisible ?? current.isInvisible.map { _ in false }
        details.isNegative = wanted.isNegative ?? current.isNegative.map { _ in false }
        accessible = wanted.accessible
    }
}
