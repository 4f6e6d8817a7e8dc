package import TokenKit

/// The modules that a program may load.
package struct ReachableModules: Sendable {
    /// What they show.
    package var entries: [Inventory.ModuleEntry] = []
    /// Those that this program must not load: kept for other programs, remote, or open to changes by others.
    package var notLoaded: [String] = []

    /// Makes an empty list.
    package init() {}
}
