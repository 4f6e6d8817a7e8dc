package import JetonKeystoreBase
package import JetonOctets

/// An item from outside the store, as an import hands it over.
package struct IncomingItem: Sendable {
    /// What became of it.
    package enum Outcome: Sendable {
        /// It was not there before.
        case added
        /// It was there and is now as it came.
        case replaced
        /// It was there and was changed later than this one.
        case kept
        /// It was there, the same.
        case unchanged
        /// It cannot be stored; why.
        case refused(KeystoreError)
    }

    let attributes: ItemAttributes
    let group: AccessGroup
    let created: Timestamp
    let modified: Timestamp
    let secret: SharedSecret?

    /// Takes an item over.
    ///
    /// - Parameters:
    ///   - attributes: Name and protection.
    ///   - group: The access group, whatever the attributes name.
    ///   - created: Milliseconds since 1970.
    ///   - modified: Milliseconds since 1970.
    ///   - secret: A copy of the secret; nil for an item without data.
    package init(
        _ attributes: ItemAttributes,
        group: AccessGroup,
        created: UInt64,
        modified: UInt64,
        secret: consuming Secret?
    ) {
        self.attributes = attributes
        self.group = group
        self.created = Timestamp(milliseconds: created)
        self.modified = Timestamp(milliseconds: modified)
        switch consume secret {
        case .some(let secret): self.secret = SharedSecret(secret)
        case .none: self.secret = nil
        }
    }

    /// Whether an item of a store has the same attributes and secret; times do not count.
    func isSame(as present: ItemAttributes, _ others: Span<UInt8>?) -> Bool {
        var mine = attributes
        mine.accessGroup = present.accessGroup
        guard mine == present else { return false }
        guard let secret, let others else { return self.secret == nil && others == nil }
        return secret.secret.withBytes { ConstantTime.equals($0, others) }
    }
}

extension Timestamp {
    fileprivate init(milliseconds: UInt64) {
        self.init(microseconds: Int64(clamping: min(milliseconds, 1 << 52) * 1000))
    }
}
