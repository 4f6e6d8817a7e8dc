/// Which secrets of a store this process can read.
public enum LockState: Sendable, Hashable {
    /// Not unlocked since the store was opened: only items that are readable always.
    case beforeFirstUnlock
    /// All.
    case unlocked
    /// Locked again: items that are readable always or after the first unlock.
    case locked
}
