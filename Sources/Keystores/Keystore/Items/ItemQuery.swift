public import KeystoreBase

/// Which items are meant: all attributes given must match.
public struct ItemQuery: Sendable {
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
    /// The label; nil means any.
    public var label: String?
    /// The octets of the application's own; nil means any.
    public var generic: [UInt8]?
    /// The remark; nil means any.
    public var comment: String?
    /// The kind in words; nil means any.
    public var kind: String?
    /// The creator's number; nil means any.
    public var creator: UInt32?
    /// The type's number; nil means any.
    public var type: UInt32?
    /// Whether lists leave the item out; nil means any.
    public var isInvisible: Bool?
    /// Whether there is no valid password; nil means any.
    public var isNegative: Bool?
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
        self.label = label
    }

    /// Means the item with a reference.
    public init(persistentReference: PersistentReference) {
        self.init(scope: .any)
        self.persistentReference = persistentReference
    }

    var hasAttributes: Bool {
        service != nil || account != nil || accessGroup != nil || hasSecondaryAttributes
    }

    private var hasSecondaryAttributes: Bool {
        label != nil || generic != nil || comment != nil || kind != nil || creator != nil || type != nil
            || isInvisible != nil || isNegative != nil || accessible != nil
    }

    func matches(_ attributes: ItemAttributes) -> Bool {
        same(service, attributes.service) && same(account, attributes.account) && same(label, attributes.label)
            && same(comment, attributes.comment) && same(kind, attributes.kind)
            && (generic == nil || generic == attributes.generic)
            && (creator == nil || creator == attributes.creator)
            && (type == nil || type == attributes.type)
            && (isInvisible == nil || isInvisible == (attributes.isInvisible ?? false))
            && (isNegative == nil || isNegative == (attributes.isNegative ?? false))
            && (accessible == nil || accessible == attributes.accessible)
            && scope.contains(attributes.isSynchronizable)
    }

    // Text is the same if its octets are: Swift's own comparison of strings would normalize.
    private func same(_ wanted: String?, _ found: String?) -> Bool {
        guard let wanted else { return true }
        guard let found else { return false }
        return wanted.utf8.elementsEqual(found.utf8)
    }
}
