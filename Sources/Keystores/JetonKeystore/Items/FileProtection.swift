/// The protection classes of files, to which the accessibilities of items correspond.
///
/// | case | read | written | a handle that is open |
/// |---|---|---|---|
/// | ``none`` | always | always | works always |
/// | ``complete`` | while unlocked | while unlocked | works while unlocked |
/// | ``completeUnlessOpen`` | while unlocked | always | works until it goes |
/// | ``completeUntilFirstUserAuthentication`` | from the first unlock on | from the first unlock on | works until it goes |
///
/// - SeeAlso: Apple Platform Security, "Data Protection classes".
public enum FileProtection: String, Sendable, CaseIterable {
    /// No protection beyond the device key.
    case none = "NSFileProtectionNone"
    /// Readable and writable while unlocked.
    case complete = "NSFileProtectionComplete"
    /// May be created while locked; an open handle outlives the lock.
    case completeUnlessOpen = "NSFileProtectionCompleteUnlessOpen"
    /// Readable from the first unlock on.
    case completeUntilFirstUserAuthentication = "NSFileProtectionCompleteUntilFirstUserAuthentication"

    var protection: ProtectionClass {
        switch self {
        case .none: .always
        case .complete: .whenUnlocked
        case .completeUnlessOpen: .unlessOpen
        case .completeUntilFirstUserAuthentication: .afterFirstUnlock
        }
    }

    init?(_ protection: ProtectionClass) {
        guard let found = FileProtection.allCases.first(where: { $0.protection == protection }) else { return nil }
        self = found
    }
}
