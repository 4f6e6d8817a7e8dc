/// When an item's secret can be read, and whether it may leave this device.
///
/// | case | readable | raw value |
/// |---|---|---|
/// | ``whenUnlocked`` | while the store is unlocked | `ak` |
/// | ``afterFirstUnlock`` | from the first unlock of this process on, locked or not | `ck` |
/// | ``always`` | always, with the device key alone | `dk` |
/// | ``unlessOpen`` | while unlocked; written in any state; an open handle outlives the lock | `bk` |
/// | ``whenPasscodeSetThisDeviceOnly`` | while unlocked; gone when the last passphrase slot is removed | `akpu` |
///
/// The variants with `ThisDeviceOnly` add `u`; they are left out of exports and never synchronized.
public enum Accessible: String, Sendable, CaseIterable {
    /// Readable while unlocked.
    case whenUnlocked = "ak"
    /// Readable from the first unlock on.
    case afterFirstUnlock = "ck"
    /// Readable always.
    case always = "dk"
    /// Readable while unlocked, on this device.
    case whenUnlockedThisDeviceOnly = "aku"
    /// Readable from the first unlock on, on this device.
    case afterFirstUnlockThisDeviceOnly = "cku"
    /// Readable always, on this device.
    case alwaysThisDeviceOnly = "dku"
    /// Readable while unlocked, on this device, as long as a passphrase slot exists.
    case whenPasscodeSetThisDeviceOnly = "akpu"
    /// Written in any state, opened while unlocked.
    case unlessOpen = "bk"
    /// Written in any state, opened while unlocked, on this device.
    case unlessOpenThisDeviceOnly = "bku"

    /// Whether the item must not leave this device.
    public var isThisDeviceOnly: Bool { rawValue.hasSuffix("u") }

    /// The protection class of files that behaves alike.
    public var fileProtection: FileProtection {
        switch self {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: .complete
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: .completeUntilFirstUserAuthentication
        case .always, .alwaysThisDeviceOnly: .none
        case .unlessOpen, .unlessOpenThisDeviceOnly: .completeUnlessOpen
        }
    }

    var protection: ProtectionClass {
        switch self {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly: .whenUnlocked
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: .afterFirstUnlock
        case .always, .alwaysThisDeviceOnly: .always
        case .whenPasscodeSetThisDeviceOnly: .passcode
        case .unlessOpen, .unlessOpenThisDeviceOnly: .unlessOpen
        }
    }
}
