public import JetonKeystoreBase

/// The store on this device, as far as synchronization needs it.
///
/// Times and deletions are not the store's concern: they are found by comparing its items with those of the last
/// run.
public protocol SyncStore {
    /// Every item that is synchronizable and not bound to this device, one for each key.
    mutating func synchronizableItems() throws(KeystoreError) -> [SyncItem]

    /// Makes changes that came from other devices, durable before it returns.
    ///
    /// A change is left out if the item is no longer the one that the change replaces, because a program has changed
    /// it meanwhile; the next run looks at it again.
    ///
    /// - Returns: The keys of the changes that were made.
    mutating func apply(_ changes: [SyncChange]) throws(KeystoreError) -> Set<SyncKey>
}
