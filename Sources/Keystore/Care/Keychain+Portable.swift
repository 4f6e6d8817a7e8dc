import KeystoreBase

extension Keychain {
    /// Lends the secret of each item that may leave this device, for an export.
    ///
    /// Items whose accessibility ends in `ThisDeviceOnly` are left out. A locked item fails the whole call before
    /// anything is lent.
    ///
    /// - Throws: ``KeystoreError/Code/interactionNotAllowed`` if an item is locked; and what the closure throws.
    public func forEachPortableSecret(_ body: (Item, Span<UInt8>) throws -> Void) throws {
        do {
            try forEachSecret(ItemQuery(scope: .any), where: { !$0.flags.contains(.thisDeviceOnly) }, body)
        } catch let error as KeystoreError where error.code == .itemNotFound {
            return
        }
    }
}
