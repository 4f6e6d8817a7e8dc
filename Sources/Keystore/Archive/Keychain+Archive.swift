import Octets

extension Keychain {
    /// Puts the items that may leave this device into an encrypted file.
    ///
    /// Items whose accessibility ends in `ThisDeviceOnly` are left out. A locked item fails the whole export.
    ///
    /// - Returns: The file, in the format age v1, and how many items are in it.
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if an item is locked;
    ///   ``KeystoreError/Code/invalidParameter`` if the items have more than 64 MiB.
    public func exportItems(
        for protection: borrowing ArchiveProtection
    ) throws(KeystoreError) -> (file: [UInt8], count: Int) {
        var items: [ArchiveItem] = []
        do {
            try forEachPortableSecret { item, secret in
                if let archived = ArchiveItem(item, item.hasData ? SyncSecret(copying: secret) : nil) {
                    items.append(archived)
                }
            }
        } catch let error as KeystoreError {
            throw error
        } catch {
            throw KeystoreError(.notAvailable, "the items cannot be read")
        }
        return (try KeychainArchive(items).sealed(protection), items.count)
    }

    /// Takes the items of a file that ``exportItems(for:)`` made: all that can be taken, or none.
    ///
    /// An item that is here already stays if it was changed later than the one in the file.
    ///
    /// - Parameter replacing: Whether the file's items are taken even so.
    /// - Throws: ``KeystoreError/Code/authenticationFailed`` if the file is for others;
    ///   ``KeystoreError/Code/decoding``; ``KeystoreError/Code/interactionNotAllowed`` if the store is locked.
    public func importItems(
        _ file: [UInt8],
        openedBy key: borrowing ArchiveKey,
        replacing: Bool = false
    ) throws(KeystoreError) -> ImportReport {
        let archive = try KeychainArchive(file, openedBy: key)
        var report = ImportReport()
        report.refused = archive.refused
        var items: [ArchiveItem] = []
        for item in archive.items {
            do throws(KeystoreError) {
                try caller.requireWritable(item.key.group)
                try item.attributes.validate()
                try requireClass(item.attributes.accessible)
                items.append(item)
            } catch {
                guard error.code != .interactionNotAllowed else { throw error }
                report.refused.append(ImportReport.Refusal(item: item.key, reason: error.description))
            }
        }
        guard !items.isEmpty else { return report }
        return try Transaction.run(context, groups: items.map(\.key.group)) { (transaction) throws(KeystoreError) in
            for item in items { try take(item, replacing: replacing, &transaction, &report) }
            return report
        }
    }

    private func take(
        _ item: ArchiveItem,
        replacing: Bool,
        _ transaction: inout Transaction,
        _ report: inout ImportReport
    ) throws(KeystoreError) {
        let query = ItemQuery(
            service: item.key.service,
            account: item.key.account,
            accessGroup: item.key.group,
            scope: item.attributes.isSynchronizable ? .synchronizableOnly : .localOnly
        )
        let match = try transaction.images([item.key.group]).first?.matches(query, limit: 1).first
        guard let match else {
            try put(item, over: nil, &transaction)
            report.added += 1
            return
        }
        guard let present = try archived(match) else {
            // A damaged secret reads as absent; what the file has mends it.
            try put(item, over: match.layout.header, &transaction)
            report.replaced += 1
            return
        }
        if present.isSame(as: item) {
            report.unchanged += 1
        } else if replacing || item.modified > present.modified {
            try put(item, over: match.layout.header, &transaction)
            report.replaced += 1
        } else {
            report.kept += 1
        }
    }

    /// An item of the store as it would be exported; nil if its secret is damaged.
    private func archived(_ match: Match) throws(KeystoreError) -> ArchiveItem? {
        guard match.layout.header.flags.contains(.hasData) else { return ArchiveItem(match.item, nil) }
        guard let secret = try match.openSecret(classKeys) else { return nil }
        return ArchiveItem(match.item, secret.withBytes { SyncSecret(copying: $0) })
    }

    private func put(
        _ item: ArchiveItem,
        over current: RecordHeader?,
        _ transaction: inout Transaction
    ) throws(KeystoreError) {
        let keys = classKeys
        let device = context.deviceNumber
        let quarantine = Quarantine(context)
        let data = item.secret.map { $0.withBytes { KeyBox(Secret(copying: $0)) } }
        let modified = Timestamp(milliseconds: item.modified)
        try transaction.withDraft(item.key.group) { (draft) throws(KeystoreError) in
            let prior: RecordHeader?
            let identifier: [UInt8]
            if let current {
                prior = current
                identifier = current.identifier
            } else {
                prior = try draft.claim(item.attributes, quarantine)
                identifier = try Primitives.random(16)
            }
            let header = RecordHeader(
                item.attributes,
                identifier: identifier,
                version: (current?.itemVersion ?? 0) + 1,
                created: current?.created ?? Timestamp(milliseconds: item.created),
                // A change of an item is always later than the one before.
                modified: prior?.modified.youngerThanThis(now: modified) ?? modified,
                clock: (prior?.clock ?? ClockReading(milliseconds: 0, counter: 0, device: device))
                    .next(now: .now, device: device),
                hasData: data != nil
            )
            try draft.put(ItemMetadata(item.attributes, item.key.group, caller), header, data: data, keys)
        }
    }
}

extension ArchiveItem {
    /// Takes an item of a store; nil if it has no group, which a store's item always has.
    fileprivate init?(_ item: Item, _ secret: SyncSecret?) {
        guard let group = item.attributes.accessGroup else { return nil }
        self.init(
            item.attributes,
            group: group,
            created: item.created.milliseconds,
            modified: item.modified.milliseconds,
            secret: secret
        )
    }
}

extension Timestamp {
    fileprivate init(milliseconds: UInt64) {
        self.init(microseconds: Int64(clamping: min(milliseconds, 1 << 52) * 1000))
    }
}
