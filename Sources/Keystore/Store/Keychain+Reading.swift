public import KeystoreBase
public import Octets

extension Keychain {
    /// Whether an item matches; nothing is decrypted but names.
    ///
    /// - Throws: ``KeystoreError/Code/missingEntitlement`` for a group that the caller lacks.
    public func contains(_ query: ItemQuery) throws(KeystoreError) -> Bool {
        try !matches(query, limit: .one).isEmpty
    }

    /// The items that match, without their secrets; readable in every state of the store.
    ///
    /// - Returns: Items in the order of the caller's groups; empty if none matches.
    /// - Throws: ``KeystoreError/Code/invalidParameter`` for a limit below 1 or a reference with attributes.
    public func items(_ query: ItemQuery, limit: MatchLimit = .all) throws(KeystoreError) -> [Item] {
        try matches(query, limit: limit).map(\.item)
    }

    /// Lends the secret of the first item that matches.
    ///
    /// - Returns: What the closure returns; it must not be or hold a copy of the octets unless the caller wipes it.
    /// - Throws: ``KeystoreError/Code/itemNotFound``; ``KeystoreError/Code/interactionNotAllowed`` if it is locked;
    ///   and what the closure throws.
    public func withSecret<Result>(
        _ query: ItemQuery,
        _ body: (Item, Span<UInt8>) throws -> Result
    ) throws -> Result {
        var result: Result?
        try forEachSecret(query, limit: .one) { item, secret in result = try body(item, secret) }
        guard let result else { throw Keychain.notFound }
        return result
    }

    /// The secret of the first item that matches.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound``; ``KeystoreError/Code/interactionNotAllowed`` if it is locked.
    public func copySecret(_ query: ItemQuery) throws(KeystoreError) -> Secret {
        for match in try matches(query, limit: .one) {
            guard match.layout.header.flags.contains(.hasData) else { return Secret(capacity: 0) { _ in 0 } }
            if let secret = try match.openSecret(classKeys) {
                return secret.withBytes { Secret(copying: $0) }
            }
        }
        throw Keychain.notFound
    }

    /// Lends the secret of each item that matches, one after the other; an item without data lends no octets.
    ///
    /// A locked item fails the whole search before anything is lent. A damaged one reads as absent.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound`` if nothing was lent;
    ///   ``KeystoreError/Code/interactionNotAllowed``; and what the closure throws.
    public func forEachSecret(
        _ query: ItemQuery,
        limit: MatchLimit = .all,
        _ body: (Item, Span<UInt8>) throws -> Void
    ) throws {
        try forEachSecret(query, limit: limit, where: { _ in true }, body)
    }

    /// Lends the secret of each item that matches and whose header is accepted.
    func forEachSecret(
        _ query: ItemQuery,
        limit: MatchLimit = .all,
        where isWanted: (RecordHeader) -> Bool,
        _ body: (Item, Span<UInt8>) throws -> Void
    ) throws {
        let keys = classKeys
        let found = try matches(query, limit: limit).filter { isWanted($0.layout.header) }
        for match in found where match.layout.header.flags.contains(.hasData) {
            let protection = match.layout.header.protection
            guard keys.canRead(protection) else { throw ClassKeys.locked(protection) }
        }
        let none: [UInt8] = []
        var count = 0
        for match in found {
            guard match.layout.header.flags.contains(.hasData) else {
                try body(match.item, none.span)
                count += 1
                continue
            }
            guard let secret = try match.openSecret(keys) else { continue }
            try secret.withBytes { (octets) throws in try body(match.item, octets) }
            count += 1
        }
        guard count > 0 else { throw Keychain.notFound }
    }

    /// Opens the first item that matches, so that its secret can be read even after the store is locked.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound``; ``KeystoreError/Code/interactionNotAllowed`` if it is locked.
    public func openItem(_ query: ItemQuery) throws(KeystoreError) -> ItemHandle {
        for match in try matches(query, limit: .one) {
            guard match.layout.header.flags.contains(.hasData) else { return ItemHandle(match, key: nil) }
            if let key = try match.openItemKey(classKeys) { return ItemHandle(match, key: key) }
        }
        throw Keychain.notFound
    }

    static var notFound: KeystoreError { KeystoreError(.itemNotFound) }

    /// The records that a query means, in the order of the caller's groups.
    func matches(_ query: ItemQuery, limit: MatchLimit) throws(KeystoreError) -> [Match] {
        let groups = try readableGroups(query)
        guard limit.count >= 1 else { throw KeystoreError(.invalidParameter, "a match limit is at least 1") }
        var found: [Match] = []
        for group in groups where found.count < limit.count {
            guard let image = try context.vault(group).current() else { continue }
            found += try image.matches(query, limit: limit.count - found.count)
        }
        return found
    }

    /// The groups that a query looks into, after the rules for naming groups.
    func readableGroups(_ query: ItemQuery) throws(KeystoreError) -> [AccessGroup] {
        if query.persistentReference != nil && query.hasAttributes {
            throw KeystoreError(.invalidParameter, "a persistent reference stands alone")
        }
        if let group = query.accessGroup {
            try caller.require(group)
            return [group]
        }
        try caller.requireAnyGroup()
        return caller.hasEveryGroup ? try context.groupsOnDisk() : caller.accessGroups
    }
}
