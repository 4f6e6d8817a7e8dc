public import JetonKeystoreBase

/// What an update changes; nil leaves an attribute as it is.
public struct AttributeChanges: ItemDetailsCarrier, Sendable {
    /// The new service.
    public var service: String?
    /// The new account.
    public var account: String?
    /// The new details; a detail that is nil is left as it is.
    public var details = ItemDetails()
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
        changed.details = details.merged(over: changed.details)
        changed.accessGroup = accessGroup ?? changed.accessGroup
        changed.accessible = accessible ?? changed.accessible
        changed.isSynchronizable = isSynchronizable ?? changed.isSynchronizable
        return changed
    }
}
