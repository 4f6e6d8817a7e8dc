internal import ArgumentParser
internal import JetonKeystore

/// When an item's secret can be read.
struct AccessibilityOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When the secret can be read, one of: \(AccessibilityClass.allValueStrings.joined(separator: ", ")).",
            valueName: "class"
        )
    )
    var accessible: AccessibilityClass?

    @Flag(help: "Exclude it from exports and synchronization.")
    var thisDeviceOnly = false

    /// What was asked for, over what holds for what was not given; nil if nothing was.
    func choice(over current: Accessible = .whenUnlocked) -> Accessible? {
        guard accessible != nil || thisDeviceOnly else { return nil }
        let chosen = accessible ?? AccessibilityClass(current)
        return thisDeviceOnly ? chosen.onThisDevice : chosen.anywhere
    }
}
