/// One change of the store that follows from what other devices say.
public struct SyncChange: Sendable {
    /// Group, service and account.
    public let key: SyncKey
    /// The item that must be there afterwards; nil if it must be gone.
    public let item: SyncItem?
    /// The item that must be there before; nil if there must be none.
    public let replaced: SyncItem?

    /// Whether the change may be made while the store holds an item, or none.
    public func replaces(_ current: SyncItem?) -> Bool {
        switch (current, replaced) {
        case (nil, nil): true
        case (let current?, let replaced?):
            SyncRecord.digest(current.key, .item(current)) == SyncRecord.digest(replaced.key, .item(replaced))
        default: false
        }
    }
}
