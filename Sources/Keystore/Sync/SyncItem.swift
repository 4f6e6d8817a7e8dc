/// An item as it travels between a user's devices.
///
/// There is no form for an item that stays on this device: whoever makes one from the store leaves those out.
public struct SyncItem: Sendable {
    /// When the item can be read; those of ``Accessible`` without this-device-only.
    public enum Accessibility: String, Sendable, CaseIterable {
        /// While the keystore is unlocked.
        case whenUnlocked
        /// From the first unlock after the start.
        case afterFirstUnlock
        /// Always.
        case always
        /// Written always, read while unlocked or still open.
        case unlessOpen
    }

    /// Group, service and account.
    public let key: SyncKey
    /// When the item can be read.
    public let accessibility: Accessibility
    /// A name for people; at most 4096 octets.
    public let label: String?
    /// A remark; at most 4096 octets.
    public let comment: String?
    /// Octets that belong to the item but are no secret; at most 16,384.
    public let generic: [UInt8]?
    /// Milliseconds since 1970 when the item was made; below 2^53.
    public let created: UInt64
    /// Milliseconds since 1970 when the item was changed; below 2^53.
    public let modified: UInt64
    /// The secret.
    public let secret: SyncSecret

    static let textLimit = 4096
    static let genericLimit = 16_384

    /// Makes an item.
    ///
    /// - Throws: ``KeystoreError/Code/invalidParameter`` if one of the limits is exceeded or the group is local or a
    ///   token's: such an item belongs to this device.
    public init(
        key: SyncKey,
        accessibility: Accessibility = .whenUnlocked,
        label: String? = nil,
        comment: String? = nil,
        generic: [UInt8]? = nil,
        created: UInt64,
        modified: UInt64,
        secret: SyncSecret
    ) throws(KeystoreError) {
        guard key.group.isTeamGroup else {
            throw KeystoreError(.invalidParameter, "items of '\(key.group)' do not leave this device")
        }
        let texts = [key.service, key.account, label ?? "", comment ?? ""]
        guard texts.allSatisfy({ $0.utf8.count <= SyncItem.textLimit }),
            (generic ?? []).count <= SyncItem.genericLimit,
            created <= UInt64(CanonicalJSON.largestInteger), modified <= UInt64(CanonicalJSON.largestInteger)
        else { throw KeystoreError(.invalidParameter, "the item \(key) is too large to be synchronised") }
        self.key = key
        self.accessibility = accessibility
        self.label = label
        self.comment = comment
        self.generic = generic
        self.created = created
        self.modified = modified
        self.secret = secret
    }
}
