/// The class key that wraps an item's key.
enum ProtectionClass: UInt16, CaseIterable, Sendable {
    case always = 1
    case afterFirstUnlock = 2
    case whenUnlocked = 3
    case unlessOpen = 4
    case passcode = 5
}
