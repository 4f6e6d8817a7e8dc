/// The keys that a host's certificates must have.
package struct PinnedDomain: Hashable, Sendable {
    /// `NSIncludesSubdomains`: whether the hosts one label below the name are meant too.
    package var includesSubdomains = false
    /// `NSPinnedLeafIdentities`, SHA-256 digests of SubjectPublicKeyInfo; nil without the key.
    ///
    /// An empty list fits none.
    package var leafKeys: Set<[UInt8]>?
    /// `NSPinnedCAIdentities`, of any certificate above the server's own.
    package var authorityKeys: Set<[UInt8]>?

    /// Makes a domain without keys.
    package init() {}
}
