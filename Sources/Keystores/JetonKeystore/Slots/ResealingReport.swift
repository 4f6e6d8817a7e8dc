/// What was sealed again after the class keys of a store were replaced.
public struct ResealingReport: Sendable, Hashable {
    /// Items that are sealed under the new keys now.
    public var items = 0
    /// Files of the store that are sealed under the new keys now.
    public var files = 0
    /// What is still sealed under earlier keys, and why, one clause each: damaged records, groups of other Unix groups.
    public var remaining: [String] = []

    /// A report of nothing.
    public init() {}
}
