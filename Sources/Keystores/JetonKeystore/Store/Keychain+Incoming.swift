package import JetonKeystoreBase
import JetonOctets

extension Keychain {
    /// Takes items from outside: all that can be stored, or none.
    ///
    /// An item that is here already stays if it was changed later than the one that comes.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - replacing: Whether the one that comes is taken even so.
    /// - Returns: What became of each, in their order.
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if the store is locked.
    package func take(
        _ items: [IncomingItem],
        replacing: Bool
    ) throws(KeystoreError) -> [IncomingItem.Outcome] {
        var outcomes: [IncomingItem.Outcome?] = []
        for item in items {
            do throws(KeystoreError) {
                try caller.requireWritable(item.group)
                try item.attributes.validate()
                try checkSize(item.secret)
                try requireClass(item.attributes.accessible)
                outcomes.append(nil)
            } catch {
                guard error.code != .interactionNotAllowed else { throw error }
                outcomes.append(.refused(error))
            }
        }
        let groups = zip(items, outcomes).compactMap { item, outcome in outcome == nil ? item.group : nil }
        guard !groups.isEmpty else { return outcomes.compactMap { $0 } }
        return try Transaction.run(context, groups: groups) { (transaction) throws(KeystoreError) in
            var results: [IncomingItem.Outcome] = []
            for (item, outcome) in zip(items, outcomes) {
                if let outcome {
                    results.append(outcome)
                } else {
                    results.append(try take(item, replacing: replacing, &transaction))
                }
            }
            return results
        }
    }

    private func take(
        _ item: IncomingItem,
        replacing: Bool,
        _ transaction: inout Transaction
    ) throws(KeystoreError) -> IncomingItem.Outcome {
        let query = ItemQuery(
            service: item.attributes.service,
            account: item.attributes.account,
            accessGroup: item.group,
            scope: item.attributes.isSynchronizable ? .synchronizableOnly : .localOnly
        )
        let match = try transaction.images([item.group]).first?.matches(query, limit: 1).first
        guard let match else {
            try put(item, over: nil, &transaction)
            return .added
        }
        switch try isSame(item, as: match) {
        case true?: return .unchanged
        case false? where !replacing && item.modified.milliseconds <= match.layout.header.modified.milliseconds:
            return .kept
        default:
            // Nil: the secret that is here is damaged.
            try put(item, over: match.layout.header, &transaction)
            return .replaced
        }
    }

    /// Whether an item is the same as a record; nil if the record's secret is damaged.
    private func isSame(_ item: IncomingItem, as match: Match) throws(KeystoreError) -> Bool? {
        let attributes = match.item.attributes
        guard match.layout.header.flags.contains(.hasData) else { return item.isSame(as: attributes, nil) }
        guard let secret = try match.openSecret(classKeys) else { return nil }
        return secret.withBytes { item.isSame(as: attributes, $0) }
    }

    private func put(
        _ item: IncomingItem,
        over current: RecordHeader?,
        _ transaction: inout Transaction
    ) throws(KeystoreError) {
        let keys = try currentClassKeys()
        let device = context.deviceNumber
        let quarantine = Quarantine(context)
        try transaction.withDraft(item.group) { (draft) throws(KeystoreError) in
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
                keys,
                identifier: identifier,
                version: (current?.itemVersion ?? 0) + 1,
                created: current?.created ?? item.created,
                // A change of an item is always later than the one before.
                modified: prior?.modified.youngerThanThis(now: item.modified) ?? item.modified,
                clock: (prior?.clock ?? ClockReading(milliseconds: 0, counter: 0, device: device))
                    .next(now: .now, device: device),
                hasData: item.secret != nil
            )
            try draft.put(ItemMetadata(item.attributes, item.group, caller), header, data: item.secret, keys)
        }
    }
}
