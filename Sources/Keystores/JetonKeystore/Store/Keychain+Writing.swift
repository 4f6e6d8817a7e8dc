public import JetonKeystoreBase
public import JetonOctets

extension Keychain {
    /// Adds an item with a secret.
    ///
    /// - Parameters:
    ///   - attributes: Name and protection; without a group the item goes to the caller's first one.
    ///   - secret: 0 to 524,284 octets.
    /// - Returns: The item's reference.
    /// - Throws: ``KeystoreError/Code/duplicateItem`` if the primary key exists;
    ///   ``KeystoreError/Code/missingEntitlement`` for a group that the caller lacks;
    ///   ``KeystoreError/Code/interactionNotAllowed`` if the item's class is locked.
    @discardableResult
    public func add(
        _ attributes: ItemAttributes,
        secret: borrowing Secret
    ) throws(KeystoreError) -> PersistentReference {
        try add(attributes, data: SharedSecret(secret.clone()))
    }

    /// Adds an item without data.
    ///
    /// - Throws: As with a secret.
    @discardableResult
    public func add(_ attributes: ItemAttributes) throws(KeystoreError) -> PersistentReference {
        try add(attributes, data: nil)
    }

    private func add(_ attributes: ItemAttributes, data: SharedSecret?) throws(KeystoreError) -> PersistentReference {
        let group = try targetGroup(attributes.accessGroup)
        try attributes.validate()
        try checkSize(data)
        try requireClass(attributes.accessible)
        return try Transaction.run(context, groups: [group]) { (transaction) throws(KeystoreError) in
            try put(attributes, data, in: group, &transaction)
        }
    }

    /// Adds one item.
    ///
    /// - Throws: ``KeystoreError/Code/duplicateItem``.
    @discardableResult
    func put(
        _ attributes: ItemAttributes,
        _ data: SharedSecret?,
        in group: AccessGroup,
        _ transaction: inout Transaction
    ) throws(KeystoreError) -> PersistentReference {
        let keys = try currentClassKeys()
        let device = context.deviceNumber
        let quarantine = Quarantine(context)
        return try transaction.withDraft(group) { (draft) throws(KeystoreError) in
            let prior = try draft.claim(attributes, quarantine)
            let now = Timestamp.now
            let identifier = try Primitives.random(16)
            let header = RecordHeader(
                attributes,
                keys,
                identifier: identifier,
                version: 1,
                created: now,
                modified: prior?.modified.youngerThanThis(now: now) ?? now,
                clock: (prior?.clock ?? ClockReading(milliseconds: 0, counter: 0, device: device))
                    .next(now: now, device: device),
                hasData: data != nil
            )
            try draft.put(ItemMetadata(attributes, group, caller), header, data: data, keys)
            return PersistentReference(identifier: identifier[...])
        }
    }

    /// Changes every item that matches, and their secret if one is given: all of them or none.
    ///
    /// - Returns: How many items were changed; at least 1.
    /// - Throws: ``KeystoreError/Code/itemNotFound``; ``KeystoreError/Code/duplicateItem`` if a new primary key exists;
    ///   ``KeystoreError/Code/missingEntitlement``; ``KeystoreError/Code/interactionNotAllowed``.
    @discardableResult
    public func update(_ query: ItemQuery, _ changes: AttributeChanges) throws(KeystoreError) -> Int {
        try update(query, changes, data: nil)
    }

    /// Changes every item that matches and gives them a new secret.
    ///
    /// - Parameters:
    ///   - query: Which items are meant.
    ///   - changes: What else changes.
    ///   - secret: 0 to 524,284 octets.
    /// - Returns: How many items were changed; at least 1.
    /// - Throws: As without a secret.
    @discardableResult
    public func update(
        _ query: ItemQuery,
        _ changes: AttributeChanges = AttributeChanges(),
        secret: borrowing Secret
    ) throws(KeystoreError) -> Int {
        try update(query, changes, data: SharedSecret(secret.clone()))
    }

