/// A server gave another body than the one that was to be relayed.
package struct RelayBodyMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// What differs; one clause.
    package let description: String
}
