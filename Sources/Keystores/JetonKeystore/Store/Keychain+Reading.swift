public import JetonKeystoreBase
public import JetonOctets

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
    /// - Throws: ``KeystoreError/Code/invalidParameter`` for a limit below 1 or a reference with attributes;
    ///   ``KeystoreError/Code/decoding`` or ``KeystoreError/Code/notAvailable`` if none matches, but a damaged record or
    ///   a group that cannot be used may hold one.
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
            guard let secret = try match.openSecret(classKeys) else { throw .damagedRecord(in: match.group) }
            return secret.withBytes { Secret(copying: $0) }
        }
        throw Keychain.notFound
    }

    /// Lends the secret of each item that matches, one after the other; an item without data lends no octets.
    ///
    /// A locked item fails the whole search before anything is lent. A damaged one is left out if others are whole.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound`` if nothing was lent; ``KeystoreError/Code/decoding`` if only
    ///   damaged items match; ``KeystoreError/Code/interactionNotAllowed``; and what the closure throws.
    public func forEachSecret(
        _ query: ItemQuery,
        limit: MatchLimit = .all,
        _ body: (Item, Span<UInt8>) throws -> Void
    ) throws {
        let (count, damage) = try lend(try matches(query, limit: limit), isStrict: false, body)
        guard count > 0 else { throw damage ?? Keychain.notFound }
    }

    /// Lends the secret of each item that matches, as ``forEachSecret(_:limit:_:)`` does, but leaves none out.
    ///
    /// For a caller that takes an item that is not lent for one that was deleted. Nothing is lent if nothing matches.
    ///
    /// - Parameters:
    ///   - query: Which items.
    ///   - isMeant: Whether the caller looks at a group.
    ///   - isWanted: Whether the caller looks at a record; one that is not wanted may be locked.
    ///   - body: Takes an item and its secret.
    /// - Throws: ``KeystoreError/Code/decoding`` if a record that may match is damaged;
    ///   ``KeystoreError/Code/notAvailable`` for a group that cannot be used;
    ///   ``KeystoreError/Code/interactionNotAllowed``; and what the closure throws.
    package func forEachWholeSecret(
        _ query: ItemQuery,
        in isMeant: (AccessGroup) -> Bool = { _ in true },
        where isWanted: (Item) -> Bool = { _ in true },
        _ body: (Item, Span<UInt8>) throws -> Void
    ) throws {
        // One look at each vault: damage after a separate check would leave items out.
        var found: [Match] = []
        for group in try readableGroups(query) where isMeant(group) {
            guard let image = try context.vault(group).current() else { continue }
            if let obstacle = try image.obstacle(query) { throw obstacle }
            found += try image.matches(query, limit: Int.max).filter { isWanted($0.item) }
        }
        _ = try lend(found, isStrict: true, body)
    }

    /// Lends the secrets of records.
    ///
    /// - Parameters:
    ///   - found: The records.
    ///   - isStrict: Whether a secret that is damaged fails the call even if others are whole.
    ///   - body: Gets each item with its secret.
    /// - Returns: How many items were lent, and the error of a damaged one.
    /// - Throws: What `body` throws, ``KeystoreError``.
    private func lend(
        _ found: [Match],
        isStrict: Bool,
        _ body: (Item, Span<UInt8>) throws -> Void
    ) throws -> (count: Int, damage: KeystoreError?) {
        let keys = classKeys
        for match in found where match.layout.header.flags.contains(.hasData) {
            let name = match.layout.header.classKey
            guard keys.canRead(name) else { throw ClassKeys.locked(name.protection) }
        }
        let none: [UInt8] = []
        var count = 0
        var damage: KeystoreError?
        for match in found {
            guard match.layout.header.flags.contains(.hasData) else {
                try body(match.item, none.span)
                count += 1
                continue
            }
            guard let secret = try match.openSecret(keys) else {
                let error = KeystoreError.damagedRecord(in: match.group)
                if isStrict { throw error }
                damage = error
                continue
            }
            try secret.withBytes { (octets) throws in try body(match.item, octets) }
            count += 1
        }
        return (count, damage)
    }

    /// Opens the first item that matches, so that its secret can be read even after the store is locked.
    ///
    /// - Throws: ``KeystoreError/Code/itemNotFound``; ``KeystoreError/Code/interactionNotAllowed`` if it is locked.
    public func openItem(_ query: ItemQuery) throws(KeystoreError) -> ItemHandle {
        for match in try matches(query, limit: .one) {
            guard match.layout.header.flags.contains(.hasData) else { return ItemHandle(match, key: nil) }
            guard let key = try match.openItemKey(classKeys) else { throw .damagedRecord(in: match.group) }
            return ItemHandle(match, key: key)
        }
        throw Keychain.notFound
    }

    static var notFound: KeystoreError { KeystoreError(.itemNotFound) }

    /// What may keep items from being found: groups that cannot be used, and damaged records that a query may mean.
    ///
    /// A program that lists items shows these as well.
    ///
    /// - Returns: An error for each group that has some; empty if all is whole.
    /// - Throws: As ``items(_:limit:)``.
    public func obstacles(_ query: ItemQuery) throws(KeystoreError) -> [KeystoreError] {
        var obstacles: [KeystoreError] = []
        for group in try readableGroups(query) {
            do throws(KeystoreError) {
                if let obstacle = try context.vault(group).current()?.obstacle(query) { obstacles.append(obstacle) }
            } catch { obstacles.append(error) }
        }
        return obstacles
    }

    /// The records that a query means, in the order of the caller's groups.
    ///
    /// A group that cannot be used does not keep the others from being read, unless the query names it.
    ///
    /// - Throws: If nothing matches, the first of ``obstacles(_:)``, so that damage never reads as absence.
    func matches(_ query: ItemQuery, limit: MatchLimit) throws(KeystoreError) -> [Match] {
        let groups = try readableGroups(query)
        guard limit.count >= 1 else { throw KeystoreError(.invalidParameter, "a match limit must be at least 1") }
        var found: [Match] = []
        for group in groups where found.count < limit.count {
            do throws(KeystoreError) {
                guard let image = try context.vault(group).current() else { continue }
                found += try image.matches(query, limit: limit.count - found.count)
            } catch {
                guard query.accessGroup == nil, error.code == .notAvailable else { throw error }
            }
        }
        if found.isEmpty, let obstacle = try obstacles(query).first { throw obstacle }
        return found
    }

    /// The groups that a query looks into, after the rules for naming groups.
    func readableGroups(_ query: ItemQuery) throws(KeystoreError) -> [AccessGroup] {
        if query.persistentReference != nil && query.hasAttributes {
            throw KeystoreError(.invalidParameter, "a persistent reference cannot be combined with other search terms")
        }
        if let group = query.accessGroup {
            try caller.require(group)
            return [group]
        }
        try caller.requireAnyGroup()
        return caller.hasEveryGroup ? try context.knownGroups() : caller.accessGroups
    }
}
