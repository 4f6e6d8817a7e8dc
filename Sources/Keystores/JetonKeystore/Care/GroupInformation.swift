public import JetonKeystoreBase

/// A group of a store as it is shown to people.
public struct GroupInformation: Sendable, Hashable {
    /// The group.
    public let group: AccessGroup
    /// How many items it has, without what is left of deleted ones; 0 if the vault cannot be used.
    public let items: Int
    /// The Unix group that shares its vault (mode M1); nil if only the user reaches it.
    public let unixGroup: UInt32?
    /// Why the vault cannot be used, or nil.
    public let problem: KeystoreError?
}