    private func update(
        _ query: ItemQuery,
        _ changes: AttributeChanges,
        data: SharedSecret?
    ) throws(KeystoreError) -> Int {
        guard !query.findsTombstones else {
            throw KeystoreError(.invalidParameter, "a tombstone cannot be changed")
        }
        var groups = try writableGroups(query)
        let sources = groups
        if let target = changes.accessGroup {
            try caller.requireWritable(target)
            if !groups.contains(target) { groups.append(target) }
        }
        try checkSize(data)
        if let accessible = changes.accessible { try requireClass(accessible) }
        guard !sources.isEmpty else { throw try absence(query) }
        return try Transaction.run(context, groups: groups) { (transaction) throws(KeystoreError) in
            var count = 0
            for image in transaction.images(sources) {
                for match in try image.matches(query, limit: Int.max) {
                    if try update(match, changes, data, &transaction) { count += 1 }
                }
            }
            guard count > 0 else { throw try absence(query) }
            return count
        }
    }

    /// Changes one item.
    ///
    /// - Returns: False if its secret is damaged, so that it cannot be bound to new attributes.
    func update(
        _ match: Match,
        _ changes: AttributeChanges,
        _ newData: SharedSecret?,
        _ transaction: inout Transaction
    ) throws(KeystoreError) -> Bool {
        let keys = try currentClassKeys()
        let old = match.metadata.attributes
        let attributes = changes.apply(to: old)
        let group = changes.accessGroup ?? match.group
        try attributes.validate()
        var data = newData
        if data == nil && match.layout.header.flags.contains(.hasData) {
            guard let secret = try match.openSecret(keys) else { return false }
            data = secret.withBytes { SharedSecret(copying: $0) }
        }
        let moves = group != match.group || !attributes.hasSameName(as: old)
        let now = Timestamp.now
        let header = RecordHeader(
            attributes,
            keys,
            identifier: match.layout.header.identifier,
            version: match.layout.header.itemVersion + 1,
            created: match.layout.header.created,
            modified: match.layout.header.modified.youngerThanThis(now: now),
            clock: match.layout.header.clock.next(now: now, device: context.deviceNumber),
            hasData: data != nil
        )
        if moves { try leave(match, &transaction) }
        let quarantine = Quarantine(context)
        try transaction.withDraft(group) { (draft) throws(KeystoreError) in
            if moves { _ = try draft.claim(attributes, quarantine) }
            try draft.put(ItemMetadata(attributes, group, caller), header, data: data, keys)
        }
        return true
    }

    /// Deletes every item that matches; of a synchronizable one a tombstone stays.
    ///
    /// Works while the store is locked.
    ///
    /// - Returns: How many items were deleted; at least 1.
    /// - Throws: ``KeystoreError/Code/itemNotFound``; ``KeystoreError/Code/missingEntitlement``.
    @discardableResult
    public func delete(_ query: ItemQuery) throws(KeystoreError) -> Int {
        let groups = try writableGroups(query)
        guard !groups.isEmpty else { throw try absence(query) }
        return try Transaction.run(context, groups: groups) { (transaction) throws(KeystoreError) in
            var count = 0
            for image in transaction.images(groups) {
                for match in try image.matches(query, limit: Int.max) {
                    try leave(match, &transaction)
                    count += 1
                }
            }
            guard count > 0 else { throw try absence(query) }
            return count
        }
    }

    /// Removes every item of some groups, for instance when a program is uninstalled; tombstones as well.
    ///
    /// - Throws: ``KeystoreError/Code/missingEntitlement`` unless the caller has every group.
    /// - Returns: How many records were removed.
    @discardableResult
    public func removeAll(in groups: [AccessGroup]) throws(KeystoreError) -> Int {
        guard caller.hasEveryGroup else {
            throw KeystoreError(.missingEntitlement, "only an administrator may remove all items of a group")
        }
        let present = try context.groupsOnDisk().filter { groups.contains($0) }
        return try removeRecords(in: present) { _ in true }
    }

    /// Removes records without looking at the caller's groups.
    func removeRecords(
        in groups: [AccessGroup],
        where isMeant: (RecordHeader) -> Bool
    ) throws(KeystoreError) -> Int {
        guard !groups.isEmpty else { return 0 }
        return try Transaction.run(context, groups: groups) { (transaction) throws(KeystoreError) in
            var count = 0
            for image in transaction.images(groups) {
                try transaction.withDraft(image.keys.binding.group) { (draft) throws(KeystoreError) in
                    for index in 0..<image.count {
                        guard case .known(let layout) = image.layout(at: index), isMeant(layout.header) else {
                            continue
                        }
                        draft.remove(image.tag(at: index))
                        count += 1
                    }
                }
            }
            return count
        }
    }

