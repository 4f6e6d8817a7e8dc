internal import ArgumentParser
internal import Keystore

/// When an item's secret can be read.
struct AccessibilityOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "When the secret can be read, one of: \(AccessibilityOptions.words.map(\.0).joined(separator: ", ")).",
            valueName: "class"
        ),
        completion: .list(AccessibilityOptions.words.map(\.0))
    )
    var accessible: String?

    @Flag(name: .long, help: "Exclude it from exports and synchronization.")
    var thisDeviceOnly = false

    private static let words: [(String, Accessible, Accessible)] = [
        ("when-unlocked", .whenUnlocked, .whenUnlockedThisDeviceOnly),
        ("after-first-unlock", .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly),
        ("always", .always, .alwaysThisDeviceOnly),
        ("unless-open", .unlessOpen, .unlessOpenThisDeviceOnly),
        ("when-passphrase-set", .whenPasscodeSetThisDeviceOnly, .whenPasscodeSetThisDeviceOnly),
    ]

    /// What was asked for; nil if nothing was.
    ///
    /// - Parameter current: What holds for what was not given.
    /// - Returns: The protection.
    /// - Throws: ``CommandError`` for an unknown name.
    func choice(over current: Accessible = .whenUnlocked) throws(CommandError) -> Accessible? {
        guard let accessible else { return thisDeviceOnly ? AccessibilityOptions.pair(of: current).1 : nil }
        guard let row = AccessibilityOptions.words.first(where: { $0.0 == accessible }) else {
            throw .usage(
                "'\(accessible)' is not a protection class",
                hints: ["one of: \(AccessibilityOptions.words.map(\.0).joined(separator: ", "))"]
            )
        }
        return thisDeviceOnly ? row.2 : row.1
    }

    /// A class's word.
    static func word(_ accessible: Accessible) -> String {
        words.first { $0.1 == accessible || $0.2 == accessible }?.0 ?? accessible.rawValue
    }

    private static func pair(of accessible: Accessible) -> (Accessible, Accessible) {
        words.first { $0.1 == accessible || $0.2 == accessible }.map { ($0.1, $0.2) } ?? (accessible, accessible)
    }
}
