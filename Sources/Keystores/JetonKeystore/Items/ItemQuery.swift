public import JetonKeystoreBase

/// Which items are meant: all attributes given must match.
public struct ItemQuery: ItemDetailsCarrier, Sendable {
    /// The service; nil means any.
    public var service: String?
    /// The account; nil means any.
    public var account: String?
    /// The access group; nil means every group of the caller.
    public var accessGroup: AccessGroup?
    /// Local items, synchronizable ones, or both.
    public var scope: SyncScope
    /// The item with this reference and nothing else; together with another attribute an error.
    public var persistentReference: PersistentReference?
    /// The details; a detail that is nil may be anything.
    public var details = ItemDetails()
    /// The protection; nil means any.
    public var accessible: Accessible?
    /// Whether what is left of deleted synchronizable items is found, instead of items.
    public var findsTombstones = false

    /// Means items by name; what is left out can be set afterwards.
    public init(
        service: String? = nil,
        account: String? = nil,
        accessGroup: AccessGroup? = nil,
        scope: SyncScope = .localOnly,
        label: String? = nil
    ) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
        self.scope = scope
        details.label = label
    }

    /// Means the item with a reference.
    public init(persistentReference: PersistentReference) {
        self.init(scope: .any)
        self.persistentReference = persistentReference
    }

    var hasAttributes: Bool {
        service != nil || account != nil || accessGroup != nil || accessible != nil || details != ItemDetails()
    }

    func matches(_ attributes: ItemAttributes) -> Bool {
        isSame(service, attributes.service) && isSame(account, attributes.account)
            && details.matches(attributes.details)
            && (accessible == nil || accessible == attributes.accessible)
            && scope.contains(attributes.isSynchronizable)
    }
}

extension ItemDetails {
    fileprivate func matches(_ found: ItemDetails) -> Bool {
        isSame(label, found.label) && isSame(comment, found.comment) && isSame(kind, found.kind)
            && (generic == nil || generic == found.generic)
            && (creator == nil || creator == found.creator)
            && (type == nil || type == found.type)
            && (isInvisible == nil || isInvisible == (found.isInvisible ?? false))
            && (isNegative == nil || isNegative == (found.isNegative ?? false))
    }
}

/// Whether a text matches that of a query; nil matches any.
///
/// Texts match if their bytes do: Swift's own comparison of strings would normalize.
private func isSame(_ wanted: String?, _ found: String?) -> Bool {
    guard let wanted else { return true }
    guard let found else { return false }
    return wanted.utf8.elementsEqual(found.utf8)
}
