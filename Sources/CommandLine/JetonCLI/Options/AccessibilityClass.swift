internal import ArgumentParser
internal import JetonKeystore

/// The classes of protection of items, as options name them.
enum AccessibilityClass: String, ExpressibleByArgument, CaseIterable {
    case whenUnlocked = "when-unlocked"
    case afterFirstUnlock = "after-first-unlock"
    case always
    case unlessOpen = "unless-open"
    case whenPassphraseSet = "when-passphrase-set"

    /// The class of a protection.
    init(_ accessible: Accessible) {
        self = Self.allCases.first { $0.anywhere == accessible || $0.onThisDevice == accessible } ?? .whenUnlocked
    }

    /// The protection of items that may leave this device, where the class has such.
    var anywhere: Accessible {
        switch self {
        case .whenUnlocked: .whenUnlocked
        case .afterFirstUnlock: .afterFirstUnlock
        case .always: .always
        case .unlessOpen: .unlessOpen
        case .whenPassphraseSet: .whenPasscodeSetThisDeviceOnly
        }
    }

    /// The protection of items that stay on this device.
    var onThisDevice: Accessible {
        switch self {
        case .whenUnlocked: .whenUnlockedThisDeviceOnly
        case .afterFirstUnlock: .afterFirstUnlockThisDeviceOnly
        case .always: .alwaysThisDeviceOnly
        case .unlessOpen: .unlessOpenThisDeviceOnly
        case .whenPassphraseSet: .whenPasscodeSetThisDeviceOnly
        }
    }
}
