public import JetonKeystoreBase

/// What has changed in one access group, by this process or by another one.
///
/// Changes that follow each other quickly may come as one.
public struct KeychainChange: Sendable, Hashable {
    /// The group.
    public let group: AccessGroup
    /// Items that are new, in no particular order.
    public let added: [PersistentReference]
    /// Items of which an attribute or the secret was changed.
    public let changed: [PersistentReference]
    /// Items that are gone.
    public let removed: [PersistentReference]
    /// Why the group or a record of it cannot be read any more, so that nothing is known to be gone; or nil.
    public let problem: KeystoreError?
}
