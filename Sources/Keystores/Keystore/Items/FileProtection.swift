/// The protection classes of files that the accessibilities of items correspond to.
///
/// - SeeAlso: Apple Platform Security, "Data Protection classes".
public enum FileProtection: Sendable, CaseIterable {
    /// No protection beyond the device key.
    case none
    /// Readable while unlocked.
    case complete
    /// May be created while locked; an open handle outlives the lock.
    case completeUnlessOpen
    /// Readable from the first unlock on.
    case completeUntilFirstUserAuthentication
}
