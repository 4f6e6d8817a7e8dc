internal import JetonJSON
public import JetonKeystore
public import JetonKeystoreBase
public import JetonOctets

/// An item as it travels between a user's devices.
///
/// There is no form for an item that stays on this device: the initializer refuses it.
public struct SyncItem: Sendable {
    /// Name and protection; the access group is set, and the item is synchronizable.
    public let attributes: ItemAttributes
    /// Group, service and account.
    public let key: SyncKey
    /// Milliseconds since 1970 when the item was made on the device that says so; below 2^53.
    public let created: UInt64
    /// Milliseconds since 1970 when the item was changed on the device that says so; below 2^53.
    public let modified: UInt64
    /// The secret; nil for an item without data.
    public let secret: SharedSecret?

    static let textLimit = ItemAttributes.maximumOctets
    /// Octets of a secret that a keychain takes.
    static let secretLimit = 524_284

    /// Makes an item.
    ///
    /// - Throws: ``KeystoreError/Code/invalidParameter`` for an item that is not synchronizable or of this device
    ///   only, for a group that is not a team's, and for attributes that are too long.
    public init(
        _ attributes: ItemAttributes,
        created: UInt64,
        modified: UInt64,
        secret: SharedSecret?
    ) throws(KeystoreError) {
        guard let group = attributes.accessGroup, group.isTeamGroup else {
            let name = attributes.accessGroup?.rawValue ?? "none"
            throw KeystoreError(.invalidParameter, "items of the access group '\(name)' do not leave this device")
        }
        guard attributes.isSynchronizable, !attributes.accessible.isThisDeviceOnly else {
            throw KeystoreError(.invalidParameter, "an item that is bound to this device can't be synchronized")
        }
        try attributes.validate()
        guard (secret?.count ?? 0) <= SyncItem.secretLimit else {
            throw KeystoreError(.invalidParameter, "a secret has more than \(SyncItem.secretLimit) bytes")
        }
        let limit = UInt64(CanonicalJSON.largestInteger)
        guard created <= limit, modified <= limit else {
            throw KeystoreError(.invalidParameter, "a time of an item is out of range")
        }
        self.attributes = attributes
        self.created = created
        self.modified = modified
        self.secret = secret
        key = SyncKey(group: group, service: attributes.service, account: attributes.account)
    }
}
