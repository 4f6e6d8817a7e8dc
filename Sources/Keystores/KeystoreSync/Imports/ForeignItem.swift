package import JetonKeystore
package import JetonKeystoreBase
package import JetonOctets

/// An item from another program's store, on its way into a keychain.
package struct ForeignItem: Sendable {
    /// Service; at most 4,096 bytes.
    package var service: String
    /// Account; at most 4,096 bytes.
    package var account: String
    /// The name for people.
    package var label: String?
    /// A remark that need not be secret, such as an address.
    package var comment: String?
    /// The kind in words.
    package var kind: String?
    /// Milliseconds since 1970 when it was made; nil if the store does not say.
    package var created: UInt64?
    /// Milliseconds since 1970 when it was changed; nil if the store does not say.
    package var modified: UInt64?
    /// The secret.
    package var secret: SharedSecret

    /// Makes an item.
    package init(service: String, account: String, secret: SharedSecret) {
        self.service = service
        self.account = account
        self.secret = secret
    }

    /// An entry of a password file: the first line is the secret, and further lines are an item of their own.
    ///
    /// pass, gopass and others keep anything behind the first line, codes for recovery among it, so that it is as secret
    /// as the password. The item of the further lines has the same service, and "ACCOUNT (notes)" as its account.
    ///
    /// - Parameters:
    ///   - path: The entry's path; what stands behind the last slash is the account.
    ///   - content: The decrypted file.
    ///   - modified: Milliseconds since 1970 when the file was changed; nil if unknown.
    /// - Returns: The item of the password, and that of the further lines if the file has any.
    package static func entries(path: String, content: borrowing Secret, modified: UInt64?) -> [ForeignItem] {
        let slash = path.lastIndex(of: "/")
        let service = slash.map { String(path[..<$0]) } ?? path
        let account = slash.map { String(path[path.index(after: $0)...]) } ?? ""
        return content.withBytes { octets in
            var end = 0
            while end < octets.count, octets[end] != UInt8(ascii: "\n") { end += 1 }
            var rest = octets.count
            while rest > end, octets[rest - 1] == UInt8(ascii: "\n") { rest -= 1 }
            var first = ForeignItem(
                service: service,
                account: account,
                secret: SharedSecret(copying: octets.extracting(0..<end))
            )
            first.created = modified
            first.modified = modified
            guard rest > end else { return [first] }
            return [first, first.notes(octets.extracting(end + 1..<rest))]
        }
    }

    /// The item that holds what an entry has beside its password.
    func notes(_ octets: Span<UInt8>) -> ForeignItem {
        var notes = self
        notes.account = account.isEmpty ? "(notes)" : "\(account) (notes)"
        notes.kind = "notes"
        notes.label = label.map { "\($0) (notes)" }
        notes.secret = SharedSecret(copying: octets)
        return notes
    }
}

extension Keychain {
    /// Takes items of another program's store: all that can be taken, or none.
    ///
    /// Of two items with one name the second one gets a number. An item that is here already stays if it was changed later
    /// than the one that comes.
    ///
    /// - Parameters:
    ///   - items: The items, in any order.
    ///   - group: The access group that they go to.
    ///   - accessible: When their secrets can be read.
    ///   - now: Milliseconds since 1970, for items whose store does not say when they were changed.
    ///   - replacing: Whether an item that is here is replaced even if it is newer.
    /// - Returns: How many items were added, replaced, kept and unchanged, and which were refused.
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if the store is locked.
    package func importItems(
        _ items: [ForeignItem],
        into group: AccessGroup,
        accessible: Accessible,
        now: UInt64,
        replacing: Bool = false
    ) throws(KeystoreError) -> ImportReport {
        var taken: Set<SyncKey> = []
        var keys: [SyncKey] = []
        let incoming = items.map { item in
            var key = SyncKey(group: group, service: item.service, account: item.account)
            var number = 2
            while !taken.insert(key).inserted {
                key = SyncKey(group: group, service: item.service, account: "\(item.account) (\(number))")
                number += 1
            }
            keys.append(key)
            var attributes = ItemAttributes(
                service: key.service,
                account: key.account,
                label: item.label,
                accessGroup: group,
                accessible: accessible
            )
            attributes.comment = item.comment
            attributes.kind = item.kind
            return IncomingItem(
                attributes,
                group: group,
                created: item.created ?? now,
                modified: item.modified ?? now,
                secret: item.secret.withBytes { Secret(copying: $0) }
            )
        }
        var report = ImportReport()
        for (key, outcome) in zip(keys, try take(incoming, replacing: replacing)) { report.count(outcome, of: key) }
        return report
    }
}
