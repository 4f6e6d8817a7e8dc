/// Which twins of an item a query means: local ones, synchronizable ones, or both.
public enum SyncScope: Sendable {
    /// Items that are not synchronizable; what a query means that says nothing.
    case localOnly
    /// Synchronizable items.
    case synchronizableOnly
    /// Both.
    case any

    func contains(_ isSynchronizable: Bool) -> Bool {
        switch self {
        case .localOnly: !isSynchronizable
        case .synchronizableOnly: isSynchronizable
        case .any: true
        }
    }
}
