/// How often a module is asked and looked at, in milliseconds.
struct WatchPace: Sendable {
    /// Between two questions whether a slot has changed.
    var question = 500
    /// From a change to the next look at all slots; doubled after each look that shows no change.
    var firstLook = 500
    /// The longest time between two looks.
    var lastLook = 8_000
    /// The same while the PC/SC service reports changes by itself.
    var lastLookWithReaders = 30_000
    /// How long a module may take to answer a question that must not block.
    var patience = 2_000
}