    /// Takes an item away from its place, leaving a tombstone if it is synchronizable.
    func leave(
        _ match: Match,
        _ transaction: inout Transaction
    ) throws(KeystoreError) {
        let now = Timestamp.now
        let keys = classKeys
        let device = context.deviceNumber
        try transaction.withDraft(match.group) { (draft) throws(KeystoreError) in
            draft.remove(match.tag)
            let old = match.metadata.attributes
            guard old.isSynchronizable, !match.layout.header.flags.contains(.tombstone) else { return }
            var header = match.layout.header
            header.flags = [.synchronizable, .tombstone]
            header.wrapKind = .none
            header.classKey = keys.name(.always)
            header.itemVersion += 1
            header.modified = header.modified.youngerThanThis(now: now)
            header.clock = header.clock.next(now: now, device: device)
            let name = ItemAttributes(
                service: old.service,
                account: old.account,
                accessible: .always,
                isSynchronizable: true
            )
            try draft.put(ItemMetadata(name, match.group, caller), header, data: nil, keys)
        }
    }

    // MARK: - Rules

    private func targetGroup(_ group: AccessGroup?) throws(KeystoreError) -> AccessGroup {
        if let group {
            try caller.requireWritable(group)
            return group
        }
        try caller.requireAnyGroup()
        guard let group = caller.defaultGroup else {
            throw KeystoreError(.invalidParameter, "a caller that has every group must name the group to add to")
        }
        try caller.requireWritable(group)
        return group
    }

    /// The reason why nothing was changed: damage, or no such item.
    private func absence(_ query: ItemQuery) throws(KeystoreError) -> KeystoreError {
        if let obstacle = try obstacles(query).first { return obstacle }
        // What matches and could not be changed has a damaged secret.
        guard let match = try matches(query, limit: .one).first else { return Keychain.notFound }
        return .damagedRecord(in: match.group)
    }

    /// The existing groups that an update or a deletion looks into; one item is looked for in those that can be used.
    private func writableGroups(_ query: ItemQuery) throws(KeystoreError) -> [AccessGroup] {
        if let group = query.accessGroup { try caller.requireWritable(group) }
        var groups: [AccessGroup] = []
        for group in try readableGroups(query) where group != .token {
            do throws(KeystoreError) {
                if try context.vault(group).current() != nil { groups.append(group) }
            } catch {
                // A query for several items means all of them: none is changed if a group cannot be read.
                guard query.persistentReference != nil, error.code == .notAvailable else { throw error }
            }
        }
        return groups
    }

    func requireClass(_ accessible: Accessible) throws(KeystoreError) {
        if accessible == .whenPasscodeSetThisDeviceOnly, try !Keychain.readKeybag(context).0.hasPassphrase {
            throw KeystoreError(.authenticationFailed, "the keystore has no passphrase")
        }
        guard try currentClassKeys().canWrite(accessible.protection) else {
            throw ClassKeys.locked(accessible.protection)
        }
    }

    func checkSize(_ data: SharedSecret?) throws(KeystoreError) {
        guard let data, data.secret.count > RecordLimits.secret else { return }
        throw KeystoreError(.invalidParameter, "a secret has at most \(RecordLimits.secret) bytes")
    }
}

extension ItemMetadata {
    init(_ attributes: ItemAttributes, _ group: AccessGroup, _ caller: Caller) {
        self.init(attributes: attributes, group: group, writer: caller.applicationIdentifier?.rawValue)
    }
}

extension ItemAttributes {
    /// Whether both have one primary key within a group.
    func hasSameName(as other: ItemAttributes) -> Bool {
        service.utf8.elementsEqual(other.service.utf8) && account.utf8.elementsEqual(other.account.utf8)
            && isSynchronizable == other.isSynchronizable
    }
}

extension RecordHeader {
    /// The header of an item's next version.
    init(
        _ attributes: ItemAttributes,
        _ keys: ClassKeys,
        identifier: [UInt8],
        version: UInt64,
        created: Timestamp,
        modified: Timestamp,
        clock: ClockReading,
        hasData: Bool
    ) {
        classKey = keys.name(attributes.accessible.protection)
        wrapKind = !hasData ? .none : classKey.protection == .unlessOpen ? .agreement : .classKey
        flags = []
        if attributes.isSynchronizable { flags.insert(.synchronizable) }
        if attributes.accessible.isThisDeviceOnly { flags.insert(.thisDeviceOnly) }
        if hasData { flags.insert(.hasData) }
        self.identifier = identifier
        itemVersion = version
        self.created = created
        self.modified = modified
        self.clock = clock
    }
}
