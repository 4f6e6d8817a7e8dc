/// An item that was found, without its secret.
public struct Item: Sendable {
    /// The attributes; the access group is always set.
    public let attributes: ItemAttributes
    /// When the item was added.
    public let created: Timestamp
    /// When the item was last changed; strictly newer after every change.
    public let modified: Timestamp
    /// The reference that survives updates.
    public let persistentReference: PersistentReference
    /// Whether the item has data; an item may be added without.
    public let hasData: Bool
    /// Whether this is what is left of a deleted synchronizable item.
    public let isTombstone: Bool
    /// The hybrid logical clock's reading of the last change.
    public let clock: ClockReading
    /// How often the item was changed, counted from 1.
    public let version: UInt64
}
