import JetonKeystoreBase

extension Keychain {
    /// Lends the secret of each item that may leave this device, for an export.
    ///
    /// Items whose accessibility ends in `ThisDeviceOnly` are left out. A locked item fails the whole call before
    /// anything is lent. A damaged one fails it as well.
    ///
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if an item is locked; ``KeystoreError/Code/decoding`` if a
    ///   record is damaged; and what the closure throws.
    public func forEachPortableSecret(_ body: (Item, Span<UInt8>) throws -> Void) throws {
        try forEachWholeSecret(
            ItemQuery(scope: .any),
            where: { !$0.attributes.accessible.isThisDeviceOnly },
            body
        )
    }
}
