public import KeystoreBase

/// What an update changes; nil leaves an attribute as it is.
public struct AttributeChanges: Sendable {
    /// The new service.
    public var service: String?
    /// The new account.
    public var account: String?
    /// The new label.
    public var label: String?
    /// The new octets of the application's own.
    public var generic: [UInt8]?
    /// The new remark.
    public var comment: String?
    /// The new kind in words.
    public var kind: String?
    /// The new creator's number.
    public var creator: UInt32?
    /// The new type's number.
    public var type: UInt32?
    /// Whether lists for people shall leave the item out.
    public var isInvisible: Bool?
    /// Whether there is no valid password on purpose.
    public var isNegative: Bool?
    /// The group to move to.
    public var accessGroup: AccessGroup?
    /// The new protection.
    public var accessible: Accessible?
    /// Whether the item shall be synchronizable.
    public var isSynchronizable: Bool?

    /// Changes nothing.
    public init() {}

    func apply(to attributes: ItemAttributes) -> ItemAttributes {
        var changed = attributes
        changed.service = service ?? changed.service
        changed.account = account ?? changed.account
        changed.label = label ?? changed.label
        changed.generic = generic ?? changed.generic
        changed.comment = comment ?? changed.comment
        changed.kind = kind ?? changed.kind
        changed.creator = creator ?? changed.creator
        changed.type = type ?? changed.type
        changed.isInvisible = isInvisible ?? changed.isInvisible
        changed.isNegative = isNegative ?? changed.isNegative
        changed.accessGroup = accessGroup ?? changed.accessGroup
        changed.accessible = accessible ?? changed.accessible
        changed.isSynchronizable = isSynchronizable ?? changed.isSynchronizable
        return changed
    }
}
